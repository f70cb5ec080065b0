/** Decides on credits: amounts off an account's bill that are tied to no charge. Pure. */
import Big from 'big.js';
import { derivedId } from '../derived-id.js';
import { adjustmentIdFrom, type AccountId } from '../../../packages/contract/src/ids.js';
import { isPrice } from '../account/price-agreement.js';
import { decided, refuseWith } from '../decision.js';
import { noteProblem, type AdjustmentDecision, type AdjustmentWords } from './adjustments.decider.js';
import type { CreditGranted } from './adjustments.events.js';
import { NO_SCOPE, type AdjustmentsState, type MadeAdjustment } from './adjustments.state.js';

export interface CreditTerms extends AdjustmentWords {
  readonly account: AccountId;
  /** The amount by which less is owed: a decimal string without a sign, as a price is written. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/**
 * Grants a credit. Records nothing where a standing credit has the same amount, currency, reason and note:
 * the command was repeated. A second credit like it needs another note.
 * @param billed the currencies in which the account was billed by today
 */
export function grantCredit(
  state: AdjustmentsState,
  terms: CreditTerms,
  billed: ReadonlySet<string>,
): AdjustmentDecision {
  const { account: account_id, amount, currency, reason, note } = terms;
  const problem = noteProblem(note);
  if (problem !== null) return refuseWith('invalid_note', problem);
  if (!isPrice(amount) || new Big(amount).eq(0))
    return refuseWith(
      'invalid_amount',
      `'${amount}' is not an amount above 0: a decimal number such as 25.00.`,
    );
  if (billed.size === 0)
    return refuseWith('no_prices', `Account ${account_id} has no prices in force, so it owes nothing.`);
  if (!billed.has(currency)) {
    const others = [...billed].join(' and ');
    return refuseWith('other_currency', `Account ${account_id} is billed in ${others}, not in ${currency}.`);
  }
  if (standingCredit(state, terms) !== undefined) return decided();
  const data: Omit<CreditGranted['data'], 'adjustment_id'> = {
    account_id,
    scope: NO_SCOPE,
    reason,
    note,
    units: 0,
    currency,
    amount: amountOf(terms),
    charges: [],
  };
  const undone = [...state.values()].filter((made) => isLike(made, terms)).length;
  const id = derivedId('CreditGranted', account_id, JSON.stringify([data, undone]));
  return decided({ type: 'CreditGranted', data: { adjustment_id: adjustmentIdFrom(id), ...data } });
}

export const standingCredit = (
  state: AdjustmentsState,
  terms: CreditTerms,
): CreditGranted['data'] | undefined =>
  [...state.values()].find((made) => made.reversal === null && isLike(made, terms))?.made as
    | CreditGranted['data']
    | undefined;

/** Returns the amount as adjustments write it: negative. */
const amountOf = ({ amount }: CreditTerms): string => new Big(0).minus(amount).toFixed();

const isLike = ({ made }: MadeAdjustment, terms: CreditTerms): boolean =>
  !('except' in made) &&
  made.amount === amountOf(terms) &&
  made.currency === terms.currency &&
  made.reason === terms.reason &&
  made.note === terms.note;
