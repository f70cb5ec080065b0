/**
 * Checks that adjustments take back what was charged and is still left, at the price that it has
 * (`docs/statements.md`, "Checking"). Pure.
 */
import type { CountedUnits } from '../../month-rules/month-rule.js';
import type { AdjustedLineFact, AdjustmentFact } from '../format/facts.js';
import type { StatementHeader } from '../format/head.js';
import { monthOf } from '../format/month.js';
import { correctedPrice, listedLines } from './adjustment-scope.js';
import type { ChargedRows } from './charged-rows.js';
import { JobUnits } from './job-units.js';
import { RowPrices } from './row-prices.js';

const NOT_LEFT = 'It takes back what was not charged, or what an adjustment before it holds.';

type CheckedHeader = Pick<StatementHeader, 'month' | 'partial'> & {
  readonly previous: Pick<StatementHeader['previous'], 'tree_size'>;
};

/**
 * Takes the lines of one statement, or of several that follow each other, in order. Of the months of these
 * statements all charges are known, and they stand before their adjustments: so nothing is taken back that
 * the charges don't leave. Of earlier charges only that is known what standing adjustments hold.
 */
export class AdjustedUnitsCheck {
  /** Units left, by day, block and price. */
  private readonly left = new Map<string, number>();
  private readonly jobs = new Map<string, JobUnits>();
  private readonly rowPrices = new RowPrices();
  /** Blocks of rows that a standing adjustment of one row holds. */
  private readonly held = new Set<string>();
  /** Jobs that an adjustment of the statement names: they have ended. */
  private readonly ended = new Set<string>();
  /** All charges of this month and later are known; '': of every month. Null before the first statement. */
  private firstMonth: string | null = null;
  private month = '';
  /** Whether no line of the account stands in a statement that isn't known. */
  private isWhole = false;
  /** Whether an adjustment names days in place of a job: its jobs aren't known. */
  private hasDays = false;

  constructor(private readonly charged: ChargedRows) {}

  begin({ month, partial, previous }: CheckedHeader): void {
    if (this.firstMonth === null) this.isWhole = previous.tree_size === 0 && !partial;
    this.firstMonth ??= this.isWhole ? '' : month;
    this.month = month;
    this.ended.clear();
  }

  /** Adds a charge. @returns false where its job had ended */
  addCharge(job: string, lines: readonly AdjustedLineFact[]): boolean {
    if (lines.some((line) => this.isKnown(line))) for (const line of lines) add(this.left, line);
    this.jobs.get(job)?.addCharge(lines);
    return !this.ended.has(job);
  }

  /** The fault of an adjustment, a repricing or a reversal, as a sentence; or null. */
  adjustmentFault(fact: AdjustmentFact): string | null {
    const lines = listedLines(fact);
    // A process with a fast clock may have charged what was adjusted before the end of the month.
    if (lines.some(({ date }) => monthOf(date) > this.month)) this.isWhole = false;
    let isLeft = true;
    for (const line of lines) if (this.isKnown(line) && add(this.left, line) < 0) isLeft = false;
    const isOfJob = fact.scope.job_id === null ? this.takesDays(fact) : this.takesOfJob(fact, lines);
    const isOfRow = fact.scope.row === null || this.takesOfRow(fact, lines);
    return isLeft && isOfJob && isOfRow ? null : NOT_LEFT;
  }

  /** The net units of a month by day, block and price; null where not all of its charges are known. */
  unitsOf(month: string): readonly CountedUnits[] | null {
    if (this.firstMonth === null || month < this.firstMonth || month > this.month) return null;
    return [...this.left].flatMap(([key, units]) => {
      const [day = '', block = '', price = ''] = key.split(' ');
      return monthOf(day) === month ? [{ day, block, price: price === 'null' ? null : price, units }] : [];
    });
  }

  private isKnown({ date }: Pick<AdjustedLineFact, 'date'>): boolean {
    const month = monthOf(date);
    return this.firstMonth !== null && month >= this.firstMonth && month <= this.month;
  }

  private takesDays({ reverses }: AdjustmentFact): boolean {
    this.hasDays = true;
    if (reverses !== null) for (const job of this.jobs.values()) job.forget();
    return true;
  }

  private takesOfJob(fact: AdjustmentFact, lines: readonly AdjustedLineFact[]): boolean {
    const name = String(fact.scope.job_id);
    this.ended.add(name);
    const job = this.jobs.get(name) ?? new JobUnits(this.charged.chargesOf(name));
    this.jobs.set(name, job);
    const known = lines.filter((line) => this.isKnown(line));
    const earlier = lines.filter(({ date }) => this.firstMonth !== null && monthOf(date) < this.firstMonth);
    const isLeft = [job.take(known), job.takeEarlier(fact, earlier)].every(Boolean);
    const isExact = this.isWhole && !this.hasDays && fact.reverses === null && lines.length > 0;
    if (fact.scope.row !== null) return isLeft && (!isExact || this.takesWholeRow(fact, lines));
    this.rowPrices.forget(name);
    return isLeft && (!isExact || job.isTaken(fact.scope.block, correctedPrice(fact)));
  }

  /** Whether an adjustment of a row takes each of its blocks that is within the scope and is not held. */
  private takesWholeRow({ scope }: AdjustmentFact, lines: readonly AdjustedLineFact[]): boolean {
    return this.charged
      .linesOf(String(scope.job_id), Number(scope.row))
      .every(
        ({ block }) =>
          (scope.block !== null && scope.block !== block) ||
          this.held.has(rowKey(scope, block)) ||
          lines.some((line) => line.block === block),
      );
  }

  private takesOfRow(fact: AdjustmentFact, lines: readonly AdjustedLineFact[]): boolean {
    const { scope, reverses, units } = fact;
    const isRepricing = correctedPrice(fact) !== null;
    let fits = true;
    for (const line of lines) {
      const key = rowKey(scope, line.block);
      if (!this.isKnown(line)) continue;
      const charge = this.charged.lineOf(String(scope.job_id), Number(scope.row), line.block);
      if (charge?.date !== line.date) fits = false;
      else if (!this.hasDays && !this.rowPrices.fits(key, fact, { line, charge })) fits = false;
    }
    for (const block of isRepricing ? [String(scope.block)] : blocksOf(units)) {
      const key = rowKey(scope, block);
      if (isRepricing) fits = fits && !this.held.has(key);
      else if (reverses !== null) this.held.delete(key);
      else if (this.held.has(key)) fits = false;
      else this.held.add(key);
    }
    return fits;
  }
}

const blocksOf = (units: AdjustmentFact['units']): string[] =>
  Object.keys(units).filter((block) => units[block] !== 0);

const rowKey = ({ job_id, row }: AdjustmentFact['scope'], block: string): string =>
  `${job_id} ${row} ${block}`;

/** The key of units of a block on a day at a price. */
export const lineKey = ({ date, block, price }: Omit<AdjustedLineFact, 'units'>): string =>
  `${date} ${block} ${price}`;

/** Adds the units of a line, and returns their sum. */
export function add(sums: Map<string, number>, line: AdjustedLineFact): number {
  const sum = (sums.get(lineKey(line)) ?? 0) + line.units;
  sums.set(lineKey(line), sum);
  return sum;
}
