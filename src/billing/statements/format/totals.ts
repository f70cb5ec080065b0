/** Sums a statement's lines (`docs/statements.md`, "Totals") by exact products and sums, never rounded. */
import Big from 'big.js';
import type { StatementTotals } from '../../../streams/statement/statement.events.js';
import { amountText } from '../../usage/priced-use.js';
import { payableOf } from '../../payable.js';
import type { AdjustmentFact, ByBlock, ChargeFact, CreditFact } from './facts.js';
import { STATEMENT_FORMAT, type StatementFormat } from './head.js';

/** Units of a block on a day at one price. */
interface Counter {
  units: number;
}

interface Day {
  rows: number;
  /** Counters by block, then by price. The price is '' where the block has none. */
  readonly blocks: Map<string, Map<string, Counter>>;
}

/** The counters and figures of a charge. All charges of the same day, units and prices share one object. */
export interface ChargeSums {
  readonly day: Day;
  readonly rows: number;
  readonly late: boolean;
  readonly currency: string | null;
  readonly units: readonly { readonly counter: Counter; readonly count: number }[];
}

/** The exact amount of these units, without those that have no price. */
export function amountOfUnits(units: ByBlock<number>, prices: ByBlock<string>): Big {
  let amount = new Big(0);
  for (const [block, price] of Object.entries(prices))
    amount = amount.plus(new Big(price).times(units[block] ?? 0));
  return amount;
}

const sorted = <T>(map: ReadonlyMap<string, T>): [string, T][] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1));

const getOrMake = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const present = map.get(key);
  if (present !== undefined) return present;
  const value = make();
  map.set(key, value);
  return value;
};

/** The sums of one block: units, priced amount, units without a price. */
class BlockSums {
  units = 0;
  unpriced = 0;
  amount = new Big(0);

  add(prices: ReadonlyMap<string, Counter>): void {
    for (const [price, { units }] of prices) {
      this.units += units;
      if (price === '') this.unpriced += units;
      else this.amount = this.amount.plus(new Big(price).times(units));
    }
  }
}

export class Totals {
  private readonly days = new Map<string, Day>();
  private readonly adjusted = new Map<string, number>();
  private rows = 0;
  private entries = 0;
  private adjustments = 0;
  private late = 0;
  private currency: string | null = null;
  private adjustedAmount = new Big(0);
  private credits = 0;
  private creditedAmount = new Big(0);

  /** The counters for a charge of this day, with these units and prices. */
  sumsOf({
    time,
    entry,
    late,
    currency,
    units,
    prices,
  }: Pick<ChargeFact, 'time' | 'entry' | 'late' | 'currency' | 'units' | 'prices'>): ChargeSums {
    const day = getOrMake(this.days, time.slice(0, 10), (): Day => ({ rows: 0, blocks: new Map() }));
    const counters = Object.entries(units).map(([block, count]) => {
      const byPrice = getOrMake(day.blocks, block, () => new Map<string, Counter>());
      return { counter: getOrMake(byPrice, prices[block] ?? '', () => ({ units: 0 })), count };
    });
    return { day, rows: entry === 'row' ? 1 : 0, late, currency, units: counters };
  }

  addCharge({ day, rows, late, currency, units }: ChargeSums): void {
    this.entries++;
    this.rows += rows;
    day.rows += rows;
    if (late) this.late++;
    this.currency ??= currency;
    for (const { counter, count } of units) counter.units += count;
  }

  adjustment({ late, currency, amount, units }: AdjustmentFact): void {
    this.entries++;
    this.adjustments++;
    if (late) this.late++;
    this.currency ??= currency;
    if (amount !== null) this.adjustedAmount = this.adjustedAmount.plus(amount);
    for (const [block, count] of Object.entries(units))
      this.adjusted.set(block, (this.adjusted.get(block) ?? 0) + count);
  }

  credit({ late, currency, amount }: CreditFact): void {
    this.entries++;
    this.credits++;
    if (late) this.late++;
    this.currency ??= currency;
    this.creditedAmount = this.creditedAmount.plus(amount);
  }

  /** The object of the totals line in a format. The first two have no credits and no amount to pay. */
  line(format: StatementFormat): object {
    const { rows, units, adjusted_units, currency, amount, adjusted_amount } = this.summary(format);
    const net = this.money(this.net());
    const { credits, creditedAmount } = this;
    const ofThird =
      format === STATEMENT_FORMAT
        ? { credits: { entries: credits, amount: this.money(creditedAmount) }, payable: this.payable() }
        : {};
    return {
      totals: {
        entries: this.entries,
        late: this.late,
        currency,
        charges: { rows, units, amount },
        adjustments: { entries: this.adjustments, units: adjusted_units, amount: adjusted_amount },
        ...ofThird,
        net: { units: units + adjusted_units, amount: net },
        blocks: this.blockLines(),
        days: sorted(this.days).map(([date, day]) => this.dayLine(date, day)),
      },
    };
  }

  summary(format: StatementFormat): StatementTotals {
    const blocks = [...this.byBlock().values()];
    const adjusted_units = [...this.adjusted.values()].reduce((sum, units) => sum + units, 0);
    return {
      rows: this.rows,
      units: blocks.reduce((sum, { units }) => sum + units, 0),
      adjusted_units,
      currency: this.currency,
      amount: this.money(this.amount()),
      adjusted_amount: this.money(this.adjustedAmount),
      ...(format === STATEMENT_FORMAT
        ? { credited_amount: this.money(this.creditedAmount), payable: this.payable() }
        : {}),
    };
  }

  /** The amount of all charges that have a price. */
  private amount(): Big {
    return [...this.byBlock().values()].reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  }

  private net(): Big {
    return this.amount().plus(this.adjustedAmount).plus(this.creditedAmount);
  }

  private payable(): string | null {
    return this.currency === null ? null : payableOf(this.net(), this.currency);
  }

  private money(amount: Big): string | null {
    return this.currency === null ? null : amountText(amount);
  }

  private byBlock(): Map<string, BlockSums> {
    const blocks = new Map<string, BlockSums>();
    for (const day of this.days.values())
      for (const [block, prices] of day.blocks) getOrMake(blocks, block, () => new BlockSums()).add(prices);
    return blocks;
  }

  private blockLines(): object[] {
    const blocks = this.byBlock();
    for (const block of this.adjusted.keys()) getOrMake(blocks, block, () => new BlockSums());
    return sorted(blocks).map(([block, { units, unpriced, amount }]) => ({
      block,
      units,
      unpriced,
      amount: this.money(amount),
      adjusted_units: this.adjusted.get(block) ?? 0,
    }));
  }

  private dayLine(date: string, { rows, blocks }: Day): object {
    const sums = sorted(blocks).map(([block, prices]) => {
      const sum = new BlockSums();
      sum.add(prices);
      return { block, sum };
    });
    return {
      date,
      rows,
      units: sums.reduce((total, { sum }) => total + sum.units, 0),
      amount: this.money(sums.reduce((total, { sum }) => total.plus(sum.amount), new Big(0))),
      blocks: Object.fromEntries(sums.map(({ block, sum }) => [block, sum.units])),
    };
  }
}
