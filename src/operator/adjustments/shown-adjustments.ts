/** Adjustments as they stand in the log: of an account, or one. */
import { ACCOUNTS, accountKey } from '../../../projections/accounts/accounts.document.js';
import { ADJUSTMENTS, adjustmentKey } from '../../../projections/usage/usage.document.js';
import { adjustmentsOf } from '../../billing/adjustments/adjustment-log.js';
import { adjustmentAt } from '../../billing/adjustments/adjustment-rule.js';
import { eventReference, type EventReference } from '../../investigate/event-reference.js';
import type { AccountId, AdjustmentId } from '../../shared/ids.js';
import type { AdjustmentsEvent } from '../../streams/adjustments/adjustments.events.js';
import { upToDate, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';
import { recordLook } from '../support/looks.js';

export interface AdjustmentOnRecord {
  /** At the prices known now. */
  readonly fact: AdjustmentsEvent['data'];
  /** The adjustment that this one reverses, or null. */
  readonly reverses: AdjustmentId | null;
  /** The reversal of this one, or null. */
  readonly reversed_by: AdjustmentId | null;
  readonly event: EventReference;
}

/** The newest first. */
export async function listAdjustments(
  operator: Operator,
  account: AccountId,
): Promise<readonly AdjustmentOnRecord[]> {
  await upToDate(operator, 'access');
  const { stores, models } = operator;
  const prices = (await models.find(ACCOUNTS, accountKey(account)))?.prices ?? [];
  const made: AdjustmentOnRecord[] = [];
  const reversals = new Map<AdjustmentId, AdjustmentId>();
  for await (const entry of adjustmentsOf(stores.eventStore, account)) {
    const fact = adjustmentAt(entry.event.data, prices);
    const reverses = 'reverses' in fact ? fact.reverses : null;
    if (reverses !== null) reversals.set(reverses, fact.adjustment_id);
    made.push({ fact, reverses, reversed_by: null, event: eventReference(entry) });
  }
  return made
    .map((each) => ({ ...each, reversed_by: reversals.get(each.fact.adjustment_id) ?? null }))
    .reverse();
}

/** Whether an adjustment was written: its id follows from what it takes back, so that a preview has it too. */
export async function isOnRecord(operator: Operator, id: AdjustmentId): Promise<boolean> {
  await upToDate(operator, 'billing');
  return (await operator.models.find(ADJUSTMENTS, adjustmentKey(id))) !== undefined;
}

/** Recorded as a look. @throws WrongRequest */
export async function findAdjustment(
  operator: Operator,
  id: AdjustmentId,
  reason: string | null,
): Promise<AdjustmentOnRecord> {
  await upToDate(operator, 'billing');
  const of = await operator.models.find(ADJUSTMENTS, adjustmentKey(id));
  const all = of === undefined ? [] : await listAdjustments(operator, of.account_id);
  const found = all.find(({ fact }) => fact.adjustment_id === id);
  if (found === undefined) throw new WrongRequest('unknown_adjustment', `There is no adjustment ${id}.`);
  const { account_id: account } = found.fact;
  const about = { kind: 'adjustment', adjustment_id: id } as const;
  await recordLook(operator, { of: { account }, account, about, reason });
  return found;
}
