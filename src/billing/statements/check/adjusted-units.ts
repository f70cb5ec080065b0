/** Checks that adjustments take back no more than was charged (`docs/statements.md`, "Checking"). */
import {
  daysOfLines,
  type AdjustedLineFact,
  type AdjustmentFact,
  type ByBlock,
  type LineFact,
} from '../format/facts.js';
import { monthOf } from '../format/month.js';

type Sums = Map<string, ByBlock<number>>;

/**
 * Takes the lines of one statement in order. Charges of its month come before their adjustments, so for the
 * month's days no sum of charges and adjustments is below zero, by job and block or by day and block, and in
 * the third format by day, block and price. For charges of earlier months, it checks only that no two
 * adjustments take back the same block of a row at the same time.
 */
export class AdjustedUnitsCheck {
  private readonly jobs: Sums = new Map();
  private readonly days: Sums = new Map();
  private readonly rows = new Set<string>();
  /** Units by day, block and price. */
  private readonly prices = new Map<string, number>();
  /** One object for equal units, since many resolves have the same. */
  private readonly unitsByText: Sums = new Map();

  /**
   * Whether the line can follow those before it.
   * @param month the statement's month, YYYY-MM
   */
  canFollow({ kind, fact }: LineFact, month: string): boolean {
    if (kind === 'credit') return true;
    if (kind === 'adjustment') return this.fitsAdjustment(fact, month);
    const { job_id, time, units, prices } = fact;
    if (monthOf(time) !== month) return true;
    const date = time.slice(0, 10);
    for (const [block, count] of Object.entries(units))
      this.addsPriced({ date, block, price: prices[block] ?? null, units: count });
    return this.adds(job_id, { date, units });
  }

  private fitsAdjustment(
    { lines = [], days, reverses, scope, units }: AdjustmentFact,
    month: string,
  ): boolean {
    let fits = true;
    for (const line of lines) if (monthOf(line.date) === month && !this.addsPriced(line)) fits = false;
    for (const day of days ?? daysOfLines(lines))
      if (monthOf(day.date) === month && !this.adds(scope.job_id, day)) fits = false;
    for (const [block, count] of scope.row === null ? [] : Object.entries(units)) {
      if (count === 0) continue;
      const rowBlock = `${scope.job_id} ${scope.row} ${block}`;
      if (reverses !== null) this.rows.delete(rowBlock);
      else if (this.rows.has(rowBlock)) fits = false;
      else this.rows.add(rowBlock);
    }
    return fits;
  }

  private addsPriced({ date, block, price, units }: AdjustedLineFact): boolean {
    const key = `${date} ${block} ${price}`;
    const sum = (this.prices.get(key) ?? 0) + units;
    this.prices.set(key, sum);
    return sum >= 0;
  }

  /** Adds the units; false where a sum is then below zero. */
  private adds(
    job: string | number | null,
    { date, units }: { readonly date: string; readonly units: ByBlock<number> },
  ): boolean {
    const daySum = sumOfUnits(this.days.get(date), units);
    this.days.set(date, daySum);
    if (job === null) return isCharged(daySum, units);
    const sum = this.jobs.get(String(job));
    const jobSum = sum === undefined ? this.sharedUnits(units) : sumOfUnits(sum, units);
    this.jobs.set(String(job), jobSum);
    return isCharged(daySum, units) && isCharged(jobSum, units);
  }

  private sharedUnits(units: ByBlock<number>): ByBlock<number> {
    const text = JSON.stringify(units);
    const shared = this.unitsByText.get(text);
    if (shared !== undefined) return shared;
    if (this.unitsByText.size < MAX_SHARED) this.unitsByText.set(text, units);
    return units;
  }
}

const MAX_SHARED = 1_000;

/** Whether no sum of these blocks is below zero. */
const isCharged = (sum: ByBlock<number>, units: ByBlock<number>): boolean =>
  Object.keys(units).every((block) => (sum[block] ?? 0) >= 0);

function sumOfUnits(sum: ByBlock<number> = {}, units: ByBlock<number>): ByBlock<number> {
  const total = { ...sum };
  for (const [block, count] of Object.entries(units)) total[block] = (total[block] ?? 0) + count;
  return total;
}
