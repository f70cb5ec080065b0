import { liveSourceStatus, type LiveSourceStatus } from '../../readings/live-sources.js';
import { registerStatus, type EditionStatus } from '../../sources/editions/register-status.js';
import type { Operator } from '../operator.js';

/** Every edition, and every source that is asked live. */
export async function sourceStatus({
  settings,
  stores,
}: Pick<Operator, 'settings' | 'stores'>): Promise<(EditionStatus | LiveSourceStatus)[]> {
  return [...registerStatus(settings.dataDir), ...(await liveSourceStatus(settings, stores.coordination))];
}
