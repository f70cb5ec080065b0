/** Compares figures by place: as read models show them and as the log has them. */
import type { JobId } from '../../packages/contract/src/ids.js';
import { finding, type Offender } from './offender.js';

/** The name of the number of rows, among the blocks' units. */
export const ROWS_FIGURE = 'rows';

/** Amounts by figure name. */
export type Figures = Iterable<readonly [string, number]>;

/** Takes in the figures of both sides, in any order and in parts. */
export interface Ledger {
  shown(place: string, figures: Figures): void;
  logged(place: string, figures: Figures): void;
}

interface Amounts {
  shown: number;
  logged: number;
}

/** Keeps every figure, to name those that differ. */
export class NamedFigures implements Ledger {
  private readonly amounts = new Map<string, Amounts>();

  /** @param isKept the places whose figures are kept */
  constructor(private readonly isKept: (place: string) => boolean = () => true) {}

  get count(): number {
    return this.amounts.size;
  }

  shown(place: string, figures: Figures): void {
    this.add(place, figures, 'shown');
  }

  logged(place: string, figures: Figures): void {
    this.add(place, figures, 'logged');
  }

  private add(place: string, figures: Figures, side: keyof Amounts): void {
    if (!this.isKept(place)) return;
    for (const [figure, amount] of figures) {
      const name = `${place} ${figure}`;
      const amounts = this.amounts.get(name) ?? { shown: 0, logged: 0 };
      amounts[side] += amount;
      this.amounts.set(name, amounts);
    }
  }

  /** @param side names the source of the logged figures in the report */
  differences(side = 'in the log', job: JobId | null = null): readonly Offender[] {
    return [...this.amounts]
      .filter(([, { shown, logged }]) => shown !== logged)
      .map(([name, { shown, logged }]) => finding(`${name}: ${shown} shown, ${logged} ${side}`, job));
  }
}
