/** The figures of one period as they are found, and what becomes of them. */
import type { ContradictedBy, FigureKey, WithheldFigure, WithheldReason } from '../accounts-record.js';
import type { FoundFigure } from './figure-facts.js';
import type { ColumnAmounts } from './filled-identity.js';

/** Figures as they are found, kept and dropped. */
export class PeriodFigures {
  readonly found = new Map<FigureKey, FoundFigure>();
  readonly withheld: WithheldFigure[] = [];

  take(result: FoundFigure | WithheldFigure | null): void {
    if (result === null) return;
    if ('figure' in result) this.found.set(result.field, result);
    else this.withheld.push(result);
  }

  drop(field: FigureKey, reason: WithheldReason, contradicted_by?: ContradictedBy): void {
    const figure = this.found.get(field);
    if (figure === undefined) return;
    this.found.delete(field);
    this.withheld.push({ field, reason, by: figure.sources, ...(contradicted_by && { contradicted_by }) });
  }

  holdsBack(field: FigureKey): boolean {
    return this.withheld.some((held) => held.field === field);
  }

  /** As they stand now, for the sums of their column. */
  amounts(lines: ColumnAmounts['lines'], confirmed: ReadonlySet<FigureKey>): ColumnAmounts {
    const withheld = new Set(this.withheld.map(({ field }) => field));
    return { figures: new Map(this.found), lines, withheld, confirmed };
  }
}
