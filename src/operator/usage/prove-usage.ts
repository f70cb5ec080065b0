import type { AsOf } from '../../billing/usage/rebuild/as-of.js';
import { usage } from '../../../projections/usage/usage.projection.js';
import { rebuildUsage, type UsageRebuildReport } from '../../billing/usage/rebuild/usage-rebuild.js';
import type { AccountId } from '../../shared/ids.js';
import { findAccount } from '../accounts/find-account.js';
import { performMaintenance, preparing, type MaintenanceWords } from '../maintenance/perform.js';
import { upToDate, type Operator } from '../operator.js';

export interface UsageProof extends MaintenanceWords {
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
  const { account = null, asOf, apply = false, reason, act } = proof;
  const as_of = asOf === undefined || asOf.kind === 'head' ? null : wordOf(asOf);
  const what = { kind: 'usage_rebuild', account_id: account, as_of, apply } as const;
  return performMaintenance(operator, { what, reason, act }, async (prepare) => {
    const beforeTakeOver = preparing(prepare, usage.name);
    const result = await rebuildUsage(operator.stores, { ...proof, beforeTakeOver });
    return { result, verdict: result.verdict, changed: result.applied };
  });
}

const wordOf = (asOf: Exclude<AsOf, { readonly kind: 'head' }>): string =>
  asOf.kind === 'time' ? asOf.time : asOf.position;
