/** The budget of a calendar month, in units or in money: which ones are valid. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { decided, refuseWith } from '../decision.js';
import type { AccessDecision } from './account.decider.js';
import type { BudgetSet } from './account.events.js';
import { budgetIn, type OpenedAccount } from './account.state.js';
import { isPrice } from './price-agreement.js';
import { currencyOn } from './price-terms.js';

/** The budget that an operator asks for: one of the two, or neither, which ends the budget. */
export type BudgetTerms = Omit<BudgetSet['data'], 'currency'>;

const MAX_UNITS = 1_000_000_000;

/** Decides on a budget, in the currency of today's or later prices. @param today YYYY-MM-DD, UTC */
export function setBudget(
  state: OpenedAccount,
  { reason, ...terms }: BudgetTerms,
  today: string,
): AccessDecision {
  const currency = terms.month_amount === null ? null : currencyOn(state.prices, today);
  const problem = problemOf(terms, currency);
  if (problem !== null) return refuseWith('invalid_budget', problem);
  const budget = { ...terms, currency };
  return isDeepStrictEqual(budgetIn(budget), state.budget)
    ? decided()
    : decided({ type: 'BudgetSet', data: { ...budget, ...(reason === undefined ? {} : { reason }) } });
}

function problemOf({ month_units, month_amount, stop }: BudgetTerms, currency: string | null): string | null {
  if (month_units !== null && month_amount !== null) return 'A budget is in units or in money, not in both.';
  if (month_units === null && month_amount === null)
    return stop ? 'A budget that stops needs a number of units or an amount.' : null;
  if (month_units !== null)
    return Number.isInteger(month_units) && month_units >= 1 && month_units <= MAX_UNITS
      ? null
      : `A budget in units is a whole number from 1 to ${MAX_UNITS}.`;
  if (month_amount === null || !isPrice(month_amount) || Number(month_amount) === 0)
    return 'A budget in money is a decimal number above 0, such as 250.00.';
  return currency === null ? 'A budget in money needs agreed prices: prices agree records them.' : null;
}
