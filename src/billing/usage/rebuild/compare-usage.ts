/** Compares rebuilt usage figures with the live ones as of the position of the rebuilt ones. */
import {
  USAGE_ACCOUNTS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
} from '../../../../projections/usage/usage.document.js';
import {
  DocumentComparison,
  type Comparison,
} from '../../../../packages/platform/src/projector/compare-documents.js';
import {
  compareInPortions,
  type AtOneMoment,
} from '../../../../packages/platform/src/projector/compare-in-portions.js';
import type { KeyedDocument } from '../../../../packages/platform/src/read-models/read-models.js';
import type { AccountId } from '../../../../packages/contract/src/ids.js';
import { accountKeyRange } from '../usage-documents.js';
import { WRITTEN_ONCE_COLLECTIONS, type UsageTail } from './usage-tail.js';

export interface UsageToCompare {
  /** Reads portions of both sides of a collection, and extends the tail to the live position. */
  readonly runInSnapshot: (collection: string) => AtOneMoment;
  readonly tail: UsageTail;
  /** Null: all accounts. */
  readonly account: AccountId | null;
}

export async function compareUsage({ runInSnapshot, tail, account }: UsageToCompare): Promise<Comparison> {
  const comparison = new DocumentComparison();
  const range = account === null ? {} : accountKeyRange(account);
  for (const collection of [USAGE_DAYS, USAGE_JOBS, USAGE_KEYS]) {
    comparison.begin(collection.name);
    await compareInPortions(range, runInSnapshot(collection.name), (live, rebuilt) =>
      comparison.add(
        live.flatMap((document) => tail.documentBefore(collection, document) ?? []),
        rebuilt,
      ),
    );
  }
  for (const { name } of WRITTEN_ONCE_COLLECTIONS) {
    // One of these collections, ADJUSTMENTS, has keys without an account, so a comparison of one account
    // leaves it out.
    comparison.begin(name);
    await compareInPortions(range, runInSnapshot(name), (live, rebuilt) =>
      comparison.add(
        live.filter(({ key }) => !tail.hasWritten(name, key)),
        rebuilt,
      ),
    );
  }
  comparison.begin(USAGE_ACCOUNTS.name);
  // The live side no longer knows an account's last event before the position of the rebuilt figures, so
  // accounts with later events are left out.
  const hasNoLaterEvent = ({ key }: KeyedDocument): boolean => !tail.hasWritten(USAGE_ACCOUNTS.name, key);
  await compareInPortions(range, runInSnapshot(USAGE_ACCOUNTS.name), (live, rebuilt) =>
    comparison.add(live.filter(hasNoLaterEvent), rebuilt.filter(hasNoLaterEvent)),
  );
  return comparison.result();
}
