/** Finds the adjustments of an account, or a single one, in the log. */
import { ACCOUNTS } from '../../../projections/accounts/accounts.document.js';
import { ADJUSTMENTS } from '../../../projections/usage/usage.document.js';
import { adjustmentsOf } from '../../billing/adjustments/adjustment-log.js';
import { priceAdjustment } from '../../billing/adjustments/adjustment-rule.js';
import { eventReference, type EventReference } from '../../investigate/log-reading.js';
import type { AccountId, AdjustmentId } from '../../../packages/contract/src/ids.js';
import type { AdjustmentsEvent } from '../../streams/adjustments/adjustments.events.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { recordAudit } from '../support/audit-records.js';
import { reversesOf } from '../../streams/adjustments/adjustments.state.js';
import { accountPart } from '../../../projections/key-parts.js';

export interface RecordedAdjustment {
  /** The recorded adjustment, at the prices known now. */
  readonly fact: AdjustmentsEvent['data'];
  /** The adjustment that this one reverses, or null. */
  readonly reverses: AdjustmentId | null;
  /** The reversal of this one, or null. */
  readonly reversed_by: AdjustmentId | null;
  readonly event: EventReference;
}

/** Lists an account's adjustments, the newest first. */
export async function listAdjustments(
  operator: OperatorServices,
  account: AccountId,
): Promise<readonly RecordedAdjustment[]> {
  await driveLanesToHead(operator, 'access');
  const { stores, models } = operator;
  const prices = (await models.find(ACCOUNTS, accountPart(account)))?.prices ?? [];
  const adjustments: RecordedAdjustment[] = [];
  const reversals = new Map<AdjustmentId, AdjustmentId>();
  for await (const entry of adjustmentsOf(stores.eventStore, account)) {
    const fact = priceAdjustment(entry.event.data, prices);
    const reverses = reversesOf(fact);
    if (reverses !== null) reversals.set(reverses, fact.adjustment_id);
    adjustments.push({ fact, reverses, reversed_by: null, event: eventReference(entry) });
  }
  return adjustments
    .map((record) => ({ ...record, reversed_by: reversals.get(record.fact.adjustment_id) ?? null }))
    .reverse();
}

/** Returns the account of an adjustment. @throws WrongRequest where there is no such adjustment */
export async function accountOfAdjustment(operator: OperatorServices, id: AdjustmentId): Promise<AccountId> {
  await driveLanesToHead(operator, 'billing');
  const document = await operator.models.find(ADJUSTMENTS, id);
  if (document === undefined) throw new WrongRequest('unknown_adjustment', `There is no adjustment ${id}.`);
  return document.account_id;
}

/** Finds an adjustment and writes an audit record. @throws WrongRequest */
export async function findAdjustment(
  operator: OperatorServices,
  id: AdjustmentId,
  reason: string | null,
): Promise<RecordedAdjustment> {
  const adjustments = await listAdjustments(operator, await accountOfAdjustment(operator, id));
  const record = adjustments.find(({ fact }) => fact.adjustment_id === id);
  if (record === undefined) throw new WrongRequest('unknown_adjustment', `There is no adjustment ${id}.`);
  const { account_id } = record.fact;
  await recordAudit(operator, {
    owner: { account_id },
    about: { kind: 'adjustment', adjustment_id: id },
    reason,
  });
  return record;
}
