/**
 * Estimates the cost of a list: the most that it can be, and the probable cost with its range. Amounts are
 * exact products and sums at the prices in force (Contract 5.4). Pure. The commands of customers and those of
 * operators use this file.
 */
import Big from 'big.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import { expectedCountFromRange, type ExpectedCount } from './expected-count.js';

/** A block's price and past coverage, known before a list is sent. */
export interface BlockOutlook {
  readonly block: BlockKey;
  /** True if the block is enabled for the account. */
  readonly enabled: boolean;
  /** Share of past delivered rows that had the block, 0..1; null: not known. */
  readonly coverage_share: number | null;
  /** A decimal string; null: no price is agreed. */
  readonly unit_price: string | null;
  /** True if the options differ from those of past rows, so that `coverage_share` is only a guess. */
  readonly options_differ?: boolean;
}

export interface ListOutlook {
  /** All rows of the list, valid or not. */
  readonly rows: number;
  /** Rows that will be matched to a company. */
  readonly matched: ExpectedCount;
  /** The requested blocks, in catalogue order. */
  readonly blocks: readonly BlockOutlook[];
  /** Currency of the agreed prices; null: no price is agreed. */
  readonly currency: string | null;
}

export interface EstimatedCost {
  readonly units: number;
  /** An exact decimal string; only where prices are agreed. */
  readonly amount?: string;
}

export interface CostRange {
  /** The cost if every row is matched and every block is available. */
  readonly at_most: EstimatedCost;
  /** Null where the coverage of no block is known. */
  readonly probable: EstimatedCost | null;
  /** The ends of the probable range. */
  readonly low: EstimatedCost;
  readonly high: EstimatedCost;
}

export interface BlockEstimate extends CostRange {
  readonly block: BlockKey;
  readonly coverage_share: number | null;
  readonly unit_price?: string;
}

export interface CostEstimate extends CostRange {
  readonly rows: number;
  readonly currency?: string;
  readonly blocks: readonly BlockEstimate[];
  /** Requested blocks that are not switched on for the account. They cost nothing. */
  readonly not_enabled: readonly BlockKey[];
  /** Blocks without a price: their units have no amount. Only where prices are agreed. */
  readonly unpriced?: readonly BlockKey[];
  /** Blocks with unknown coverage: `probable` leaves them out, `high` counts them. */
  readonly unknown: readonly BlockKey[];
  /** Blocks with `options_differ`. Their range is from no row to all matched rows. Never empty. */
  readonly asked_otherwise?: readonly BlockKey[];
}

/** Units of one block, with their price. */
interface PricedBlock {
  readonly units: number;
  readonly price: string | null;
}

/** Returns the sums of units and amounts. Units without a price add no amount. */
function costOfParts(currency: string | null, parts: readonly PricedBlock[]): EstimatedCost {
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  if (currency === null) return { units };
  const amount = parts.reduce(
    (sum, part) => (part.price === null ? sum : sum.plus(new Big(part.price).times(part.units))),
    new Big(0),
  );
  return { units, amount: amountText(amount) };
}

interface BlockForecast {
  readonly outlook: BlockOutlook;
  readonly maxUnits: number;
  readonly expected: ExpectedCount;
}

/** Sums the low and the high ends, because the coverage of blocks often rises and falls together. */
function costRangeOf(currency: string | null, blocks: readonly BlockForecast[]): CostRange {
  const costOf = (unitsOf: (block: BlockForecast) => number): EstimatedCost =>
    costOfParts(
      currency,
      blocks.map((block) => ({ units: unitsOf(block), price: block.outlook.unit_price })),
    );
  const isUnknown = blocks.length > 0 && blocks.every(({ expected }) => expected.probable === null);
  return {
    at_most: costOf(({ maxUnits }) => maxUnits),
    probable: isUnknown ? null : costOf(({ expected }) => expected.probable ?? 0),
    low: costOf(({ expected }) => expected.low),
    high: costOf(({ expected }) => expected.high),
  };
}

function expectedCountOf(matched: ExpectedCount, outlook: BlockOutlook): ExpectedCount {
  const expected = expectedCountFromRange(matched, outlook.coverage_share);
  return outlook.options_differ === true ? { ...expected, low: 0, high: matched.high } : expected;
}

export function estimateCost({ rows, matched, blocks, currency }: ListOutlook): CostEstimate {
  const forecasts = blocks
    .filter((outlook) => outlook.enabled)
    .map((outlook) => ({ outlook, maxUnits: rows, expected: expectedCountOf(matched, outlook) }));
  const keysWhere = (matches: (block: BlockForecast) => boolean): BlockKey[] =>
    forecasts.filter(matches).map(({ outlook }) => outlook.block);
  const withOtherOptions = keysWhere(({ outlook }) => outlook.options_differ === true);
  return {
    rows,
    ...(currency === null ? {} : { currency }),
    ...costRangeOf(currency, forecasts),
    blocks: forecasts.map((forecast) => blockEstimate(currency, forecast)),
    not_enabled: blocks.filter((block) => !block.enabled).map(({ block }) => block),
    ...(currency === null ? {} : { unpriced: keysWhere(({ outlook }) => outlook.unit_price === null) }),
    unknown: keysWhere(({ expected }) => expected.probable === null),
    ...(withOtherOptions.length === 0 ? {} : { asked_otherwise: withOtherOptions }),
  };
}

function blockEstimate(currency: string | null, forecast: BlockForecast): BlockEstimate {
  const { block, coverage_share, unit_price } = forecast.outlook;
  return {
    block,
    coverage_share,
    ...(unit_price === null ? {} : { unit_price }),
    ...costRangeOf(unit_price === null ? null : currency, [forecast]),
  };
}
