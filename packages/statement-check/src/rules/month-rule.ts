/**
 * Computes the rules of a month: free units, then tiers, then the minimum. They change the amount to pay, but
 * no charge. Exact decimals, never rounded. Pure.
 */
import Big from 'big.js';

/** The rule that a statement names. An issued statement keeps the rule of its time. */
export const MONTH_RULE = {
  version: 1,
  text: "The month's net units that have a price count in the order of the day of their charge, then of their price, the highest first, then of their block. The first free units cost nothing. Each further unit is cheaper by the percentage of the tier in which it stands. What the units then cost less than the minimum is added.",
} as const;

/** Net units of a block on one day at one price. Units with `price` null count for no rule. */
export interface CountedUnits {
  /** YYYY-MM-DD, UTC: the day of the charges. */
  readonly day: string;
  readonly block: string;
  readonly price: string | null;
  readonly units: number;
}

interface Terms {
  readonly free_units: number;
  /** In the order of `after`. */
  readonly tiers: readonly { readonly after: number; readonly percent: string }[];
  readonly minimum: string | null;
}

/** The result of one rule of a month. */
export interface MonthRuleSum {
  readonly rule: keyof Terms;
  /** The terms of this rule alone, as agreed, under its name. */
  readonly terms: {
    readonly free_units?: number;
    readonly tiers?: Terms['tiers'];
    readonly minimum?: string;
  };
  /** The units that the rule makes cheaper; 0 in a minimum. */
  readonly units: number;
  /** Negative where less is owed. */
  readonly amount: Big;
}

/**
 * The sums, one for each agreed rule, in the order in which they apply.
 * @param countedUnits one entry for each day, block and price
 */
export function monthRuleSums(
  { free_units, tiers, minimum }: Terms,
  countedUnits: readonly CountedUnits[],
): readonly MonthRuleSum[] {
  const freeSum = { units: 0, amount: new Big(0) };
  const tierSum = { units: 0, amount: new Big(0) };
  let [place, cost] = [0, new Big(0)];
  for (const { price, units } of inOrder(countedUnits)) {
    const line = { from: place, to: place + units };
    place = line.to;
    cost = cost.plus(price.times(units));
    reduce(freeSum, overlap(line, { from: 0, to: free_units }), price);
    for (const [index, { after, percent }] of tiers.entries()) {
      const tier = { from: Math.max(after, free_units), to: tiers[index + 1]?.after ?? Infinity };
      reduce(tierSum, overlap(line, tier), price.times(percent).times('0.01'));
    }
  }
  const sums: MonthRuleSum[] = [];
  if (free_units > 0) sums.push({ rule: 'free_units', terms: { free_units }, ...freeSum });
  if (tiers.length > 0) sums.push({ rule: 'tiers', terms: { tiers }, ...tierSum });
  if (minimum === null) return sums;
  const missing = new Big(minimum).minus(cost.plus(freeSum.amount).plus(tierSum.amount));
  const amount = missing.gt(0) ? missing : new Big(0);
  return [...sums, { rule: 'minimum', terms: { minimum }, units: 0, amount }];
}

function reduce(sum: { units: number; amount: Big }, units: number, unitPrice: Big): void {
  sum.units += units;
  sum.amount = sum.amount.minus(unitPrice.times(units));
}

interface UnitRange {
  readonly from: number;
  readonly to: number;
}

const overlap = (a: UnitRange, b: UnitRange): number =>
  Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));

/** Lines that have a price, by day, price (the highest first) and block. */
const inOrder = (
  countedUnits: readonly CountedUnits[],
): readonly { readonly price: Big; readonly units: number }[] =>
  countedUnits
    .flatMap(({ price, ...line }) =>
      price === null || line.units <= 0 ? [] : [{ ...line, price: new Big(price) }],
    )
    .sort((a, b) => byText(a.day, b.day) || b.price.cmp(a.price) || byText(a.block, b.block));

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
