/**
 * Makes the facts of month rules. While a statement is written, `MonthRuleUnits` counts the units of each
 * month since rules began. A fact about an earlier month is the change since earlier statements.
 */
import Big from 'big.js';
import { addCounts, addLines } from '../../../../projections/add-counts.js';
import type { MonthRules, PriceAgreement } from '../../../streams/account/account.state.js';
import { monthRulesOf } from '../../../streams/account/month-rules.js';
import { adjustmentsStreams } from '../../../streams/adjustments/adjustments.events.js';
import { decodeRowsEvents } from '../../../streams/rows/rows.events.js';
import { tallyRows } from '../../../streams/rows/rows-tally.js';
import { categoryOf, type RecordedEvent } from '../../../../packages/platform/src/event-store/event-store.js';
import { adjustedDays } from '../../adjustments/adjustment-rule.js';
import {
  monthRuleSums,
  type MonthRuleSum,
} from '../../../../packages/statement-check/src/rules/month-rule.js';
import { type UnitsOfDay } from '../../usage/priced-use.js';
import { amountText } from '../../../../packages/statement-check/src/rules/payable.js';
import { countedUnits } from '../../usage/month-rule-usage.js';
import type { MonthRuleFact } from '../../../../packages/statement-check/src/format/facts.js';
import { firstDayOf, monthOf, monthsOf } from '../../../../packages/words/src/month.js';

export interface MonthRulePlan {
  readonly account: number;
  /** The statement's month, YYYY-MM, UTC. */
  readonly month: string;
  /** Price agreements in the order in which they were made. */
  readonly agreements: readonly PriceAgreement[];
  readonly monthRules: readonly MonthRules[];
}

/** Returns the first month that may have rules; null where none were ever agreed. */
const firstMonthWithRules = (rules: readonly MonthRules[]): string | null =>
  rules.map(({ from }) => monthOf(from)).sort()[0] ?? null;

/**
 * Returns the first month before the statement's that has a minimum and no statement; null: there is none.
 * @param hasStatement returns true for a month that has a statement
 */
export function firstMonthWithUnstatedMinimum(
  { month, agreements, monthRules }: Omit<MonthRulePlan, 'account'>,
  hasStatement: (month: string) => boolean,
): string | null {
  const firstMonth = firstMonthWithRules(monthRules);
  const months =
    firstMonth === null ? [] : monthsOf(firstMonth, month).filter((earlierMonth) => earlierMonth < month);
  const hasMinimum = (earlierMonth: string): boolean =>
    (monthRulesOf(monthRules, agreements, earlierMonth)?.minimum ?? null) !== null;
  return months.find((earlierMonth) => hasMinimum(earlierMonth) && !hasStatement(earlierMonth)) ?? null;
}

export class MonthRuleUnits {
  /** The units of earlier statements by day. */
  private readonly statedUnitsByDay = new Map<string, UnitsOfDay>();
  /** All units by day. */
  private readonly allUnitsByDay = new Map<string, UnitsOfDay>();
  private readonly firstMonth: string | null;

  constructor(private readonly plan: MonthRulePlan) {
    this.firstMonth = firstMonthWithRules(plan.monthRules);
  }

  /** Counts an event of charges or adjustments. */
  add(recorded: RecordedEvent, isInEarlierStatement: boolean): void {
    if (this.firstMonth === null) return;
    for (const units of unitsOfEvent(recorded)) {
      if (units.day < firstDayOf(this.firstMonth)) continue;
      addUnits(this.allUnitsByDay, units);
      if (isInEarlierStatement) addUnits(this.statedUnitsByDay, units);
    }
  }

  /** Returns the facts by month, then in the order in which the rules apply. */
  facts(): readonly MonthRuleFact[] {
    const { firstMonth, plan } = this;
    return firstMonth === null
      ? []
      : monthsOf(firstMonth, plan.month).flatMap((month) => this.factsOfMonth(month));
  }

  private factsOfMonth(month: string): readonly MonthRuleFact[] {
    const { account, agreements, monthRules } = this.plan;
    const rules = monthRulesOf(monthRules, agreements, month);
    if (rules === null) return [];
    const sumsOf = (unitsByDay: ReadonlyMap<string, UnitsOfDay>): readonly MonthRuleSum[] =>
      monthRuleSums(
        rules,
        countedUnits(
          [...unitsByDay.values()].filter(({ day }) => monthOf(day) === month),
          agreements,
        ),
      );
    const late = month < this.plan.month;
    const statedSums = late ? sumsOf(this.statedUnitsByDay) : [];
    return sumsOf(this.allUnitsByDay).flatMap(({ rule, terms, ...sum }, index) => {
      const amount = sum.amount.minus(statedSums[index]?.amount ?? new Big(0));
      const units = sum.units - (statedSums[index]?.units ?? 0);
      if (late && units === 0 && amount.eq(0)) return [];
      const { currency, version } = rules;
      const fact = { account_id: account, currency, late, month, rule, ...terms, units, version };
      return [{ ...fact, amount: amountText(amount) }];
    });
  }
}

function addUnits(unitsByDay: Map<string, UnitsOfDay>, { day, units, corrected = [] }: UnitsOfDay): void {
  const earlier = unitsByDay.get(day);
  unitsByDay.set(day, {
    day,
    units: addCounts(earlier?.units ?? {}, units),
    corrected: addLines(earlier?.corrected ?? [], corrected),
  });
}

/** Returns the units of an event by the day of their charges. Units that are taken back are negative. */
function unitsOfEvent(recorded: RecordedEvent): readonly UnitsOfDay[] {
  const day = (recorded.metadata['time'] ?? '').slice(0, 10);
  if (categoryOf(recorded.stream) === 'adjustments')
    return adjustedDays(adjustmentsStreams.decode(recorded).event.data);
  if (recorded.type !== 'RowsRecorded')
    return decodeRowsEvents(recorded).flatMap(({ event }) =>
      event.type === 'BlockCharged' ? [{ day, units: { [event.data.block]: event.data.units } }] : [],
    );
  return [{ day, units: tallyRows(recorded).event.data.units }];
}
