/**
 * The lines of month rules that a statement must have, and their sum, counted apart from usage and from the
 * writer: by the cost of the first so many units of a month.
 */
import Big from 'big.js';
import type { MonthRuleFact } from '../../../packages/statement-check/src/format/facts.js';
import { STATEMENT_FORMAT } from '../../../packages/statement-check/src/format/head.js';
import type { MonthRules } from '../../streams/account/account.state.js';
import type { StatedAccount, StatedMonth } from '../stated-accounts.js';
import type { CountedUnits } from '../../../packages/statement-check/src/rules/month-rule.js';
import { begunCurrency } from './stated-terms.js';

/** The rules that begin last by the end of the month. Among rules with one beginning they are the last. */
const lastBegun = (all: readonly MonthRules[], month: string): MonthRules | undefined =>
  all
    .filter(({ from }) => from.slice(0, month.length) <= month)
    .sort((a, b) => (a.from === b.from ? 0 : a.from < b.from ? -1 : 1))
    .at(-1);

/** The cost of the first `count` units. */
function costOfFirst(units: readonly CountedUnits[]): (count: number) => Big {
  const lines = units
    .flatMap((line) => (line.price === null ? [] : [{ ...line, cost: new Big(line.price) }]))
    .sort((a, b) => (a.day === b.day ? b.cost.cmp(a.cost) : a.day < b.day ? -1 : 1));
  return (count) => {
    let [left, cost] = [count, new Big(0)];
    for (const line of lines) {
      const taken = Math.max(0, Math.min(left, line.units));
      cost = cost.plus(line.cost.times(taken));
      left -= taken;
    }
    return cost;
  };
}

/** Units and amount of each agreed rule of a month. */
function sumsOf(
  rules: MonthRules,
  units: readonly CountedUnits[],
): readonly (readonly [MonthRuleFact['rule'], number, Big])[] {
  const count = units.reduce((sum, line) => sum + (line.price === null ? 0 : Math.max(0, line.units)), 0);
  const cost = costOfFirst(units);
  const free = Math.min(rules.free_units, count);
  let [cheaper, off] = [0, new Big(0)];
  rules.tiers.forEach(({ after, percent }, index) => {
    const end = Math.max(free, Math.min(count, rules.tiers[index + 1]?.after ?? count));
    const begin = Math.min(end, Math.max(free, after));
    cheaper += end - begin;
    off = off.plus(cost(end).minus(cost(begin)).times(percent).div(100));
  });
  const owed = cost(count).minus(cost(free)).minus(off);
  const least = new Big(rules.minimum ?? 0);
  return [
    ...(rules.free_units > 0 ? [['free_units', free, cost(free).times(-1)] as const] : []),
    ...(rules.tiers.length > 0 ? [['tiers', cheaper, off.times(-1)] as const] : []),
    ...(rules.minimum === null
      ? []
      : [['minimum', 0, owed.lt(least) ? least.minus(owed) : new Big(0)] as const]),
  ];
}

const textOf = (amount: Big): string => (amount.eq(0) ? '0' : amount.toFixed());

/** The lines by month, then in the order in which they apply; none in the first two formats. */
export function statedMonthRules(account: StatedAccount, statement: StatedMonth): readonly MonthRuleFact[] {
  const { head, agreements: priced, month_rules: known = 0 } = statement.data;
  const agreed = account.monthRules.slice(0, known);
  if (head.format !== STATEMENT_FORMAT || agreed.length === 0) return [];
  const prices = account.agreements.slice(0, priced);
  const before = account.unitsBefore(statement, prices);
  const all = new Map(before);
  statement.net.addUnits(all, prices);
  const months = new Set([
    ...[...all.values()].map(({ day }) => day.slice(0, head.month.length)),
    head.month,
  ]);
  return [...months].sort().flatMap((month) => {
    const rules = lastBegun(agreed, month);
    if (month > head.month || rules === undefined || begunCurrency(prices, `${month}-31`) !== rules.currency)
      return [];
    const ofMonth = (units: ReadonlyMap<string, CountedUnits>): readonly CountedUnits[] =>
      [...units.values()].filter(({ day }) => day.startsWith(month));
    const late = month < head.month;
    const earlier = late ? sumsOf(rules, ofMonth(before)) : [];
    return sumsOf(rules, ofMonth(all)).flatMap(([rule, units, amount], index): MonthRuleFact[] => {
      const [, unitsThen = 0, amountThen = new Big(0)] = earlier[index] ?? [];
      const change = { units: units - unitsThen, amount: textOf(amount.minus(amountThen)) };
      if (late && change.units === 0 && change.amount === '0') return [];
      const { currency, version } = rules;
      const { account_id } = head;
      return [{ account_id, currency, late, month, rule, version, ...change, [rule]: rules[rule] }];
    });
  });
}
