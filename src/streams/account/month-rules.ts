/** Decides on month rules (free units, tiers, a minimum) and finds those of a month (Contract 5.10). Pure. */
import { begunCurrencyOn } from './price-terms.js';
import { isRequestDay } from '../../../packages/words/src/calendar.js';
import { decided, noReason, refuseWith } from '../decision.js';
import type { AccessDecision } from './account.decider.js';
import type { MonthRules, OpenedAccount, PriceAgreement } from './account.state.js';
import { isPrice } from './price-agreement.js';

/** The form of a percentage, with at most two digits after the point. */
const PERCENT = /^(?:100|[1-9]?\d)(?:\.\d{1,2})?$/;
const MAX_UNITS = 1_000_000_000;
const MAX_TIERS = 20;

/** The terms that an operator agrees; the version follows from the agreements before it. */
export type MonthRuleTerms = Omit<MonthRules, 'version' | 'reason'>;

/** @param month YYYY-MM or a day of it */
const lastDay = (month: string): string => `${month.slice(0, 'YYYY-MM'.length)}-31`;

/**
 * The rules of a month: those that begin last, of equal beginnings those agreed last. Null where it has none,
 * or where they are in another currency than its prices.
 * @param agreements in the order in which they were agreed
 * @param prices of the account, in that order
 * @param month YYYY-MM, UTC
 */
export function monthRulesOf(
  agreements: readonly MonthRules[],
  prices: readonly PriceAgreement[],
  month: string,
): MonthRules | null {
  let best: MonthRules | null = null;
  for (const rules of agreements)
    if (rules.from <= lastDay(month) && (best === null || rules.from >= best.from)) best = rules;
  return best !== null && best.currency === currencyOfMonth(prices, month) ? best : null;
}

/** Returns the currency of a month's charges; null if no price or contract has begun by its end. */
const currencyOfMonth = (prices: readonly PriceAgreement[], month: string): string | null =>
  begunCurrencyOn(prices, lastDay(month));

/** Returns true if the agreement ends the rules before it. */
const isWithoutRules = ({ free_units, tiers, minimum }: MonthRuleTerms): boolean =>
  free_units === 0 && tiers.length === 0 && minimum === null;

/**
 * Agrees the rules of months from a day on.
 * @param today YYYY-MM-DD, UTC: the day of the newest time that is known, of the clock and of the log
 * @param stated months (YYYY-MM) with a complete statement
 */
export function agreeMonthRules(
  state: OpenedAccount,
  { reason, ...terms }: MonthRuleTerms & Pick<MonthRules, 'reason'>,
  today: string,
  stated: ReadonlySet<string> = new Set(),
): AccessDecision {
  const problem =
    beginProblem(terms, today, stated) ?? termsProblem(terms) ?? pricesProblem(terms, state.prices);
  if (problem !== null) return refuseWith('invalid_month_rules', problem);
  if (reason.trim() === '') return noReason;
  const last = state.monthRules.at(-1);
  if (last === undefined ? isWithoutRules(terms) : sameTerms(last, terms)) return decided();
  const version = state.monthRules.length + 1;
  return decided({ type: 'MonthRulesAgreed', data: { version, ...terms, reason } });
}

function beginProblem({ from }: MonthRuleTerms, today: string, stated: ReadonlySet<string>): string | null {
  if (!isRequestDay(from) || !from.endsWith('-01'))
    return `'${from}' is not the first day of a month (YYYY-MM-01).`;
  if (from < today)
    return `Month rules can't begin before today, ${today} (UTC): choose the first of a later month.`;
  const month = from.slice(0, 'YYYY-MM'.length);
  return stated.has(month)
    ? `Month rules can't begin in ${month}: the statement of that month is complete. Choose a later month.`
    : null;
}

function termsProblem({ free_units, tiers, minimum }: MonthRuleTerms): string | null {
  if (!isUnits(free_units)) return `Free units are a whole number from 0 to ${MAX_UNITS}.`;
  if (tiers.length > MAX_TIERS) return `There are at most ${MAX_TIERS} tiers.`;
  for (const [index, { after, percent }] of tiers.entries()) {
    if (!isUnits(after)) return `A tier begins after a whole number of units, from 0 to ${MAX_UNITS}.`;
    if (!PERCENT.test(percent) || Number(percent) > 100)
      return `'${percent}' is not a percentage from 0 to 100 with at most two digits after the point.`;
    if (index > 0 && after <= (tiers[index - 1]?.after ?? 0))
      return `Tiers stand in the order of the units after which they begin, each once: ${after} is out of order.`;
  }
  return minimum === null || (isPrice(minimum) && Number(minimum) > 0)
    ? null
    : `'${minimum}' is not a minimum: a decimal number above 0 such as 50.00.`;
}

const isUnits = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= MAX_UNITS;

function pricesProblem({ currency, from }: MonthRuleTerms, prices: readonly PriceAgreement[]): string | null {
  const inForce = currencyOfMonth(prices, from);
  if (inForce === null) return `The account has no prices in ${from.slice(0, 7)}: agree prices first.`;
  return inForce === currency
    ? null
    : `The account's prices in ${from.slice(0, 7)} are in ${inForce}, not ${currency}.`;
}

/** Returns true if both say the same, whatever the number and the reason. */
const sameTerms = (one: MonthRuleTerms, other: MonthRuleTerms): boolean => textOf(one) === textOf(other);

const textOf = ({ currency, from, free_units, tiers, minimum }: MonthRuleTerms): string =>
  JSON.stringify([currency, from, free_units, tiers.map(({ after, percent }) => [after, percent]), minimum]);
