import { pruneRegister, type PruneOutcome } from '../../sources/editions/register-status.js';
import type { Operator } from '../operator.js';
import { editionsInUse } from './editions-in-use.js';

/**
 * Drops all but the newest `keep` editions (from 1) of each source; never the one in force, nor one that an unfinished
 * chunk names: it may have to be answered from it once more.
 */
export async function pruneEditions(
  { settings, stores, models }: Operator,
  keep: number,
): Promise<PruneOutcome> {
  const inUse = await editionsInUse({ eventStore: stores.eventStore, models });
  return pruneRegister(settings.dataDir, keep, inUse);
}
