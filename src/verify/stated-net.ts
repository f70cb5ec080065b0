/**
 * Usage's figures for the charges and adjustments of one statement, for invariant 11. The log gives units by
 * day and block, each at the price of its day. The statement's own lines and sums aren't used.
 */
import Big from 'big.js';
import type { AdjustmentsEvent } from '../streams/adjustments/adjustments.events.js';
import { isCredit } from '../streams/adjustments/adjustments.state.js';
import { minorDigitsOf } from '../billing/payable.js';
import type { StatementIssued } from '../streams/statement/statement.events.js';
import { adjustedAmount, adjustedUnits, statedLines, statedPrices, type StatedBy } from './stated-facts.js';

/** Net units of a block on one day at one price; null: they have none. */
export interface PricedUnits {
  readonly day: string;
  readonly block: string;
  readonly price: string | null;
  readonly units: number;
}

type Units = Readonly<Record<string, number>>;
type Totals = StatementIssued['data']['totals'];

export class StatedNet {
  private rows = 0;
  private units = 0;
  private adjustedUnits = 0;
  private credited = new Big(0);
  private readonly days = new Map<string, Map<string, number>>();
  private readonly adjustments: AdjustmentsEvent[] = [];

  /** @param rows 1 for the charge of a delivered row, 0 for the charge of a late block */
  charge(day: string, units: Units, rows: 0 | 1): void {
    this.rows += rows;
    let ofDay = this.days.get(day);
    if (ofDay === undefined) this.days.set(day, (ofDay = new Map<string, number>()));
    for (const [block, each] of Object.entries(units)) {
      this.units += each;
      ofDay.set(block, (ofDay.get(block) ?? 0) + each);
    }
  }

  adjust(event: AdjustmentsEvent): void {
    if (isCredit(event.data)) {
      this.credited = this.credited.plus(event.data.amount ?? 0);
      return;
    }
    this.adjustments.push(event);
    for (const { units } of adjustedUnits(event))
      for (const each of Object.values(units)) this.adjustedUnits += each;
  }

  /** Adds its net units to sums by day, block and price. */
  addUnits(sums: Map<string, PricedUnits>, agreements: StatedBy['agreements']): void {
    const charged = [...this.days].map(([day, units]) => ({
      day,
      units: Object.fromEntries(units),
      corrected: [],
    }));
    for (const of of [...charged, ...this.adjustments.flatMap(adjustedUnits)])
      for (const { block, date, price, units } of statedLines(of, agreements)) {
        const key = `${date} ${block} ${price}`;
        sums.set(key, { day: date, block, price, units: (sums.get(key)?.units ?? 0) + units });
      }
  }

  /**
   * How the statement's totals differ from these figures, as ends of sentences.
   * @param ruled what the rules of months add
   */
  differences(totals: Totals, prices: StatedBy, ruled: Big): string[] {
    const { rows, units, adjusted_units } = totals;
    const [charged, adjusted] = [this.charged(prices), this.adjusted(prices)];
    return [
      differing('delivered rows', rows, this.rows),
      differing('units', units, this.units),
      differing('adjusted units', adjusted_units, this.adjustedUnits),
      differing('of charges', totals.amount ?? '0', charged.toFixed()),
      differing('of adjustments', totals.adjusted_amount ?? '0', adjusted.toFixed()),
      differing('of credits', totals.credited_amount ?? '0', this.credited.toFixed()),
      differing('of month rules', totals.month_rules ?? '0', ruled.toFixed()),
      ...this.payableDifference(totals, charged.plus(adjusted).plus(this.credited).plus(ruled)),
    ].flat();
  }

  private payableDifference({ payable, currency }: Totals, net: Big): string[] {
    if (payable === undefined) return [];
    if (payable === null || currency === null) return differing('to pay', payable, null);
    const places = minorDigitsOf(currency);
    // Half a minor unit more, cut off: rounded half away from zero.
    const cut = net.abs().plus(new Big(10).pow(-places).div(2)).round(places, Big.roundDown);
    return differing('to pay', payable, (net.lt(0) && cut.gt(0) ? cut.times(-1) : cut).toFixed(places));
  }

  private charged({ agreements }: StatedBy): Big {
    let amount = new Big(0);
    for (const [day, units] of this.days)
      amount = amount.plus(statedPrices(agreements, { day, units: Object.fromEntries(units) }).amount);
    return amount;
  }

  private adjusted(prices: StatedBy): Big {
    return this.adjustments.reduce((sum, event) => sum.plus(adjustedAmount(event, prices)), new Big(0));
  }
}

const differing = <Figure>(what: string, says: Figure, has: Figure): string[] =>
  says === has
    ? []
    : [`says ${String(says)} ${what}; usage of the same charges and adjustments has ${String(has)}`];
