/** Checks the lines of month rules (`docs/statements.md`, "Lines" and "Checking"). */
import Big from 'big.js';
import { monthRuleSums, type CountedUnits } from '../rules/month-rule.js';
import { canonicalJson, type LineFact, type MonthRuleFact } from '../format/facts.js';
import { listingKeyOf } from '../format/head.js';
import { monthOf } from '../../../words/src/month.js';
import { OTHER_FORMAT } from './figures.js';

const RULES: readonly MonthRuleFact['rule'][] = ['free_units', 'tiers', 'minimum'];

/** The fault of a rule's line, checked without the other lines, as a sentence; or null. */
export function monthRuleFault(
  fact: MonthRuleFact,
  statement: { readonly format: string; readonly month: string },
): string | null {
  const { month, late, rule, tiers = [], units, amount } = fact;
  if (listingKeyOf(statement.format) !== 'lines') return OTHER_FORMAT;
  if (month > statement.month || late !== month < statement.month)
    return `It is ${late ? '' : 'not '}marked late, and of ${month}.`;
  if (
    tiers.some(
      ({ after, percent }, index) => Number(percent) > 100 || after <= (tiers[index - 1]?.after ?? -1),
    )
  )
    return 'Its tiers are not in their order, or take more than all off.';
  if (late && units === 0 && amount === '0') return 'It is a difference of nothing.';
  return rule === 'minimum' && units !== 0 ? 'A minimum makes no unit cheaper.' : null;
}

/** The sums of the lines of one rule. */
interface RuleTotal {
  readonly units: number;
  readonly amount: Big;
}

const NOTHING: RuleTotal = { units: 0, amount: new Big(0) };
const AGREED_OTHERWISE = 'It is of another agreement than a rule of the same month before it.';

/**
 * Compares the lines of rules with each other and with the units of their months, in one statement or in
 * several consecutive ones.
 */
export class MonthRuleCheck {
  /** The rules of each month whose statement was read. */
  private readonly rulesByMonth = new Map<string, Map<MonthRuleFact['rule'], MonthRuleFact>>();
  private readonly totals = new Map<string, RuleTotal>();
  private month = '';
  /** Months with a charge that the statement lists or adjusts. */
  private readonly chargedMonths = new Set<string>();
  private lastRule: MonthRuleFact | null = null;
  private isWrong = false;
  private hasEvent = false;

  begin(month: string): void {
    this.month = month;
    this.chargedMonths.clear();
    this.lastRule = null;
    [this.isWrong, this.hasEvent] = [false, false];
  }

  /** Whether the statement has a line of an event. If not, all its lines are rules. */
  get hasEvents(): boolean {
    return this.hasEvent;
  }

  /**
   * The fault of the next line, as a sentence; or null.
   * @param unitsOf the net units of a month so far; null where not all of its charges are known
   */
  fault(line: LineFact, unitsOf: (month: string) => readonly CountedUnits[] | null): string | null {
    if (line.kind !== 'month_rule') return this.eventFault(line);
    const fault = this.orderFault(line.fact) ?? this.sumFault(line.fact, unitsOf(line.fact.month));
    this.lastRule = line.fact;
    this.isWrong ||= fault !== null;
    return fault;
  }

  /** The first month in which the lines of a rule don't add up to the rule's sum; or null. */
  monthWithOtherSums(unitsOf: (month: string) => readonly CountedUnits[] | null): string | null {
    if (this.isWrong) return null;
    for (const [month, rules] of this.rulesByMonth) {
      const units = unitsOf(month);
      const isListed = (rule: MonthRuleFact['rule']): boolean =>
        units === null || isSame(this.totals.get(`${month} ${rule}`) ?? NOTHING, sumOf(rules, rule, units));
      if (![...rules.keys()].every(isListed)) return month;
    }
    return null;
  }

  private eventFault({ kind, fact }: Exclude<LineFact, { kind: 'month_rule' }>): string | null {
    this.hasEvent = true;
    if (kind === 'charge') this.chargedMonths.add(monthOf(fact.time));
    if (kind === 'adjustment') for (const { date } of fact.lines ?? []) this.chargedMonths.add(monthOf(date));
    return this.lastRule === null ? null : 'It stands behind the rules of months.';
  }

  private orderFault(fact: MonthRuleFact): string | null {
    const { lastRule: last } = this;
    if (last !== null && placeOf(fact) <= placeOf(last))
      return 'The rules of months are not in their order, or one stands twice.';
    if (last?.month === fact.month && (last.version !== fact.version || last.currency !== fact.currency))
      return AGREED_OTHERWISE;
    return fact.month === this.month || this.chargedMonths.has(fact.month)
      ? null
      : `No charge of ${fact.month} stands in the statement.`;
  }

  private sumFault(fact: MonthRuleFact, units: readonly CountedUnits[] | null): string | null {
    const { month, rule } = fact;
    const rules = this.rulesByMonth.get(month) ?? new Map<MonthRuleFact['rule'], MonthRuleFact>();
    if (month === this.month) this.rulesByMonth.set(month, rules.set(rule, fact));
    const ruleOfMonth = rules.get(rule);
    if (units === null || rules.size === 0) return null;
    if (ruleOfMonth === undefined || termsText(ruleOfMonth) !== termsText(fact)) return AGREED_OTHERWISE;
    const key = `${month} ${rule}`;
    const earlierTotal = this.totals.get(key) ?? NOTHING;
    const total = { units: earlierTotal.units + fact.units, amount: earlierTotal.amount.plus(fact.amount) };
    this.totals.set(key, total);
    return isSame(total, sumOf(rules, rule, units))
      ? null
      : 'With the lines of it before, it is not what its rule comes to for the units of the month.';
  }
}

const isSame = (a: RuleTotal, b: RuleTotal): boolean => a.units === b.units && a.amount.eq(b.amount);

function sumOf(
  rules: ReadonlyMap<MonthRuleFact['rule'], MonthRuleFact>,
  rule: MonthRuleFact['rule'],
  units: readonly CountedUnits[],
): RuleTotal {
  const terms = {
    free_units: rules.get('free_units')?.free_units ?? 0,
    tiers: rules.get('tiers')?.tiers ?? [],
    minimum: rules.get('minimum')?.minimum ?? null,
  };
  return monthRuleSums(terms, units).find((sum) => sum.rule === rule) ?? NOTHING;
}

const termsText = ({ currency, version, free_units, tiers, minimum }: MonthRuleFact): string =>
  canonicalJson([currency, version, free_units ?? null, tiers ?? null, minimum ?? null]);

const placeOf = ({ month, rule }: MonthRuleFact): string => `${month} ${RULES.indexOf(rule)}`;
