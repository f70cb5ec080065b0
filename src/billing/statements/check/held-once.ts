/** Whether standing adjustments of a statement hold a charge twice (`docs/statements.md`, "Checking"). */
import type { AdjustmentFact, ByBlock, Fact } from '../format/facts.js';
import { monthOf } from '../format/month.js';

type Sums = Map<string, ByBlock<number>>;

/**
 * Sees the lines of one statement in their order. A charge of its month stands in it before its adjustments.
 * So of the month's days no sum of charges and adjustments is below zero: of a job by block, and of a day by
 * block. Of earlier charges it is known only that one standing adjustment at a time holds a block of a row.
 */
export class HeldOnce {
  private readonly jobs: Sums = new Map();
  private readonly days: Sums = new Map();
  private readonly rows = new Set<string>();
  /** Equal units of many resolves are one object. */
  private readonly alike: Sums = new Map();

  /** @param month of the statement, YYYY-MM. Whether the line can follow those before it. */
  fits({ kind, fact }: Fact, month: string): boolean {
    if (kind === 'adjustment') return this.fitsAdjustment(fact, month);
    const { job_id, time, units } = fact;
    return monthOf(time) !== month || this.adds(job_id, { date: time.slice(0, 10), units });
  }

  private fitsAdjustment({ days = [], reverses, scope, units }: AdjustmentFact, month: string): boolean {
    let fits = true;
    for (const day of days) if (monthOf(day.date) === month && !this.adds(scope.job_id, day)) fits = false;
    for (const block of scope.row === null ? [] : Object.keys(units)) {
      const held = `${scope.job_id} ${scope.row} ${block}`;
      if (reverses !== null) this.rows.delete(held);
      else if (this.rows.has(held)) fits = false;
      else this.rows.add(held);
    }
    return fits;
  }

  /** Whether no sum is below zero then. */
  private adds(
    job: string | number | null,
    { date, units }: { readonly date: string; readonly units: ByBlock<number> },
  ): boolean {
    const ofDay = added(this.days.get(date), units);
    this.days.set(date, ofDay);
    if (job === null) return isOwed(ofDay, units);
    const known = this.jobs.get(String(job));
    const ofJob = known === undefined ? this.shared(units) : added(known, units);
    this.jobs.set(String(job), ofJob);
    return isOwed(ofDay, units) && isOwed(ofJob, units);
  }

  private shared(units: ByBlock<number>): ByBlock<number> {
    const text = JSON.stringify(units);
    const known = this.alike.get(text);
    if (known !== undefined) return known;
    if (this.alike.size < MOST_ALIKE) this.alike.set(text, units);
    return units;
  }
}

const MOST_ALIKE = 1_000;

const isOwed = (sum: ByBlock<number>, of: ByBlock<number>): boolean =>
  Object.keys(of).every((block) => (sum[block] ?? 0) >= 0);

function added(sum: ByBlock<number> = {}, units: ByBlock<number>): ByBlock<number> {
  const both = { ...sum };
  for (const [block, each] of Object.entries(units)) both[block] = (both[block] ?? 0) + each;
  return both;
}
