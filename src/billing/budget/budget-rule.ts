/**
 * Computes how much of a budget a month has used, and whether a request could exceed the budget (Contract
 * 3.18). Pure.
 */
import Big from 'big.js';
import type { Units } from '../../../projections/usage/usage.document.js';
import type { Budget, PriceAgreement } from '../../streams/account/account.state.js';
import { priceUse, unitEntries } from '../usage/priced-use.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import { totalOf, unitsOfUse, type UsageFigures } from '../usage/usage-body.js';

/** The budget and the net charges of a month. Both are units or both are money, as the budget says. */
export interface MonthBudget {
  readonly budget: Budget;
  /** YYYY-MM, UTC. */
  readonly month: string;
  /** Net charges of the month. */
  readonly used: Big;
}

const limitOf = ({ month_units, month_amount }: Budget): Big => new Big(month_amount ?? month_units ?? 0);

/**
 * Returns the net charges of the days: charges, their adjustments and, in money, the credits in the budget's
 * currency. Month rules don't count.
 */
export function netChargesOf(budget: Budget, { days, adjusted, credits, prices }: UsageFigures): Big {
  const usage = [...days, ...adjusted];
  if (budget.month_amount === null) return new Big(totalOf(usage, unitsOfUse));
  return credits
    .filter(({ currency }) => currency === budget.currency)
    .reduce((sum, { amount }) => sum.plus(amount), priceUse(usage, prices).amount);
}

/** Returns the most that these units can cost. @param day the day of the charges, YYYY-MM-DD */
const maxCost = (budget: Budget, units: Units, day: string, prices: readonly PriceAgreement[]): Big =>
  budget.month_amount === null
    ? new Big(totalOf(unitEntries(units), ([, count]) => count))
    : priceUse([{ day, units }], prices).amount;

/**
 * Returns true if the request could exceed the budget. A request whose maximum cost is 0 never does.
 * `openUnits`: the most units that open jobs can still cost, by block. `requestUnits`: the most units that
 * the request can cost, by block.
 */
export function couldExceedBudget(
  { budget, used }: Pick<MonthBudget, 'budget' | 'used'>,
  {
    openUnits,
    requestUnits,
    day,
  }: { readonly openUnits: Units; readonly requestUnits: Units; readonly day: string },
  prices: readonly PriceAgreement[],
): boolean {
  const maxRequestCost = maxCost(budget, requestUnits, day, prices);
  return (
    maxRequestCost.gt(0) &&
    used
      .plus(maxCost(budget, openUnits, day, prices))
      .plus(maxRequestCost)
      .gt(limitOf(budget))
  );
}

/**
 * Returns the used share of the budget, from 0, with at most four decimals: `0.8312`. It is above 1 if the
 * budget was exceeded.
 */
export const usedShare = ({ budget, used }: Pick<MonthBudget, 'budget' | 'used'>): string =>
  used.lt(0) ? '0' : used.div(limitOf(budget)).round(4, Big.roundDown).toString();

/** Returns the budget and its use as answers and pages show them. */
export const budgetFields = ({ budget, month, used }: MonthBudget) => ({
  month,
  ...(budget.month_amount === null
    ? { month_units: budget.month_units ?? 0, used_units: Number(used) }
    : { month_amount: budget.month_amount, used_amount: amountText(used), currency: budget.currency ?? '' }),
});

/**
 * The refusal of a request that could exceed the budget. `retry_after` is in seconds, to the first of the
 * next month.
 */
export type BudgetRefusal = { readonly outcome: 'budget_reached'; readonly retry_after: number } & ReturnType<
  typeof budgetFields
>;
