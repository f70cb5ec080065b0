/**
 * Decides which charges of an account an operator may take back, and which adjustments to reverse. Pure. At
 * any time at most one standing adjustment holds a block of a charge. Without a change nothing is recorded.
 */
import { MAX_APPEND_BYTES } from '../../../packages/platform/src/event-store/event-store.js';
import { holdsApiKey } from '../../../packages/contract/src/api-key.js';
import { derivedId } from '../derived-id.js';
import { adjustmentIdFrom, type AccountId, type AdjustmentId } from '../../../packages/contract/src/ids.js';
import { decided, refuseWith, type Decision, type DetailedRefusal } from '../decision.js';
import {
  currenciesOf,
  figuresOf,
  opposite,
  oppositeDay,
  takenBack,
  type AdjustmentPrices,
} from './adjustment-figures.js';
import type {
  AdjustmentReason,
  AdjustmentReversed,
  AdjustmentsEvent,
  ChargeAdjusted,
} from './adjustments.events.js';
import { standingOn, type AdjustmentsState } from './adjustments.state.js';
import { chargesLeft, type NamedCharges } from './charges-left.js';

export type AdjustmentRefusalCode =
  | 'invalid_amount'
  | 'invalid_note'
  | 'no_prices'
  | 'not_on_top'
  | 'not_reversible'
  | 'nothing_charged'
  | 'nothing_left'
  | 'other_currency'
  | 'several_currencies'
  | 'same_price'
  | 'too_many_jobs'
  | 'unknown_adjustment';

export type AdjustmentRefusal = DetailedRefusal<AdjustmentRefusalCode>;
export type AdjustmentDecision = Decision<AdjustmentsEvent, AdjustmentRefusal>;

/** Why: a code, and the operator's own words. */
export interface AdjustmentWords {
  readonly reason: AdjustmentReason;
  readonly note: string;
}

export interface ChargesToAdjust extends AdjustmentWords, NamedCharges {
  readonly account: AccountId;
}

const MAX_NOTE = 500;
const UNWRITTEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

/** A reversal repeats its adjustment and adds a few fields, so the limit leaves room for them. */
const MAX_EVENT_BYTES = MAX_APPEND_BYTES - 10_000;

/** Takes back the charges within the scope that no standing adjustment holds, if any are left. */
export function adjustCharges(
  state: AdjustmentsState,
  order: ChargesToAdjust,
  prices: AdjustmentPrices,
): AdjustmentDecision {
  const problem = noteProblem(order.note);
  if (problem !== null) return refuseWith('invalid_note', problem);
  const { any, left, except, undone } = chargesLeft(state, order);
  if (!any) return refuseWith('nothing_charged', `Nothing was charged to account ${order.account} there.`);
  if (left.size === 0) return decided();
  const currencyRefusal = inSeveralCurrencies(left, prices);
  if (currencyRefusal !== null) return currencyRefusal;
  const { account: account_id, scope, reason, note } = order;
  const figures = figuresOf(state, left, prices, takenBack);
  // With the reversed ones: an adjustment of the same charges after a reversal needs an id of its own.
  const parts = JSON.stringify([scope, except, figures, ...undone]);
  const data: ChargeAdjusted['data'] = {
    adjustment_id: adjustmentIdFrom(derivedId('ChargeAdjusted', account_id, parts)),
    account_id,
    scope,
    except,
    reason,
    note,
    ...figures,
  };
  return fittingOne({ type: 'ChargeAdjusted', data }, left.size);
}

/** Returns the refusal of charges in several currencies, or null. An entry has one currency. */
export function inSeveralCurrencies(
  left: NamedLeft,
  prices: Pick<AdjustmentPrices, 'currencyOn'>,
): AdjustmentRefusal | null {
  const currencies = currenciesOf(left, prices);
  return currencies.length < 2
    ? null
    : refuseWith(
        'several_currencies',
        `These charges are in ${currencies.join(' and ')}: name days of one contract (from, to), then those of the other.`,
      );
}
type NamedLeft = Parameters<typeof currenciesOf>[0];

/** Returns the event, or a refusal where it is too large for one append. */
export const fittingOne = (event: AdjustmentsEvent, jobs: number): AdjustmentDecision =>
  Buffer.byteLength(JSON.stringify(event.data)) > MAX_EVENT_BYTES
    ? refuseWith(
        'too_many_jobs',
        `The charges of ${jobs} jobs don't fit one adjustment, which is made whole or not at all: name fewer days or a block.`,
      )
    : decided(event);

/** Returns the standing adjustments of charges within the scope, oldest first. */
export const heldBy = (state: AdjustmentsState, order: NamedCharges): readonly AdjustmentId[] =>
  chargesLeft(state, order).except;

/** Bills again what an adjustment or a credit took off. Records nothing where it was reversed before. */
export function reverseAdjustment(
  state: AdjustmentsState,
  order: AdjustmentWords & { readonly account: AccountId; readonly reverses: AdjustmentId },
): AdjustmentDecision {
  const { account: account_id, reverses, reason, note } = order;
  const problem = noteProblem(note);
  if (problem !== null) return refuseWith('invalid_note', problem);
  const adjustment = state.get(reverses);
  if (adjustment === undefined) return unknownOrReversal(state, reverses);
  if (adjustment.reversal !== null) return decided();
  const later = standingOn(state, reverses)?.made.adjustment_id;
  if (later !== undefined)
    return refuseWith('not_on_top', `${later} stands on units of ${reverses}: reverse ${later} first.`);
  const { scope, units, currency, amount, charges } = adjustment.made;
  const data: AdjustmentReversed['data'] = {
    adjustment_id: adjustmentIdFrom(derivedId('AdjustmentReversed', account_id, reverses)),
    account_id,
    reverses,
    scope,
    reason,
    note,
    units: 0 - units,
    currency,
    amount: opposite(amount),
    charges: charges.map(({ jobs, days }) => ({ jobs, days: days.map(oppositeDay) })),
  };
  return decided({ type: 'AdjustmentReversed', data });
}

function unknownOrReversal(state: AdjustmentsState, id: AdjustmentId): AdjustmentRefusal {
  const isReversal = [...state.values()].some(({ reversal }) => reversal?.adjustment_id === id);
  return isReversal
    ? refuseWith('not_reversible', `${id} is a reversal itself: adjust its charges again instead.`)
    : refuseWith('unknown_adjustment', `There is no adjustment ${id}.`);
}

/** Returns the fault of an operator's note, or null. The note stays in the log for ever. */
export function noteProblem(note: string): string | null {
  if (note.trim() === '' || note.length > MAX_NOTE) return `A note of 1 to ${MAX_NOTE} characters is needed.`;
  if (UNWRITTEN.test(note)) return 'A note is one line, without control characters.';
  return holdsApiKey(note) ? 'The note holds an API key, which may enter no event: name it by its id.' : null;
}
