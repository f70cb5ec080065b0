/** Implements `register changes`. */
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { WrongRequest } from '../../../../platform/src/errors/refusal.js';
import type { RegisterContext } from '../register-context.js';
import { noteProgram } from './programs.js';
import { registerChanges, type ChangesLine } from './register-changes.js';

export interface SinceRequest {
  /** A day, which begins at 00:00 UTC, or a time in ISO 8601. */
  readonly since: string;
  /** Null: all blocks. */
  readonly block: BlockKey | null;
  readonly now: Date;
  readonly version: string;
}

/**
 * What changed between the state at `since` and that of now. Editions without digests get them, once.
 * @throws WrongRequest where `since` lies in the future
 */
export async function changesSince(
  { settings: { dataDir }, changedSuppressions }: Pick<RegisterContext, 'settings' | 'changedSuppressions'>,
  { since, block, now, version }: SinceRequest,
): Promise<AsyncIterable<ChangesLine>> {
  const from = new Date(since);
  if (from > now) throw new WrongRequest('future_day', `${since} has not begun: it is ${now.toISOString()}`);
  noteProgram(dataDir, version, now);
  const window = { from: from.toISOString(), to: now.toISOString(), every: false };
  const suppressions = await changedSuppressions(window);
  return registerChanges(dataDir, { ...window, block, suppressions, build: true });
}
