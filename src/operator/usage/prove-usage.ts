import type { AsOf } from '../../billing/usage/rebuild/as-of.js';
import { rebuildUsage, type UsageRebuildReport } from '../../billing/usage/rebuild/usage-rebuild.js';
import type { AccountId } from '../../shared/ids.js';
import { findAccount } from '../accounts/find-account.js';
import { upToDate, type Operator } from '../operator.js';

export interface UsageProof {
  /** Left out: every account. */
  readonly account?: AccountId;
  /** Left out: now. Figures of the past can be compared, not taken over. */
  readonly asOf?: AsOf;
  /** Takes the rebuilt figures over where they differ. */
  readonly apply?: boolean;
}

/** Replays the charges in the log and compares them with the figures that are shown. */
export async function proveUsage(operator: Operator, proof: UsageProof): Promise<UsageRebuildReport> {
  if (proof.account !== undefined) {
    await upToDate(operator, 'access');
    await findAccount(operator, proof.account);
  }
  return rebuildUsage(operator.stores, proof);
}
