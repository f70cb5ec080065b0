/**
 * Makes the lines of a bill that other systems import (`docs/exports.md`): one for each block of a charge,
 * for each day, block and price of an adjustment, for each credit and for each month rule. Pure: a line
 * follows from a fact of a statement and the month that bills it, so a checker can make the same line again.
 */
import Big from 'big.js';
import { listedLines } from '../../../packages/statement-check/src/check/adjustment-scope.js';
import type {
  AdjustmentFact,
  ChargeFact,
  CreditFact,
  LineFact,
  MonthRuleFact,
} from '../../../packages/statement-check/src/format/facts.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import { firstDayOf, monthAfter, monthOf } from '../../../packages/words/src/month.js';
import { safeLine } from '../../../packages/words/src/text/safe-text.js';

const DAY_MS = 86_400_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

export interface ExportLine {
  /** The line's id: the same in each export of the line, and different from that of every other line. */
  readonly id: string;
  readonly kind: LineFact['kind'];
  readonly account: number;
  /** YYYY-MM, UTC: the month whose statement has the line, or will have it. */
  readonly billedMonth: string;
  /** True if `billedMonth` is later than the month of the use. */
  readonly isCorrection: boolean;
  /** The time of a charge; for other lines the start of their day or month. ISO 8601, UTC. */
  readonly time: string;
  /** The first day that the line bills (YYYY-MM-DD, UTC). */
  readonly from: string;
  /** The day after the last day that the line bills (YYYY-MM-DD, UTC). */
  readonly before: string;
  /** The time at which the entry was made; null for a month rule. */
  readonly madeAt: string | null;
  readonly block: string | null;
  /** Negative where units are taken back; null for money without units. */
  readonly units: number | null;
  /** The price of one unit; null without a price. */
  readonly price: string | null;
  /** The exact amount; null where the units have no price. Negative where less is owed. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly job: string | null;
  readonly row: number | null;
  readonly companyNumber: string | null;
  readonly reason: string | null;
  /** The operator's words, on one line; for a month rule its terms as JSON. */
  readonly note: string | null;
  /** The entry that this one reverses, or null. */
  readonly reverses: string | null;
}

type CommonFields = Pick<ExportLine, 'id' | 'kind' | 'account' | 'billedMonth' | 'madeAt'>;
type OtherFields = Partial<Omit<ExportLine, keyof CommonFields>>;
type Span = Pick<ExportLine, 'time' | 'from' | 'before'>;

/** Returns the day after this one. The last result is cached, since the lines of a day follow each other. */
const dayAfter = (() => {
  let [cachedDay, nextDay] = ['', ''];
  return (day: string): string => {
    if (day !== cachedDay)
      [cachedDay, nextDay] = [day, new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, DAY_LENGTH)];
    return nextDay;
  };
})();

const spanOfDay = (day: string, time = `${day}T00:00:00.000Z`): Span => ({
  time,
  from: day,
  before: dayAfter(day),
});

/** Makes a line. It copies each field by name, because object spreads take four times as long. */
const lineOf = (common: CommonFields, span: Span, other: OtherFields): ExportLine => ({
  id: common.id,
  kind: common.kind,
  account: common.account,
  billedMonth: common.billedMonth,
  isCorrection: monthOf(span.from) < common.billedMonth,
  time: span.time,
  from: span.from,
  before: span.before,
  madeAt: common.madeAt,
  block: other.block ?? null,
  units: other.units ?? null,
  price: other.price ?? null,
  amount: other.amount ?? null,
  currency: other.currency ?? null,
  job: other.job ?? null,
  row: other.row ?? null,
  companyNumber: other.companyNumber ?? null,
  reason: other.reason ?? null,
  note: other.note ?? null,
  reverses: other.reverses ?? null,
});

/** Cached products of price and units. A month may have a million lines, but only few different products. */
const PRODUCTS = new Map<string, string>();
const MAX_PRODUCTS = 10_000;

function productOf(price: string, units: number): string {
  const key = `${price} ${units}`;
  const cachedProduct = PRODUCTS.get(key);
  if (cachedProduct !== undefined) return cachedProduct;
  const product = amountText(new Big(price).times(units));
  if (PRODUCTS.size >= MAX_PRODUCTS) PRODUCTS.clear();
  PRODUCTS.set(key, product);
  return product;
}

const amountAt = (price: string | null, units: number): string | null =>
  price === null ? null : productOf(price, units);

/**
 * Returns the lines of a fact.
 * @param billedMonth the month whose statement has the fact, YYYY-MM
 * @param includesEmpty true: a charge or adjustment without lines gets one too, which names no block
 */
export function exportLines(
  lineFact: LineFact,
  billedMonth: string,
  includesEmpty = false,
): readonly ExportLine[] {
  switch (lineFact.kind) {
    case 'charge':
      return chargeLines(lineFact.fact, billedMonth, includesEmpty);
    case 'adjustment':
      return adjustmentLines(lineFact.fact, billedMonth, includesEmpty);
    case 'credit':
      return [creditLine(lineFact.fact, billedMonth)];
    case 'month_rule':
      return [monthRuleLine({ ...lineFact.fact, terms: lineFact.fact[lineFact.fact.rule] }, billedMonth)];
  }
}

function chargeLines(fact: ChargeFact, billedMonth: string, includesEmpty: boolean): readonly ExportLine[] {
  const { account_id: account, charge_id, time, job_id: job, row, currency } = fact;
  const { company_number: companyNumber } = fact;
  const span = spanOfDay(time.slice(0, DAY_LENGTH), time);
  const common = { kind: 'charge', account, billedMonth, madeAt: time } as const;
  const blocks = Object.entries(fact.units);
  if (blocks.length === 0 && includesEmpty)
    return [lineOf({ ...common, id: charge_id }, span, { units: 0, currency, job, row, companyNumber })];
  return blocks.map(([block, units]) => {
    const price = fact.prices[block] ?? null;
    const amount = amountAt(price, units);
    const otherFields = { block, units, price, amount, currency, job, row, companyNumber };
    const id = `${charge_id}.${block}`;
    return lineOf({ kind: 'charge', account, billedMonth, madeAt: time, id }, span, otherFields);
  });
}

const unitsIn = ({ units }: AdjustmentFact): number =>
  Object.values(units).reduce((sum, count) => sum + count, 0);

function adjustmentLines(
  fact: AdjustmentFact,
  billedMonth: string,
  includesEmpty: boolean,
): readonly ExportLine[] {
  const { account_id: account, adjustment_id, amount, currency, note, reason, reverses, time } = fact;
  const adjustedSums = listedLines(fact);
  const common = { kind: 'adjustment', account, billedMonth, madeAt: time } as const;
  const sharedFields = { reason, note: safeLine(note), reverses, currency };
  if (adjustedSums.length === 0 && includesEmpty)
    return [
      lineOf({ ...common, id: adjustment_id }, spanOfDay(time.slice(0, DAY_LENGTH)), {
        ...sharedFields,
        units: unitsIn(fact),
        amount,
      }),
    ];
  return adjustedSums.map(({ block, date, price, units }) => {
    const sameBlockAndDay = adjustedSums.filter((sum) => sum.block === block && sum.date === date);
    // Units at a corrected price have a line of their own, of the same day and block: the id names the price.
    const priceSuffix = sameBlockAndDay.length < 2 ? '' : `.${price ?? 'unpriced'}`;
    const id = `${adjustment_id}.${date}.${block}${priceSuffix}`;
    const otherFields = { ...sharedFields, block, units, price, amount: amountAt(price, units) };
    return lineOf({ ...common, id }, spanOfDay(date), otherFields);
  });
}

function creditLine(fact: CreditFact, billedMonth: string): ExportLine {
  const { account_id: account, adjustment_id: id, amount, currency, note, reason, reverses, time } = fact;
  const otherFields = { amount, currency, reason, note: safeLine(note), reverses };
  const day = time.slice(0, DAY_LENGTH);
  return lineOf({ id, kind: 'credit', account, billedMonth, madeAt: time }, spanOfDay(day), otherFields);
}

/** The amount of a rule in a month, with the rule's terms as they were agreed. */
type MonthRuleResult = Pick<
  MonthRuleFact,
  'account_id' | 'amount' | 'currency' | 'late' | 'month' | 'rule'
> & { readonly terms: unknown };

export function monthRuleLine(result: MonthRuleResult, billedMonth: string): ExportLine {
  const { account_id: account, amount, currency, late, month, rule, terms } = result;
  const firstDay = firstDayOf(month);
  const id = `${account}.${month}.${rule}${late ? `.${billedMonth}` : ''}`;
  const before = firstDayOf(monthAfter(month));
  const span = { time: `${firstDay}T00:00:00.000Z`, from: firstDay, before };
  const otherFields = { amount, currency, reason: rule, note: JSON.stringify(terms) };
  return lineOf({ id, kind: 'month_rule', account, billedMonth, madeAt: null }, span, otherFields);
}
