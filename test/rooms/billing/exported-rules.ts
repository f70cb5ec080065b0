/** What the rules of months come to, unit by unit, from an exported log: with nothing of the product's rules. */
import { currencyOf, priceOf, standing, trillionths, type Agreement, type Entry } from './exported-sums.js';

/** As the event says it. */
export interface AgreedRules {
  readonly position: string;
  readonly account: string;
  readonly currency: string;
  readonly from: string;
  readonly free_units: number;
  readonly tiers: readonly { readonly after: number; readonly percent: string }[];
  readonly minimum: string | null;
}

/** What each rule comes to, by its name. */
type RuleAmounts = ReadonlyMap<string, { readonly units: number; readonly amount: bigint }>;
const NOTHING: RuleAmounts = new Map();

/** What begins last by the end of the month; of equal beginnings the one agreed last. */
const inForce = <Agreed extends { readonly from: string }>(all: readonly Agreed[], month: string) =>
  all
    .filter(({ from }) => from.slice(0, 7) <= month)
    .reduce<Agreed | null>((best, each) => (best === null || each.from >= best.from ? each : best), null);

/** Every net unit's price, in the order in which the rules count them. */
function unitPrices(entries: readonly Entry[], known: readonly Agreement[], month: string): bigint[] {
  const net = new Map<string, { day: string; price: bigint; block: string; units: number }>();
  const add = (day: string, block: string, price: bigint | null, units: number): void => {
    if (price === null) return;
    const key = `${day} ${block} ${price}`;
    net.set(key, { day, price, block, units: (net.get(key)?.units ?? 0) + units });
  };
  for (const { kind, sign, units, prices, corrected = 0n } of entries)
    units.forEach((unit, index) => {
      if (unit.day.slice(0, 7) !== month) return;
      const before = prices?.[index] ?? priceOf(known, unit);
      add(unit.day, unit.block, before, kind === 'repricing' ? -sign : sign);
      if (kind === 'repricing') add(unit.day, unit.block, corrected, sign);
    });
  return [...net.values()]
    .sort((a, b) =>
      a.day !== b.day ? (a.day < b.day ? -1 : 1) : a.price !== b.price ? (a.price > b.price ? -1 : 1) : 0,
    )
    .flatMap(({ price, units }) => Array.from({ length: units }, () => price));
}

export function amountsOfMonth(
  entries: readonly Entry[],
  { known, rules }: { readonly known: readonly Agreement[]; readonly rules: readonly AgreedRules[] },
  month: string,
): RuleAmounts {
  const agreed = inForce(rules, month);
  const hasPrices = standing(known).some(({ from }) => from.slice(0, 7) <= month);
  if (agreed === null || !hasPrices || agreed.currency !== currencyOf(known, `${month}-28`)) return NOTHING;
  const amounts = new Map<string, { readonly units: number; readonly amount: bigint }>();
  let [free, off, left] = [0n, 0n, 0n];
  let [freeUnits, offUnits] = [0, 0];
  unitPrices(entries, known, month).forEach((price, place) => {
    const tier = agreed.tiers.filter(({ after }) => after <= place).at(-1);
    const cheaper = tier === undefined ? 0n : (price * trillionths(tier.percent)) / trillionths('100');
    if (place < agreed.free_units) [free, freeUnits] = [free - price, freeUnits + 1];
    else [off, offUnits] = [off - cheaper, offUnits + (tier === undefined ? 0 : 1)];
    left += place < agreed.free_units ? 0n : price - cheaper;
  });
  if (agreed.free_units > 0) amounts.set('free_units', { units: freeUnits, amount: free });
  if (agreed.tiers.length > 0) amounts.set('tiers', { units: offUnits, amount: off });
  const least = agreed.minimum === null ? null : trillionths(agreed.minimum);
  if (least !== null) amounts.set('minimum', { units: 0, amount: least > left ? least - left : 0n });
  return amounts;
}

/** The currency of a month's rules, where it has any. */
export const ruledIn = (rules: readonly AgreedRules[], month: string): string =>
  inForce(rules, month)?.currency ?? '';

export const totalOf = (amounts: RuleAmounts): bigint =>
  [...amounts.values()].reduce((sum, { amount }) => sum + amount, 0n);

/** All months from the first agreement's to this one. */
export function monthsTo(rules: readonly AgreedRules[], last: string): readonly string[] {
  const months: string[] = [];
  const first = rules.map(({ from }) => from.slice(0, 7)).sort()[0];
  for (let month = first; month !== undefined && month <= last;) {
    months.push(month);
    const [year = 0, number = 0] = month.split('-').map(Number);
    month = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
  }
  return months;
}
