/**
 * Checks that adjustments take back only units that were charged and are still left, at the price that these
 * units have (`docs/statements.md`, "Checking"). Pure.
 */
import type { CountedUnits } from '../rules/month-rule.js';
import type { AdjustedLineFact, AdjustmentFact } from '../format/facts.js';
import type { StatementHeader } from '../format/head.js';
import { firstDayOf, monthOf } from '../../../words/src/month.js';
import { correctedPrice, listedLines } from './adjustment-scope.js';
import type { ChargedRows } from './charged-rows.js';
import { JobUnits } from './job-units.js';
import { LeftUnits } from './left-units.js';
import { RowPrices } from './row-prices.js';

const NOT_LEFT = 'It takes back what was not charged, or what an adjustment before it holds.';

type CheckedHeader = Pick<StatementHeader, 'month' | 'partial'> & {
  readonly previous: Pick<StatementHeader['previous'], 'tree_size'>;
};

/**
 * Takes the lines of one statement, or of several that follow each other, in order. The charges of these
 * statements are all known and stand before their adjustments, so an adjustment may take back only what these
 * charges leave. Charges of earlier months are not known, except that a standing adjustment may hold them.
 */
export class AdjustedUnitsCheck {
  private readonly left = new LeftUnits();
  private readonly jobs = new Map<string, JobUnits>();
  private readonly rowPrices = new RowPrices();
  /** Blocks of rows that a standing adjustment of a single row holds. */
  private readonly heldBlocks = new Set<string>();
  /** Jobs that an adjustment of the statement names. These jobs have ended. */
  private readonly endedJobs = new Set<string>();
  /**
   * Days on which the price of a charge is not known. A process with another clock may have corrected that
   * price in the statement of the month before.
   */
  private readonly openDays = new Set<string>();
  /**
   * The first month whose charges are all known; '': the charges of all months are. Null before the first
   * statement.
   */
  private firstMonth: string | null = null;
  private month = '';
  /** Whether all statements of the account are known. */
  private isComplete = false;
  /** Whether an adjustment names days in place of a job. The jobs of such an adjustment are not known. */
  private hasDays = false;

  constructor(private readonly chargedRows: ChargedRows) {}

  begin({ month, partial, previous }: CheckedHeader): void {
    if (this.firstMonth === null) this.isComplete = previous.tree_size === 0 && !partial;
    if (this.firstMonth === null && !this.isComplete) this.openDays.add(firstDayOf(month));
    this.firstMonth ??= this.isComplete ? '' : month;
    this.month = month;
    this.endedJobs.clear();
  }

  /** Adds a charge. @returns false where the job of the charge had ended */
  addCharge(job: string, lines: readonly AdjustedLineFact[]): boolean {
    if (lines.some((line) => this.isKnown(line))) for (const line of lines) this.left.add(line);
    this.jobs.get(job)?.addCharge(lines);
    return !this.endedJobs.has(job);
  }

  /** The fault of an adjustment, a repricing or a reversal, as a sentence; or null. */
  adjustmentFault(fact: AdjustmentFact): string | null {
    // Lines that take units back come first, so that a repricing doesn't take the units that it gives.
    const lines = [...listedLines(fact)].sort((a, b) => a.units - b.units);
    for (const { date } of lines) if (monthOf(date) > this.month) this.noteLaterDay(date);
    let isLeft = true;
    for (const line of lines)
      if (!this.isEarlier(line) && !this.left.add(line, !this.openDays.has(line.date)) && this.isKnown(line))
        isLeft = false;
    if (fact.scope.job_id === null) this.noteScopeOfDays(fact);
    const isJobRight = fact.scope.job_id === null || this.fitsJob(fact, lines);
    const isRowRight = fact.scope.row === null || this.fitsRow(fact, lines);
    return isLeft && isJobRight && isRowRight ? null : NOT_LEFT;
  }

  /** The net units of a month by day, block and price; null where not all of its charges are known. */
  unitsOf(month: string): readonly CountedUnits[] | null {
    if (this.firstMonth === null || month < this.firstMonth || month > this.month) return null;
    return this.left.ofMonth(month);
  }

  /**
   * Notes a later day that an adjustment of this month names. A process with another clock made the charge.
   */
  private noteLaterDay(date: string): void {
    this.isComplete = false;
    this.openDays.add(date);
  }

  private isPriceKnown({ date }: AdjustedLineFact): boolean {
    return !this.hasDays && !this.openDays.has(date);
  }

  /** Whether the line's charges stand in this statement or in an earlier one that is known. */
  private isKnown(line: AdjustedLineFact): boolean {
    return !this.isEarlier(line) && monthOf(line.date) <= this.month;
  }

  private isEarlier({ date }: AdjustedLineFact): boolean {
    return this.firstMonth === null || monthOf(date) < this.firstMonth;
  }

  private noteScopeOfDays({ reverses }: AdjustmentFact): void {
    this.hasDays = true;
    if (reverses !== null) for (const job of this.jobs.values()) job.forget();
  }

  private fitsJob(fact: AdjustmentFact, lines: readonly AdjustedLineFact[]): boolean {
    const name = String(fact.scope.job_id);
    this.endedJobs.add(name);
    const job = this.jobs.get(name) ?? new JobUnits(this.chargedRows.chargesOf(name));
    this.jobs.set(name, job);
    const isLeft = [
      ...lines
        .filter((line) => !this.isEarlier(line))
        .map((line) => job.left.add(line, this.isPriceKnown(line)) || !this.isKnown(line)),
      job.applyEarlierUnits(
        fact,
        lines.filter((line) => this.isEarlier(line)),
      ),
    ].every(Boolean);
    const isExact = this.isComplete && !this.hasDays && fact.reverses === null && lines.length > 0;
    const mustTakeAll = isExact && job.mustTakeAll(fact);
    job.noteEntry(fact);
    if (fact.scope.row !== null) return isLeft && (!mustTakeAll || this.takesWholeRow(fact, lines));
    this.rowPrices.forget(name);
    return isLeft && (!mustTakeAll || job.left.isTaken(fact.scope.block, correctedPrice(fact)));
  }

  /** Whether an adjustment of a row takes each block of the row that is within the scope and is not held. */
  private takesWholeRow({ scope }: AdjustmentFact, lines: readonly AdjustedLineFact[]): boolean {
    return this.chargedRows
      .linesOf(String(scope.job_id), Number(scope.row))
      .every(
        ({ block }) =>
          (scope.block !== null && scope.block !== block) ||
          this.heldBlocks.has(rowKey(scope, block)) ||
          lines.some((line) => line.block === block),
      );
  }

  private fitsRow(fact: AdjustmentFact, lines: readonly AdjustedLineFact[]): boolean {
    const { scope, reverses, units } = fact;
    const isRepricing = correctedPrice(fact) !== null;
    let fits = true;
    for (const line of lines) {
      const key = rowKey(scope, line.block);
      if (!this.isKnown(line)) continue;
      const charge = this.chargedRows.lineOf(String(scope.job_id), Number(scope.row), line.block);
      if (charge?.date !== line.date) fits = false;
      else if (this.isPriceKnown(line) && !this.rowPrices.fits(key, fact, { line, charge })) fits = false;
    }
    for (const block of isRepricing ? [String(scope.block)] : blocksOf(units)) {
      const key = rowKey(scope, block);
      if (isRepricing) fits = fits && !this.heldBlocks.has(key);
      else if (reverses !== null) this.heldBlocks.delete(key);
      else if (this.heldBlocks.has(key)) fits = false;
      else this.heldBlocks.add(key);
    }
    return fits;
  }
}

const blocksOf = (units: AdjustmentFact['units']): string[] =>
  Object.keys(units).filter((block) => units[block] !== 0);

const rowKey = ({ job_id, row }: AdjustmentFact['scope'], block: string): string =>
  `${job_id} ${row} ${block}`;
