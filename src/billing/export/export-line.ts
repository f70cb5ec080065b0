/**
 * The lines of a bill as other systems take them: one for each block of a charge, each day, block and price
 * of an adjustment, each credit and each month rule. Pure: a line follows from a statement's fact and the
 * month that bills it, so that a checker makes the same line again (`docs/exports.md`).
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
  /** The same in each export of the line, and of no other line. */
  readonly id: string;
  readonly kind: LineFact['kind'];
  readonly account: number;
  /** YYYY-MM, UTC: the month whose statement has the line, or will have it. */
  readonly billed: string;
  /** Whether that is a later month than that of the use. */
  readonly correction: boolean;
  /** When it counts: of a charge its time, of all else the beginning of its day or month. ISO 8601, UTC. */
  readonly time: string;
  /** First day, and the day after the last one (YYYY-MM-DD, UTC). */
  readonly from: string;
  readonly before: string;
  /** When the entry was made; null for a month rule. */
  readonly made: string | null;
  readonly block: string | null;
  /** Negative where units are taken back; null for money without units. */
  readonly units: number | null;
  /** Of one unit; null without a price. */
  readonly price: string | null;
  /** Exact; null where there is no price. Negative where less is owed. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly job: string | null;
  readonly row: number | null;
  readonly company: string | null;
  readonly reason: string | null;
  /** The operator's words, on one line. */
  readonly note: string | null;
  /** The entry that this one reverses, or null. */
  readonly reverses: string | null;
}

type Shared = Pick<ExportLine, 'id' | 'kind' | 'account' | 'billed' | 'made'>;
type Own = Partial<Omit<ExportLine, keyof Shared>>;
type Span = Pick<ExportLine, 'time' | 'from' | 'before'>;

/** The day after this one; the last answer is kept, since lines of a day stand together. */
const dayAfter = (() => {
  let [known, after] = ['', ''];
  return (day: string): string => {
    if (day !== known)
      [known, after] = [day, new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, DAY_LENGTH)];
    return after;
  };
})();

const onDay = (day: string, time = `${day}T00:00:00.000Z`): Span => ({
  time,
  from: day,
  before: dayAfter(day),
});

/** Field by field: a million objects that are spread cost four times as much. */
const lineOf = (shared: Shared, span: Span, own: Own): ExportLine => ({
  id: shared.id,
  kind: shared.kind,
  account: shared.account,
  billed: shared.billed,
  correction: monthOf(span.from) < shared.billed,
  time: span.time,
  from: span.from,
  before: span.before,
  made: shared.made,
  block: own.block ?? null,
  units: own.units ?? null,
  price: own.price ?? null,
  amount: own.amount ?? null,
  currency: own.currency ?? null,
  job: own.job ?? null,
  row: own.row ?? null,
  company: own.company ?? null,
  reason: own.reason ?? null,
  note: own.note ?? null,
  reverses: own.reverses ?? null,
});

/** Products of a price and units. A month has few of them, and a million lines. */
const PRODUCTS = new Map<string, string>();
const MAX_PRODUCTS = 10_000;

function productOf(price: string, units: number): string {
  const key = `${price} ${units}`;
  const known = PRODUCTS.get(key);
  if (known !== undefined) return known;
  const product = amountText(new Big(price).times(units));
  if (PRODUCTS.size >= MAX_PRODUCTS) PRODUCTS.clear();
  PRODUCTS.set(key, product);
  return product;
}

const amountAt = (price: string | null, units: number): string | null =>
  price === null ? null : productOf(price, units);

/**
 * The lines of a fact.
 * @param billed the month whose statement has the fact, YYYY-MM
 * @param whole whether a charge that billed nothing has a line too, with 0 units and no block
 */
export function exportLines(line: LineFact, billed: string, whole = false): readonly ExportLine[] {
  switch (line.kind) {
    case 'charge':
      return chargeLines(line.fact, billed, whole);
    case 'adjustment':
      return adjustmentLines(line.fact, billed, whole);
    case 'credit':
      return [creditLine(line.fact, billed)];
    case 'month_rule':
      return [monthRuleLine({ ...line.fact, terms: line.fact[line.fact.rule] }, billed)];
  }
}

function chargeLines(fact: ChargeFact, billed: string, whole: boolean): readonly ExportLine[] {
  const { account_id: account, charge_id, time, job_id: job, row, company_number: company, currency } = fact;
  const span = onDay(time.slice(0, DAY_LENGTH), time);
  const of = { kind: 'charge', account, billed, made: time } as const;
  const blocks = Object.entries(fact.units);
  if (blocks.length === 0 && whole)
    return [lineOf({ ...of, id: charge_id }, span, { units: 0, currency, job, row, company })];
  return blocks.map(([block, units]) => {
    const price = fact.prices[block] ?? null;
    const amount = amountAt(price, units);
    const own = { block, units, price, amount, currency, job, row, company };
    return lineOf({ kind: 'charge', account, billed, made: time, id: `${charge_id}.${block}` }, span, own);
  });
}

const unitsIn = ({ units }: AdjustmentFact): number =>
  Object.values(units).reduce((sum, count) => sum + count, 0);

function adjustmentLines(fact: AdjustmentFact, billed: string, whole: boolean): readonly ExportLine[] {
  const { account_id: account, adjustment_id, amount, currency, note, reason, reverses, time } = fact;
  const lines = listedLines(fact);
  const of = { kind: 'adjustment', account, billed, made: time } as const;
  const words = { reason, note: safeLine(note), reverses, currency };
  if (lines.length === 0 && whole)
    return [
      lineOf({ ...of, id: adjustment_id }, onDay(time.slice(0, DAY_LENGTH)), {
        ...words,
        units: unitsIn(fact),
        amount,
      }),
    ];
  return lines.map(({ block, date, price, units }) => {
    const alike = lines.filter((other) => other.block === block && other.date === date);
    // A corrected price has a line beside that of the price before: only the price tells them apart.
    const which = alike.length < 2 ? '' : `.${price ?? 'unpriced'}`;
    const own = { ...words, block, units, price, amount: amountAt(price, units) };
    return lineOf({ ...of, id: `${adjustment_id}.${date}.${block}${which}` }, onDay(date), own);
  });
}

function creditLine(fact: CreditFact, billed: string): ExportLine {
  const { account_id: account, adjustment_id: id, amount, currency, note, reason, reverses, time } = fact;
  const own = { amount, currency, reason, note: safeLine(note), reverses };
  return lineOf({ id, kind: 'credit', account, billed, made: time }, onDay(time.slice(0, DAY_LENGTH)), own);
}

/** What a rule of a month comes to, with its terms as they were agreed. */
type MonthRuleResult = Pick<
  MonthRuleFact,
  'account_id' | 'amount' | 'currency' | 'late' | 'month' | 'rule'
> & { readonly terms: unknown };

export function monthRuleLine(result: MonthRuleResult, billed: string): ExportLine {
  const { account_id: account, amount, currency, late, month, rule, terms } = result;
  const first = firstDayOf(month);
  const id = `${account}.${month}.${rule}${late ? `.${billed}` : ''}`;
  const span = { time: `${first}T00:00:00.000Z`, from: first, before: firstDayOf(monthAfter(month)) };
  const own = { amount, currency, reason: rule, note: JSON.stringify(terms) };
  return lineOf({ id, kind: 'month_rule', account, billed, made: null }, span, own);
}
