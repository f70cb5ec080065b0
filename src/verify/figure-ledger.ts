/** Figures as two sides say them, by place: as read models show them, and as the log has them. */
import type { JobId } from '../shared/ids.js';
import { finding, type Offender } from './offender.js';

/** Rows that an event adds stand beside the blocks' units under this name. */
export const ROWS_FIGURE = 'rows';

/** Amounts by the names of figures. */
export type Figures = Iterable<readonly [string, number]>;

/** Takes in what both sides say, in any order and in parts. */
export interface Ledger {
  shown(place: string, figures: Figures): void;
  logged(place: string, figures: Figures): void;
}

interface Amounts {
  shown: number;
  logged: number;
}

/** Keeps every figure, so that those that differ can be named. */
export class NamedFigures implements Ledger {
  private readonly amounts = new Map<string, Amounts>();

  /** @param isKept of which places figures are kept */
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
      const known = this.amounts.get(name) ?? { shown: 0, logged: 0 };
      known[side] += amount;
      this.amounts.set(name, known);
    }
  }

  /** @param side where what is logged was counted */
  differences(side = 'in the log', job: JobId | null = null): readonly Offender[] {
    return [...this.amounts]
      .filter(([, { shown, logged }]) => shown !== logged)
      .map(([name, { shown, logged }]) => finding(`${name}: ${shown} shown, ${logged} ${side}`, job));
  }
}
