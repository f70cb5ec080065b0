/** Keeps the prices that repricings of single rows corrected, for `AdjustedUnitsCheck`. */
import type { AdjustedLineFact, AdjustmentFact } from '../format/facts.js';
import { correctedPrice } from './adjustment-scope.js';

interface Correction {
  readonly id: string;
  readonly price: string | null;
}

export class RowPrices {
  /** Repricings that are not reversed, by block of a row, oldest first. */
  private readonly corrections = new Map<string, readonly Correction[]>();
  /** Jobs with an entry for several rows. The current prices of their rows are not known. */
  private readonly unknown = new Set<string>();

  /** Forgets the prices of a job, because an entry concerns the whole job. */
  forget(job: string): void {
    this.unknown.add(job);
  }

  /**
   * Whether the line of an entry has the current price of the row's block.
   * @param key the row and the block
   */
  fits(
    key: string,
    fact: AdjustmentFact,
    { line, charge }: { readonly line: AdjustedLineFact; readonly charge: AdjustedLineFact },
  ): boolean {
    const standing = this.corrections.get(key) ?? [];
    if (this.unknown.has(String(fact.scope.job_id))) return true;
    if (fact.reverses !== null) {
      if (correctedPrice(fact) === null || line.units > 0) return true;
      this.corrections.set(
        key,
        standing.filter(({ id }) => id !== fact.reverses),
      );
      // A repricing of an earlier statement may not be known.
      return standing.every(({ id }) => id !== fact.reverses) || standing.at(-1)?.id === fact.reverses;
    }
    // The line with the corrected price may stand before the line with the earlier price.
    const before = standing.filter(({ id }) => id !== fact.adjustment_id).at(-1) ?? charge;
    if (line.units < 0) return line.price === before.price;
    this.corrections.set(key, [...standing, { id: fact.adjustment_id, price: line.price }]);
    return true;
  }
}
