/** Counts the charged units of one job that are left, for `AdjustedUnitsCheck`. */
import { groupBy } from '../../../platform/src/values/group-by.js';
import type { AdjustedLineFact, AdjustmentFact } from '../format/facts.js';
import { correctedPrice } from './adjustment-scope.js';
import { LeftUnits } from './left-units.js';

export class JobUnits {
  /** The charged units, less the units that entries of the job and of its rows took back. */
  readonly left = new LeftUnits();
  /** Whether an adjustment took back the whole job, or one of its blocks. */
  private isHeld = false;
  /** Whether an adjustment of the job or of a row was reversed. */
  private hasReversal = false;
  /** Blocks that a standing adjustment of the whole job holds completely; '': all blocks. */
  private readonly exhausted = new Set<string>();
  /** Units of earlier months that reversals gave back since, by day and block. */
  private readonly given = new Map<string, number>();

  /** @param charges those before the job's first adjustment */
  constructor(charges: Iterable<readonly AdjustedLineFact[]>) {
    for (const lines of charges) this.addCharge(lines);
  }

  addCharge(lines: readonly AdjustedLineFact[]): void {
    for (const line of lines) this.left.add(line);
  }

  /**
   * Whether the next adjustment must take everything that is left in its scope. After a reversal it may leave
   * out what the reversed adjustment took, because earlier releases did so. After an adjustment of the whole
   * job it is not known how much that adjustment took of each row.
   */
  mustTakeAll({ scope }: AdjustmentFact): boolean {
    return !this.hasReversal && (scope.row === null || !this.isHeld);
  }

  /** Notes an entry of the job, or of one of its rows. */
  note(fact: AdjustmentFact): void {
    if (correctedPrice(fact) !== null) return;
    if (fact.reverses !== null) this.hasReversal = true;
    else if (fact.scope.row === null) this.isHeld = true;
  }

  /** Takes or gives units of earlier months. @returns false where a standing adjustment holds them */
  takeEarlier(fact: AdjustmentFact, lines: readonly AdjustedLineFact[]): boolean {
    const { block: only, row } = fact.scope;
    let isLeft = true;
    for (const [key, own] of groupBy(lines, ({ date, block }) => `${date} ${block}`)) {
      const [{ block } = { block: '' }] = own;
      if (!this.exhausted.has('') && !this.exhausted.has(block)) continue;
      const given = this.given.get(key) ?? 0;
      const taken = own.reduce((sum, { units }) => sum - Math.min(units, 0), 0);
      if (fact.reverses === null && taken > given) isLeft = false;
      this.given.set(
        key,
        Math.max(
          own.reduce((sum, { units }) => sum + units, given),
          0,
        ),
      );
    }
    if (row === null && fact.reverses === null && correctedPrice(fact) === null) this.exhaust(only);
    return isLeft;
  }

  private exhaust(block: string | number | null): void {
    this.exhausted.add(block === null ? '' : String(block));
    for (const key of this.given.keys())
      if (block === null || key.endsWith(` ${block}`)) this.given.delete(key);
  }

  /** Forgets what is held, because a reversal gave back charges of unknown jobs, perhaps of this one. */
  forget(): void {
    this.exhausted.clear();
    this.given.clear();
  }
}
