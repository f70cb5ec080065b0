/** Adds month rules to a usage answer: the result of each rule in each whole month, beside `net_amount`. */
import { addLines } from '../../../projections/add-counts.js';
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import type { MonthRules, PriceAgreement } from '../../streams/account/account.state.js';
import { monthRulesOf } from '../../streams/account/month-rules.js';
import { monthRuleSums, type CountedUnits } from '../../../packages/statement-check/src/rules/month-rule.js';
import { firstDayOf, lastDayOf, monthOf, monthsOf } from '../../../packages/words/src/month.js';
import { pricedLines, type UnitsOfDay } from './priced-use.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import type { UsageRange } from './usage-range.js';
import type { UsageMonthRule } from './usage-schemas.js';

/** The input of month rules. `units` are all units of the account in the range, not those of one key. */
export interface MonthRuleInput {
  readonly range: UsageRange;
  /** Charges and adjustments by day. Several entries may have the same day. */
  readonly units: readonly UnitsOfDay[];
  readonly prices: readonly PriceAgreement[];
  readonly monthRules: readonly MonthRules[];
  /** The current month, YYYY-MM. Later months owe nothing yet, not even a minimum. */
  readonly runningMonth: string;
}

/** Returns the net units, with one entry for each day, block and price. */
export const countedUnits = (
  units: readonly UnitsOfDay[],
  prices: readonly PriceAgreement[],
): readonly CountedUnits[] =>
  [...groupBy(units, ({ day }) => day)].flatMap(([day, parts]) =>
    addLines<string | null>(
      [],
      parts.flatMap((part) => pricedLines(part, prices)),
    ).map((line) => ({ ...line, day })),
  );

/** Returns results by month, then in the order in which the rules apply; none for parts of months. */
export function usageMonthRules({
  range,
  units,
  prices,
  monthRules,
  runningMonth,
}: MonthRuleInput): readonly UsageMonthRule[] {
  if (monthRules.length === 0) return [];
  const months = monthsOf(monthOf(range.from), monthOf(range.to));
  if (range.from !== firstDayOf(months[0] ?? '') || range.to !== lastDayOf(months.at(-1) ?? '')) return [];
  const begunMonths = months.filter((month) => month <= runningMonth);
  return begunMonths.flatMap((month) => {
    const rules = monthRulesOf(monthRules, prices, month);
    if (rules === null) return [];
    const unitsOfMonth = units.filter(({ day }) => monthOf(day) === month);
    const { version, currency } = rules;
    return monthRuleSums(rules, countedUnits(unitsOfMonth, prices)).map(
      ({ rule, terms, amount, ...sum }) => ({
        month,
        rule,
        version,
        ...terms,
        ...sum,
        currency,
        amount: amountText(amount),
      }),
    );
  });
}
