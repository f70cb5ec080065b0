/**
 * Finds faults between the lines of a statement, or of several of an account (`docs/statements.md`,
 * "Checking").
 */
import type { ChargeFact, LineFact } from '../format/facts.js';
import {
  STATEMENT_FORMAT,
  type StatementFormat,
  type StatementHeader,
  type StatementHead,
} from '../format/head.js';
import { monthOf } from '../../../words/src/month.js';
import { AdjustedUnitsCheck } from './adjusted-units.js';
import { ChargedRows } from './charged-rows.js';
import { FIRST_FORMAT, NO_LAST_EVENT } from './line-faults.js';
import { MonthRuleCheck } from './month-rule-check.js';
import { isReversalOf, type ReversibleLine } from './reversal.js';

const ONCE_MORE = 'It is a line that stands before it once more.';

export class CrossLineCheck {
  private readonly ids = new Set<string>();
  private readonly chargedRows = new ChargedRows();
  private readonly adjustedUnits = new AdjustedUnitsCheck(this.chargedRows);
  /** The price of each block on each day of charges; null: the block has no price. */
  private readonly prices = new Map<string, string | null>();
  /** Adjustments and credits, and their reversals, by id. */
  private readonly reversible = new Map<string, ReversibleLine>();
  /** Ids of adjustments and credits that the statement reverses. */
  private readonly reversedIds = new Set<string>();
  /** The currency of each month of charges; in the first two formats, of everything. */
  private readonly currencies = new Map<string, string | null>();
  private readonly monthRules = new MonthRuleCheck();
  private format: StatementFormat = STATEMENT_FORMAT;

  /** Begins a statement. Its lines are compared with those of earlier statements too. */
  begin(header: StatementHeader): void {
    this.format = header.format;
    // An earlier statement may have been issued before the first price.
    for (const [month, currency] of this.currencies) if (currency === null) this.currencies.delete(month);
    this.reversedIds.clear();
    this.chargedRows.begin();
    this.adjustedUnits.begin(header);
    this.monthRules.begin(header.month);
  }

  /** The fault of the next line, compared with the lines before it, as a sentence; or null. */
  fault(line: LineFact): string | null {
    const currencyFault = this.currencyFault(line);
    const ruleFault = this.monthRules.fault(line, (month) => this.adjustedUnits.unitsOf(month));
    if (line.kind === 'month_rule') return ruleFault ?? currencyFault;
    return (
      (line.kind === 'charge' ? this.chargeFault(line.fact) : this.entryFault(line)) ??
      ruleFault ??
      currencyFault
    );
  }

  /** The fault of the lines together with the signed head, as a sentence; or null. */
  headFault({ through }: Pick<StatementHead, 'through'>): string | null {
    if (through === null && this.monthRules.hasEvents) return NO_LAST_EVENT;
    const month = this.monthRules.monthWithOtherSums((each) => this.adjustedUnits.unitsOf(each));
    return month === null ? null : `The rules of ${month} come to something else than their lines.`;
  }

  private chargeFault(fact: ChargeFact): string | null {
    const { place, blocks } = this.chargedRows.add(fact);
    if (!addIfNew(this.ids, fact.charge_id) || place === 'again') return ONCE_MORE;
    const isOfOpenJob = this.adjustedUnits.addCharge(fact.job_id, blocks.lines);
    if (!this.hasOnePrice(fact)) return 'A line before it has another price of one of its blocks on its day.';
    if (this.format === FIRST_FORMAT) return null;
    if (place === 'behind') return 'A late block of its row stands before it.';
    return isOfOpenJob ? null : 'An adjustment before it names its job, which had ended by then.';
  }

  /** The fault of an adjustment or a credit. */
  private entryFault(line: ReversibleLine): string | null {
    const { adjustment_id, reverses } = line.fact;
    const isNew = addIfNew(this.ids, adjustment_id);
    if (!isNew || (reverses !== null && !addIfNew(this.ids, `${reverses} reversed`))) return ONCE_MORE;
    const fault = line.kind === 'credit' ? null : this.adjustedUnits.adjustmentFault(line.fact);
    return this.reversalFault(line) ?? fault;
  }

  /** The fault of a reversal whose entry stands before it. No entry stands behind its reversal. */
  private reversalFault(line: ReversibleLine): string | null {
    const { adjustment_id, reverses } = line.fact;
    const entry = reverses === null ? undefined : this.reversible.get(reverses);
    this.reversible.set(adjustment_id, line);
    if (reverses !== null) this.reversedIds.add(reverses);
    if (this.reversedIds.has(adjustment_id)) return 'Its reversal stands before it.';
    return entry === undefined || isReversalOf(line, entry, this.format === FIRST_FORMAT)
      ? null
      : 'It does not give back what the entry that it reverses took.';
  }

  /** Whether the blocks have the prices that other charges of the day have. */
  private hasOnePrice({ time, units, prices }: ChargeFact): boolean {
    return Object.keys(units).every((block) => {
      const key = `${time.slice(0, 'YYYY-MM-DD'.length)} ${block}`;
      const price = prices[block] ?? null;
      if (!this.prices.has(key)) this.prices.set(key, price);
      return this.prices.get(key) === price;
    });
  }

  /**
   * The fault of the line's currency. In the third format all charges of a month have one currency; in the
   * other formats all lines of the statement have one. Null means that a line has no currency. In the first
   * format such a line may stand beside lines with a currency.
   */
  private currencyFault({ kind, fact }: LineFact): string | null {
    const { currency } = fact;
    let fault: string | null = null;
    for (const month of this.format === STATEMENT_FORMAT ? chargedMonths({ kind, fact } as LineFact) : ['']) {
      const before = this.currencies.get(month);
      const isOpen = this.format === STATEMENT_FORMAT && kind !== 'charge';
      if (currency === null && (this.format === FIRST_FORMAT || (isOpen && before === undefined))) continue;
      if (before === undefined) this.currencies.set(month, currency);
      else if (before !== currency && !(isOpen && before === null))
        fault ??= `It is in ${currency ?? 'no currency'}, a line before it in ${before ?? 'none'}.`;
    }
    return fault;
  }
}

/** The months (YYYY-MM) of the charges that a line concerns. A credit concerns no charge. */
function chargedMonths(line: LineFact): string[] {
  if (line.kind === 'charge') return [monthOf(line.fact.time)];
  if (line.kind === 'month_rule') return [line.fact.month];
  return line.kind === 'credit' ? [] : (line.fact.lines ?? []).map(({ date }) => monthOf(date));
}

/** Adds a value. Returns false where the set had the value already. */
function addIfNew<T>(set: Set<T>, value: T): boolean {
  const { size } = set;
  return set.add(value).size > size;
}
