/** Counts the charged units of one job that are left, for `AdjustedUnitsCheck`. */
import { groupBy } from '../../../platform/src/values/group-by.js';
import type { AdjustedLineFact, AdjustmentFact } from '../format/facts.js';
import { correctedPrice } from './adjustment-scope.js';
import { LeftUnits } from './left-units.js';

export class JobUnits {
  /** The charged units less the units that adjustments of the job and of its rows took back. */
  readonly left = new LeftUnits();
  /** Whether an adjustment took back the whole job, or one of its blocks. */
  private hasJobAdjustment = false;
  /** Whether an adjustment of the job or of a row was reversed. */
  private hasReversal = false;
  /** Blocks whose units an adjustment of the whole job took back completely; '': all blocks. */
  private readonly exhaustedBlocks = new Set<string>();
  /** Units of earlier months that later reversals returned, by day and block. */
  private readonly returned = new Map<string, number>();

  /** @param charges the charges before the job's first adjustment */
  constructor(charges: Iterable<readonly AdjustedLineFact[]>) {
    for (const lines of charges) this.addCharge(lines);
  }

  addCharge(lines: readonly AdjustedLineFact[]): void {
    for (const line of lines) this.left.add(line);
  }

  /**
   * Whether the next adjustment must take all units that are left in its scope. After a reversal it may leave
   * out the units of the reversed adjustment, because earlier releases did so. An adjustment of the whole job
   * doesn't say how many units it took of each row.
   */
  mustTakeAll({ scope }: AdjustmentFact): boolean {
    return !this.hasReversal && (scope.row === null || !this.hasJobAdjustment);
  }

  /** Notes an entry of the job, or of one of its rows. */
  noteEntry(fact: AdjustmentFact): void {
    if (correctedPrice(fact) !== null) return;
    if (fact.reverses !== null) this.hasReversal = true;
    else if (fact.scope.row === null) this.hasJobAdjustment = true;
  }

  /** Applies lines of earlier months. @returns false where another adjustment has taken the units before */
  applyEarlierUnits(fact: AdjustmentFact, lines: readonly AdjustedLineFact[]): boolean {
    const { block: scopeBlock, row } = fact.scope;
    let isLeft = true;
    for (const [key, keyLines] of groupBy(lines, ({ date, block }) => `${date} ${block}`)) {
      const [{ block } = { block: '' }] = keyLines;
      if (!this.exhaustedBlocks.has('') && !this.exhaustedBlocks.has(block)) continue;
      const returnedUnits = this.returned.get(key) ?? 0;
      const taken = keyLines.reduce((sum, { units }) => sum - Math.min(units, 0), 0);
      if (fact.reverses === null && taken > returnedUnits) isLeft = false;
      this.returned.set(
        key,
        Math.max(
          keyLines.reduce((sum, { units }) => sum + units, returnedUnits),
          0,
        ),
      );
    }
    if (row === null && fact.reverses === null && correctedPrice(fact) === null) this.exhaust(scopeBlock);
    return isLeft;
  }

  private exhaust(block: string | number | null): void {
    this.exhaustedBlocks.add(block === null ? '' : String(block));
    for (const key of this.returned.keys())
      if (block === null || key.endsWith(` ${block}`)) this.returned.delete(key);
  }

  /** Forgets earlier units: a reversal returned units of unknown jobs, perhaps of this one. */
  forget(): void {
    this.exhaustedBlocks.clear();
    this.returned.clear();
  }
}
