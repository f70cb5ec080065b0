/**
 * Runs `usage rebuild` as recorded maintenance: compares the live figures with the log and, if asked,
 * replaces them.
 */
import type { AsOf } from '../../billing/usage/rebuild/as-of.js';
import { usage } from '../../../projections/usage/usage.projection.js';
import { rebuildUsage, type UsageRebuildReport } from '../../billing/usage/rebuild/usage-rebuild.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { findAccount } from '../accounts/find-account.js';
import { performMaintenance, beforeTakeOver, type ActOptions } from '../maintenance/perform.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';

export interface UsageRebuildOptions extends ActOptions {
  /** Default: every account. */
  readonly account?: AccountId;
  /** Default: now. Figures of the past are only compared. */
  readonly asOf?: AsOf;
  /** Makes the rebuilt figures the live ones. */
  readonly apply?: boolean;
}

export async function runUsageRebuild(
  operator: OperatorServices,
  request: UsageRebuildOptions,
): Promise<UsageRebuildReport> {
  if (request.account !== undefined) {
    await driveLanesToHead(operator, 'access');
    await findAccount(operator, request.account);
  }
  const { account = null, asOf, apply = false, reason, act } = request;
  const as_of = asOf === undefined || asOf.kind === 'head' ? null : asOfText(asOf);
  const maintenance = { kind: 'usage_rebuild', account_id: account, as_of, apply } as const;
  return performMaintenance(operator, { what: maintenance, reason, act }, async (recordTakeOver) => {
    const rebuildRequest = { ...request, beforeTakeOver: beforeTakeOver(recordTakeOver, usage.name) };
    const result = await rebuildUsage(operator.stores, rebuildRequest);
    return { result, verdict: result.verdict, changed: result.applied };
  });
}

const asOfText = (asOf: Exclude<AsOf, { readonly kind: 'head' }>): string =>
  asOf.kind === 'time' ? asOf.time : asOf.position;
