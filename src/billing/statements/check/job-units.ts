/** What is left of the charged units of one job, for `AdjustedUnitsCheck`. */
import { groupBy } from '../../../../packages/platform/src/values/group-by.js';
import type { AdjustedLineFact, AdjustmentFact } from '../format/facts.js';
import { correctedPrice } from './adjustment-scope.js';

interface LeftUnits {
  readonly block: string;
  readonly price: string | null;
  units: number;
}

export class JobUnits {
  /** By day, block and price. */
  private readonly left = new Map<string, LeftUnits>();
  /** Blocks of which a standing adjustment of the whole job holds everything; '': all blocks. */
  private readonly exhausted = new Set<string>();
  /** Units of earlier months that were given back since, by day and block. */
  private readonly given = new Map<string, number>();

  /** @param charges those before the job's first adjustment */
  constructor(charges: Iterable<readonly AdjustedLineFact[]>) {
    for (const lines of charges) this.addCharge(lines);
  }

  addCharge(lines: readonly AdjustedLineFact[]): void {
    for (const line of lines) this.add(line);
  }

  private add({ date, block, price, units }: AdjustedLineFact): number {
    const key = `${date} ${block} ${price}`;
    const left = this.left.get(key) ?? { block, price, units: 0 };
    this.left.set(key, left);
    return (left.units += units);
  }

  /** Takes or gives units of months whose charges are known. @returns whether they were left */
  take(lines: readonly AdjustedLineFact[]): boolean {
    return lines.map((line) => this.add(line) >= 0).every(Boolean);
  }

  /** Whether nothing is left of the block, or of any block if it is null, but at the corrected price. */
  isTaken(block: string | number | null, corrected: string | null): boolean {
    return [...this.left.values()].every(
      (left) =>
        left.units <= 0 ||
        (block !== null && left.block !== block) ||
        (corrected !== null && left.price === corrected),
    );
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

  /** Called where charges of unknown jobs were given back, perhaps of this one. */
  forget(): void {
    this.exhausted.clear();
    this.given.clear();
  }
}
