/**
 * Usage's figures for the charges and adjustments of one statement, for invariant 11. The log gives units by
 * day and block, each at the price of its day. The statement's own lines and sums aren't used.
 */
import Big from 'big.js';
import type { AdjustmentsEvent } from '../streams/adjustments/adjustments.events.js';
import { isCredit } from '../streams/adjustments/adjustments.state.js';
import type { CountedUnits } from '../../packages/statement-check/src/rules/month-rule.js';
import { minorDigitsOf } from '../../packages/statement-check/src/rules/payable.js';
import type { StatementIssued } from '../streams/statement/statement.events.js';
import { statedCurrency } from './checks/stated-terms.js';
import { adjustedAmount, adjustedUnits, statedLines, statedPrices, type StatedBy } from './stated-facts.js';

type Units = Readonly<Record<string, number>>;
type Totals = StatementIssued['data']['totals'];

export class StatedNet {
  private rows = 0;
  private units = 0;
  private adjustedUnits = 0;
  private readonly credited: Sums = new Map();
  private readonly days = new Map<string, Map<string, number>>();
  private readonly adjustments: AdjustmentsEvent[] = [];

  /** @param rows 1 for the charge of a delivered row, 0 for the charge of a late block */
  charge(day: string, units: Units, rows: 0 | 1): void {
    this.rows += rows;
    let unitsOfDay = this.days.get(day);
    if (unitsOfDay === undefined) this.days.set(day, (unitsOfDay = new Map<string, number>()));
    for (const [block, each] of Object.entries(units)) {
      this.units += each;
      unitsOfDay.set(block, (unitsOfDay.get(block) ?? 0) + each);
    }
  }

  adjust(event: AdjustmentsEvent): void {
    if (isCredit(event.data)) {
      addTo(this.credited, event.data.currency, new Big(event.data.amount ?? 0));
      return;
    }
    this.adjustments.push(event);
    for (const { units } of adjustedUnits(event))
      for (const each of Object.values(units)) this.adjustedUnits += each;
  }

  /** Adds its net units to sums by day, block and price. */
  addUnits(sums: Map<string, CountedUnits>, agreements: StatedBy['agreements']): void {
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
   * The differences between the statement's totals and these figures, as ends of sentences.
   * @param rules what the rules of months add
   */
  differences(totals: Totals, prices: StatedBy, rules: readonly Ruled[]): string[] {
    const { rows, units, adjusted_units, currencies } = totals;
    const { charged, adjusted } = this.sums(prices);
    const ruled: Sums = new Map();
    for (const { currency, amount } of rules) addTo(ruled, currency, new Big(amount));
    return [
      differing('delivered rows', rows, this.rows),
      differing('units', units, this.units),
      differing('adjusted units', adjusted_units, this.adjustedUnits),
      ...(currencies === undefined || currencies.length < 2
        ? [
            differing('of charges', totals.amount ?? '0', allOf(charged).toFixed()),
            differing('of adjustments', totals.adjusted_amount ?? '0', allOf(adjusted).toFixed()),
            differing('of credits', totals.credited_amount ?? '0', allOf(this.credited).toFixed()),
            differing('of month rules', totals.month_rules ?? '0', allOf(ruled).toFixed()),
          ]
        : [differing('in one currency', totals.currency, null), differing('to pay', totals.payable, null)]),
      ...(currencies === undefined ? [] : this.currencyDifferences(totals, { charged, adjusted, ruled })),
    ].flat();
  }

  private currencyDifferences(
    { currencies = [], payable }: Totals,
    { charged, adjusted, ruled }: Readonly<Record<'charged' | 'adjusted' | 'ruled', Sums>>,
  ): string[][] {
    const named = new Set([charged, adjusted, ruled, this.credited].flatMap((sums) => [...sums.keys()]));
    const [only] = currencies;
    return [
      differing(
        'as currencies',
        currencies.map(({ currency }) => currency).join(),
        [...named].filter(Boolean).sort().join(),
      ),
      ...currencies.map((says) => {
        const amount = charged.get(says.currency) ?? new Big(0);
        const others = [adjusted, this.credited].map((sums) => sums.get(says.currency) ?? new Big(0));
        const rules = ruled.get(says.currency) ?? new Big(0);
        const net = others.reduce((sum, each) => sum.plus(each), amount);
        return [
          differing(`${says.currency} of charges`, says.amount, amount.toFixed()),
          differing(`${says.currency} net`, says.net_amount, net.toFixed()),
          differing(`${says.currency} of month rules`, says.month_rules, rules.toFixed()),
          differing(`${says.currency} to pay`, says.payable, due(net.plus(rules), says.currency)),
        ].flat();
      }),
      differing('to pay', payable, currencies.length === 1 ? (only?.payable ?? null) : null),
    ];
  }

  /** The sums by currency, if one was agreed. */
  private sums(by: StatedBy): { readonly charged: Sums; readonly adjusted: Sums } {
    const charged: Sums = new Map();
    const adjusted: Sums = new Map();
    for (const [day, units] of this.days) {
      const { amount } = statedPrices(by.agreements, { day, units: Object.fromEntries(units) });
      addTo(charged, statedCurrency(by.agreements, day), amount);
    }
    for (const event of this.adjustments) {
      const [first] = adjustedUnits(event);
      addTo(adjusted, statedCurrency(by.agreements, first?.day ?? ''), adjustedAmount(event, by));
    }
    return { charged, adjusted };
  }
}

type Sums = Map<string, Big>;
type Ruled = Readonly<Record<'amount' | 'currency', string>>;

function addTo(sums: Sums, currency: string | null, amount: Big): void {
  // In the first format an amount may come without an agreement.
  const key = currency ?? '';
  sums.set(key, (sums.get(key) ?? new Big(0)).plus(amount));
}

const allOf = (sums: Sums): Big => [...sums.values()].reduce((all, each) => all.plus(each), new Big(0));

/** Half a minor unit more, cut off: rounded half away from zero. */
function due(net: Big, currency: string): string {
  const places = minorDigitsOf(currency);
  const cut = net.abs().plus(new Big(10).pow(-places).div(2)).round(places, Big.roundDown);
  return (net.lt(0) && cut.gt(0) ? cut.times(-1) : cut).toFixed(places);
}

const differing = <Figure>(what: string, says: Figure, has: Figure): string[] =>
  says === has
    ? []
    : [`says ${String(says)} ${what}; usage of the same charges and adjustments has ${String(has)}`];
