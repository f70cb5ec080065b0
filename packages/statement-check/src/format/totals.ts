/** Sums a statement's lines (`docs/statements.md`, "Totals") by exact products and sums, never rounded. */
import Big from 'big.js';
import { amountText, payableOf } from '../rules/payable.js';
import type { AdjustmentFact, ByBlock, ChargeFact, CreditFact, MonthRuleFact } from './facts.js';
import { STATEMENT_FORMAT, type StatementFormat } from './head.js';

/** The figures of a statement in one currency. Amounts are exact decimal texts; `payable` is rounded. */
export interface CurrencyTotals {
  readonly currency: string;
  /** Of charges. */
  readonly amount: string;
  /** With adjustments and credits. */
  readonly net_amount: string;
  readonly month_rules: string;
  readonly payable: string;
}

/** The figures of a statement. All amounts are null where there is no currency, or several. */
export interface StatementTotals {
  readonly rows: number;
  readonly units: number;
  readonly adjusted_units: number;
  readonly currency: string | null;
  readonly amount: string | null;
  readonly adjusted_amount: string | null;
  readonly month_rules?: string | null | undefined;
  readonly credited_amount?: string | null | undefined;
  readonly payable?: string | null | undefined;
  readonly currencies?: readonly CurrencyTotals[] | undefined;
}

/** Units of a block on a day at one price of one currency. */
interface Counter {
  units: number;
  readonly price: string | null;
  readonly currency: string | null;
}

interface Day {
  rows: number;
  /** Counters by block, then by price and currency. */
  readonly blocks: Map<string, Map<string, Counter>>;
}

/** The currencies of a statement: the first that a line names, and the sum of the entries in each. */
class Currencies {
  first: string | null = null;
  /** Amounts of adjustments and credits, by currency. */
  readonly entryAmounts = new Map<string, Big>();
  /** Amounts of month rules, by currency. */
  readonly ruleSums = new Map<string, Big>();

  add(currency: string | null, amount: string | number | null): void {
    if (currency === null) return;
    this.first ??= currency;
    this.entryAmounts.set(currency, (this.entryAmounts.get(currency) ?? new Big(0)).plus(amount ?? 0));
  }
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

  add(counters: Iterable<Counter>): void {
    for (const { price, units } of counters) {
      this.units += units;
      if (price === null) this.unpriced += units;
      else this.amount = this.amount.plus(new Big(price).times(units));
    }
  }
}

export class Totals {
  private readonly days = new Map<string, Day>();
  private readonly adjustedUnits = new Map<string, number>();
  private rows = 0;
  private entries = 0;
  private adjustments = 0;
  private late = 0;
  private readonly currencies = new Currencies();
  private adjustedAmount = new Big(0);
  private credits = 0;
  private creditedAmount = new Big(0);
  private monthRules = 0;

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
      const price = prices[block] ?? null;
      const make = (): Counter => ({ units: 0, price, currency });
      return { counter: getOrMake(byPrice, `${currency ?? ''} ${price ?? ''}`, make), count };
    });
    return { day, rows: entry === 'row' ? 1 : 0, late, currency, units: counters };
  }

  addCharge({ day, rows, late, currency, units }: ChargeSums): void {
    this.entries++;
    this.rows += rows;
    day.rows += rows;
    if (late) this.late++;
    if (currency !== this.currencies.first) this.currencies.add(currency, 0);
    for (const { counter, count } of units) counter.units += count;
  }

  addAdjustment({ late, currency, amount, units }: AdjustmentFact): void {
    this.entries++;
    this.adjustments++;
    if (late) this.late++;
    this.currencies.add(currency, amount);
    if (amount !== null) this.adjustedAmount = this.adjustedAmount.plus(amount);
    for (const [block, count] of Object.entries(units))
      this.adjustedUnits.set(block, (this.adjustedUnits.get(block) ?? 0) + count);
  }

  addCredit({ late, currency, amount }: CreditFact): void {
    this.entries++;
    this.credits++;
    if (late) this.late++;
    this.currencies.add(currency, amount);
    this.creditedAmount = this.creditedAmount.plus(amount);
  }

  addMonthRule({ late, currency, amount }: MonthRuleFact): void {
    this.entries++;
    this.monthRules++;
    if (late) this.late++;
    const { ruleSums } = this.currencies;
    this.currencies.add(currency, 0);
    ruleSums.set(currency, (ruleSums.get(currency) ?? new Big(0)).plus(amount));
  }

  /** The object of the totals line in a format. The first two have no credits and no amount to pay. */
  line(format: StatementFormat): object {
    const { rows, units, adjusted_units, currency, amount, adjusted_amount, ...rest } = this.summary(format);
    const { credited_amount, month_rules, ...perCurrency } = rest;
    const money = moneyIn(currency);
    return {
      totals: {
        entries: this.entries,
        late: this.late,
        currency,
        charges: { rows, units, amount },
        adjustments: { entries: this.adjustments, units: adjusted_units, amount: adjusted_amount },
        ...(format === STATEMENT_FORMAT
          ? {
              credits: { entries: this.credits, amount: credited_amount },
              month_rules: { entries: this.monthRules, amount: month_rules },
              ...perCurrency,
            }
          : {}),
        net: { units: units + adjusted_units, amount: money(this.net()) },
        blocks: this.blockLines(money),
        days: sorted(this.days).map(([date, day]) => dayLine(date, day, money)),
      },
    };
  }

  summary(format: StatementFormat): StatementTotals {
    const blocks = [...this.byBlock().values()];
    const currencies = this.currencyTotals();
    // A statement of the first two formats has one currency; of several, nothing has one sum.
    const isOne = format !== STATEMENT_FORMAT || currencies.length === 1;
    const currency = isOne ? this.currencies.first : null;
    const money = moneyIn(currency);
    const ruleSum = [...this.currencies.ruleSums.values()].reduce((sum, each) => sum.plus(each), new Big(0));
    return {
      rows: this.rows,
      units: blocks.reduce((sum, { units }) => sum + units, 0),
      adjusted_units: [...this.adjustedUnits.values()].reduce((sum, units) => sum + units, 0),
      currency,
      amount: money(this.amount()),
      adjusted_amount: money(this.adjustedAmount),
      ...(format === STATEMENT_FORMAT
        ? {
            credited_amount: money(this.creditedAmount),
            month_rules: money(ruleSum),
            payable: currency === null ? null : payableOf(this.net().plus(ruleSum), currency),
            currencies,
          }
        : {}),
    };
  }

  /** The sums of each currency that a line names, in the order of currencies. */
  private currencyTotals(): CurrencyTotals[] {
    const chargeSums = this.byCurrency();
    return sorted(this.currencies.entryAmounts).map(([currency, entriesAmount]) => {
      const amount = chargeSums.get(currency)?.amount ?? new Big(0);
      const net = amount.plus(entriesAmount);
      const ruleSum = this.currencies.ruleSums.get(currency) ?? new Big(0);
      return {
        currency,
        amount: amountText(amount),
        net_amount: amountText(net),
        month_rules: amountText(ruleSum),
        payable: payableOf(net.plus(ruleSum), currency),
      };
    });
  }

  /** The amount of all charges that have a price. */
  private amount(): Big {
    return [...this.byBlock().values()].reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  }

  private net(): Big {
    return this.amount().plus(this.adjustedAmount).plus(this.creditedAmount);
  }

  private byBlock(): Map<string, BlockSums> {
    return this.chargeSumsBy(([block]) => block);
  }

  private byCurrency(): Map<string, BlockSums> {
    return this.chargeSumsBy(([, { currency }]) => currency ?? '');
  }

  /** The sums of charges by a key of their block and counter. */
  private chargeSumsBy(keyOf: (entry: readonly [string, Counter]) => string): Map<string, BlockSums> {
    const sums = new Map<string, BlockSums>();
    for (const day of this.days.values())
      for (const [block, counters] of day.blocks)
        for (const counter of counters.values())
          getOrMake(sums, keyOf([block, counter]), () => new BlockSums()).add([counter]);
    return sums;
  }

  private blockLines(money: Money): object[] {
    const blocks = this.byBlock();
    for (const block of this.adjustedUnits.keys()) getOrMake(blocks, block, () => new BlockSums());
    return sorted(blocks).map(([block, { units, unpriced, amount }]) => ({
      block,
      units,
      unpriced,
      amount: money(amount),
      adjusted_units: this.adjustedUnits.get(block) ?? 0,
    }));
  }
}

type Money = (amount: Big) => string | null;
const moneyIn =
  (currency: string | null): Money =>
  (amount) =>
    currency === null ? null : amountText(amount);

function dayLine(date: string, { rows, blocks }: Day, money: Money): object {
  const sums = sorted(blocks).map(([block, counters]) => {
    const sum = new BlockSums();
    sum.add(counters.values());
    return { block, sum };
  });
  return {
    date,
    rows,
    units: sums.reduce((total, { sum }) => total + sum.units, 0),
    amount: money(sums.reduce((total, { sum }) => total.plus(sum.amount), new Big(0))),
    blocks: Object.fromEntries(sums.map(({ block, sum }) => [block, sum.units])),
  };
}
