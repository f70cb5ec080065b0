/** Holds the found and the withheld figures of one period. */
import type { ContradictedBy, FigureKey, WithheldFigure, WithheldReason } from '../accounts-record.js';
import { factAmountOf, type Amount } from './amounts.js';
import type { FoundFigure, HeldFigure } from './figure-facts.js';
import type { ColumnAmounts } from './filled-identity.js';
import { OTHER_YEAR } from './page-witness.js';
import type { Following } from './judgement.js';

export class FoundAndWithheld {
  readonly found = new Map<FigureKey, FoundFigure>();
  readonly withheld: WithheldFigure[] = [];
  /** The amounts of figures whose sign is in doubt, as the page shows them. Sums may use them. */
  readonly withheldAmounts = new Map<FigureKey, Amount>();

  take(result: FoundFigure | HeldFigure | null): void {
    if (result === null) return;
    if ('figure' in result) {
      this.found.set(result.field, result);
      return;
    }
    const { shown: shownAmount, ...withheld } = result;
    if (shownAmount !== undefined) this.withheldAmounts.set(withheld.field, shownAmount);
    this.withheld.push(withheld);
  }

  /** @param untagged the figures that the page prints without a tag */
  constructor(private readonly untagged: ReadonlySet<FigureKey>) {}

  /** Adds a figure that is derived from others. */
  derive(field: FigureKey, { hundredths, rounding, from }: Following, currency: string): void {
    const sources = from.flatMap((field) => this.found.get(field)?.sources ?? []);
    const figure = { amount: factAmountOf(hundredths), currency, by: null, from };
    const unstated = { concept: '', asPrinted: null, isBelowItsYear: false, signAsShown: true };
    this.found.set(field, { field, figure, hundredths, rounding, sources, ...unstated });
  }

  drop(field: FigureKey, reason: WithheldReason, contradicted_by?: ContradictedBy): void {
    const figure = this.found.get(field);
    if (figure === undefined) return;
    this.found.delete(field);
    this.withheld.push({ field, reason, by: figure.sources, ...(contradicted_by && { contradicted_by }) });
  }

  /**
   * Withholds the figures without a year above them too, if figures are withheld for a wrong year and no
   * figure is below its own year.
   */
  dropOfOtherYear(): void {
    const hasOtherYear = this.withheld.some(({ contradicted_by: by }) => by === OTHER_YEAR);
    const all = [...this.found.values()];
    if (!hasOtherYear || all.some(({ isBelowItsYear }) => isBelowItsYear)) return;
    for (const { field, hundredths } of all)
      if (hundredths !== 0n) this.drop(field, 'filed_value_implausible', OTHER_YEAR);
  }

  isWithheld(field: FigureKey): boolean {
    return this.withheld.some((figure) => figure.field === field);
  }

  /** The current amounts, for the sums of their column. */
  amounts(lines: ColumnAmounts['lines'], confirmed: ReadonlySet<FigureKey>): ColumnAmounts {
    const withheld = new Set(this.withheld.map(({ field }) => field));
    return {
      figures: new Map([...this.withheldAmounts, ...this.found]),
      lines,
      withheld,
      confirmed,
      untagged: this.untagged,
    };
  }
}
