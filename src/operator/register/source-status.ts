import { cohortsOutdatedBy } from '../../sources/cohorts/cohorts-importer.js';
import { liveSourceStatus, type LiveSourceStatus } from '../../live/readings/live-sources.js';
import type { SourceName } from '../../sources/index.js';
import { registerStatus, type EditionStatus } from '../../sources/kit/editions/register-status.js';
import type { Operator } from '../operator.js';

export interface ShownEdition extends EditionStatus {
  /** Of an edition in force that is made of others: the sources that have a newer one in force. Left out: none. */
  readonly outdated_by?: readonly SourceName[];
}

/** Every edition, and every source that is asked live. */
export async function sourceStatus({
  settings,
  stores,
}: Pick<Operator, 'settings' | 'stores'>): Promise<(ShownEdition | LiveSourceStatus)[]> {
  return [...editionStatus(settings.dataDir), ...(await liveSourceStatus(settings, stores.coordination))];
}

function editionStatus(dataDir: string): ShownEdition[] {
  const outdated_by = cohortsOutdatedBy(dataDir);
  return registerStatus(dataDir).map((line) =>
    line.source === 'cohorts' && line.active && outdated_by.length > 0 ? { ...line, outdated_by } : line,
  );
}
