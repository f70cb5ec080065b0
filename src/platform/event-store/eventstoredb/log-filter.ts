/** What the server leaves out of the log before it sends it. */
import { streamNameFilter, type Filter, type Position } from '@eventstore/db-client';

/** Events looked at between two checkpoints: with the default of 32 a scan for rare events is five times slower. */
const SEARCH_WINDOW = 1_000;

/** The server's own streams begin with a dollar sign. */
const OURS = '^[^$]';
/** No stream has this name: for a reader of no categories, which still needs to know how far the log goes. */
const NOTHING = ['$no-category-'];

/** @param reached must not throw: out of the client's callback that would end the process */
export function logFilter(
  categories: readonly string[] | undefined,
  reached: (checkpoint: Position) => void,
): Filter {
  const options = {
    maxSearchWindow: SEARCH_WINDOW,
    checkpointInterval: 1,
    checkpointReached: (_: unknown, checkpoint: Position) => reached(checkpoint),
  };
  if (categories === undefined) return streamNameFilter({ ...options, regex: OURS });
  const prefixes = categories.map((category) => `${category}-`);
  return streamNameFilter({ ...options, prefixes: prefixes.length > 0 ? prefixes : NOTHING });
}
