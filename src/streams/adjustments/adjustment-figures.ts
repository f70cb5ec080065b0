/** The figures of adjustments and repricings: units and amounts by job and day of the charges. Pure. */
import Big from 'big.js';
import { sortBlockKeys, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import type { AdjustmentId, JobId } from '../../../packages/contract/src/ids.js';
import type { AdjustedDay, AdjustedJobs, ChargeAdjusted, CorrectedUnits } from './adjustments.events.js';
import { correctedPriceOf, type AdjustmentsState } from './adjustments.state.js';
import type { LeftByDay } from './charges-left.js';

export interface AdjustmentPrices {
  /** Returns the currency of charges of a day; null if no prices were agreed. */
  readonly currencyOn: (day: string) => string | null;
  /** False where none is in force today: a repricing is refused then. */
  readonly inForce?: boolean;
  /** The exact cost of units charged on a day; null where none of them has a price. */
  readonly amountOf: (
    day: string,
    units: AdjustedDay['units'],
    corrected: readonly CorrectedUnits[],
  ) => Big | null;
  /** Returns the agreed price of a unit on a day, or null. */
  readonly priceOn: (day: string, block: BlockKey) => string | null;
}

type Figures = Pick<ChargeAdjusted['data'], 'units' | 'currency' | 'amount' | 'charges'>;
/** Units of a block; how many of them have a corrected price, by the repricing. */
export type LeftBlock = readonly [BlockKey, number, readonly (readonly [AdjustmentId, number])[]];
/** The units that an entry adds on a day, and those of them with a corrected price. */
type DayUnits = Pick<AdjustedDay, 'units'> & { readonly corrected: readonly CorrectedUnits[] };
type UnitsOfEntry = (blocks: readonly LeftBlock[], priceOf: (by: AdjustmentId) => string) => DayUnits;

export function figuresOf(
  state: AdjustmentsState,
  left: ReadonlyMap<JobId, LeftByDay>,
  prices: AdjustmentPrices,
  unitsOf: UnitsOfEntry,
): Figures {
  const priceOf = (by: AdjustmentId): string => {
    const price = correctedPriceOf(state.get(by)?.made ?? {});
    if (price === null) throw new Error(`${by} is no repricing`);
    return price;
  };
  const dayOf = ([date, blocks]: LeftDays[number]): AdjustedDay => {
    const { units, corrected } = unitsOf(blocks, priceOf);
    const amount = prices.amountOf(date, units, corrected)?.toFixed() ?? null;
    return { date, units, amount, ...(corrected.length === 0 ? {} : { corrected }) };
  };
  const alike = groupBy([...left.keys()], (job) => JSON.stringify(leftDays(left.get(job))));
  const charges = [...alike.values()].map((jobs): AdjustedJobs => {
    const days = leftDays(jobs[0] === undefined ? undefined : left.get(jobs[0]));
    return { jobs, days: days.map(dayOf) };
  });
  const [currency = null] = currenciesOf(left, prices);
  let amount: Big | null = null;
  let total = 0;
  for (const { jobs, days } of charges)
    for (const day of days) {
      total += jobs.length * Object.values(day.units).reduce((sum, units) => sum + units, 0);
      if (day.amount !== null) amount = (amount ?? new Big(0)).plus(new Big(day.amount).times(jobs.length));
    }
  return { units: total, currency, amount: amount?.toFixed() ?? null, charges };
}

/** Returns the currencies of these charges, in the order of their days. */
export function currenciesOf(
  left: ReadonlyMap<JobId, LeftByDay>,
  { currencyOn }: Pick<AdjustmentPrices, 'currencyOn'>,
): readonly (string | null)[] {
  const days = new Set([...left.values()].flatMap((of) => [...of.keys()]));
  return [...new Set([...days].sort().map(currencyOn))];
}

type LeftDays = readonly (readonly [date: string, blocks: readonly LeftBlock[]])[];

/** Returns the units left by day and catalogue, so that equal figures give equal JSON. */
const leftDays = (days: LeftByDay = new Map()): LeftDays =>
  [...days].map(([date, blocks]) => [
    date,
    sortBlockKeys(blocks.keys()).map((block) => {
      const { units = 0, corrected = [] } = blocks.get(block) ?? {};
      return [block, units, [...corrected]];
    }),
  ]);

/** The units that an adjustment takes back, each at the price that it has. */
export const takenBack: UnitsOfEntry = (blocks, priceOf) => ({
  units: Object.fromEntries(blocks.map(([block, units]) => [block, -units])),
  corrected: correctedBefore(blocks, priceOf),
});

/** Returns the figures of a repricing: each unit stays, and its price changes to `price`. */
export const repricedTo =
  (price: string): UnitsOfEntry =>
  (blocks, priceOf) => ({
    units: Object.fromEntries(blocks.map(([block]) => [block, 0])),
    corrected: [
      ...blocks.map(([block, units]) => ({ block, price, units, by: null })),
      ...correctedBefore(blocks, priceOf),
    ],
  });

const correctedBefore = (
  blocks: readonly LeftBlock[],
  priceOf: (by: AdjustmentId) => string,
): readonly CorrectedUnits[] =>
  blocks.flatMap(([block, , corrected]) =>
    corrected.map(([by, units]) => ({ block, price: priceOf(by), units: -units, by })),
  );

export const opposite = (amount: string | null): string | null =>
  amount === null ? null : new Big(0).minus(amount).toFixed();

export const oppositeDay = ({ date, units, amount, corrected }: AdjustedDay): AdjustedDay => ({
  date,
  units: Object.fromEntries(Object.entries(units).map(([block, count]) => [block, 0 - (count ?? 0)])),
  amount: opposite(amount),
  ...(corrected === undefined
    ? {}
    : { corrected: corrected.map((line) => ({ ...line, units: 0 - line.units })) }),
});
