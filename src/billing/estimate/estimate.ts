/**
 * What a list would cost at most, and probably: units are rows times blocks that are switched on, amounts exact products
 * and sums at the prices in force (Contract 5.4). Pure; the same for the customer's client and for operators.
 */
import Big from 'big.js';
import type { BlockKey } from '../../shared/block-key.js';
import { amountText } from '../usage/priced-use.js';
import { expectedOfExpected, type Expected } from './expected-count.js';

/** What is known of a block before a list is sent. */
export interface BlockOutlook {
  readonly block: BlockKey;
  /** Switched on for the account. */
  readonly enabled: boolean;
  /** Of past delivered rows, 0..1; null: nothing is known. */
  readonly coverage_share: number | null;
  /** A decimal string; null: none is agreed. */
  readonly unit_price: string | null;
  /** Asked for with options that past rows were not asked with: `coverage_share` is then a guess. */
  readonly asked_otherwise?: boolean;
}

export interface ListOutlook {
  /** Of the list, whatever they hold. */
  readonly rows: number;
  /** Those that will be matched to a company. */
  readonly matched: Expected;
  /** As asked, in the order of the catalogue. */
  readonly blocks: readonly BlockOutlook[];
  /** Of the agreed prices; null where none is. */
  readonly currency: string | null;
}

export interface Figure {
  readonly units: number;
  /** An exact decimal string; only where prices are agreed. */
  readonly amount?: string;
}

export interface Figures {
  /** Every row matched, every block available. */
  readonly at_most: Figure;
  /** Null where nothing is known. */
  readonly probable: Figure | null;
  /** The ends of the range. */
  readonly low: Figure;
  readonly high: Figure;
}

export interface BlockEstimate extends Figures {
  readonly block: BlockKey;
  readonly coverage_share: number | null;
  readonly unit_price?: string;
}

export interface Estimate extends Figures {
  readonly rows: number;
  readonly currency?: string;
  readonly blocks: readonly BlockEstimate[];
  /** Asked for, but not switched on for the account: they cost nothing. */
  readonly not_enabled: readonly BlockKey[];
  /** Without a price, so that their units have no amount; only where prices are agreed. */
  readonly unpriced?: readonly BlockKey[];
  /** Nothing is known of how often they are available: `probable` leaves them out, `high` doesn't. */
  readonly unknown: readonly BlockKey[];
  /** The options may change how often these are available: anything from none to all. Only where there are any. */
  readonly asked_otherwise?: readonly BlockKey[];
}

/** Units of one block, with their price. */
interface Priced {
  readonly units: number;
  readonly price: string | null;
}

/** The sum of some units; those without a price have no amount. */
function figureOf(currency: string | null, parts: readonly Priced[]): Figure {
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  if (currency === null) return { units };
  const amount = parts.reduce(
    (sum, part) => (part.price === null ? sum : sum.plus(new Big(part.price).times(part.units))),
    new Big(0),
  );
  return { units, amount: amountText(amount) };
}

interface ExpectedUnits {
  readonly outlook: BlockOutlook;
  readonly most: number;
  readonly expected: Expected;
}

/** The ends are added up as if all blocks came out high, or low, together: they often do, in the same rows. */
function figuresOf(currency: string | null, blocks: readonly ExpectedUnits[]): Figures {
  const of = (units: (block: ExpectedUnits) => number): Figure =>
    figureOf(
      currency,
      blocks.map((block) => ({ units: units(block), price: block.outlook.unit_price })),
    );
  const known = blocks.filter(({ expected }) => expected.probable !== null);
  const nothingKnown = blocks.length > 0 && known.length === 0;
  return {
    at_most: of(({ most }) => most),
    probable: nothingKnown ? null : of(({ expected }) => expected.probable ?? 0),
    low: of(({ expected }) => expected.low),
    high: of(({ expected }) => expected.high),
  };
}

function expectedIn(matched: Expected, { coverage_share, asked_otherwise }: BlockOutlook): Expected {
  const expected = expectedOfExpected(matched, coverage_share);
  return asked_otherwise === true ? { ...expected, low: 0, high: matched.high } : expected;
}

export function estimate({ rows, matched, blocks, currency }: ListOutlook): Estimate {
  const enabled = blocks
    .filter((outlook) => outlook.enabled)
    .map((outlook) => ({ outlook, most: rows, expected: expectedIn(matched, outlook) }));
  const keysOf = (of: (block: ExpectedUnits) => boolean): BlockKey[] =>
    enabled.filter(of).map(({ outlook }) => outlook.block);
  const otherwise = keysOf(({ outlook }) => outlook.asked_otherwise === true);
  return {
    rows,
    ...(currency === null ? {} : { currency }),
    ...figuresOf(currency, enabled),
    blocks: enabled.map((block) => blockEstimate(currency, block)),
    not_enabled: blocks.filter((block) => !block.enabled).map(({ block }) => block),
    ...(currency === null ? {} : { unpriced: keysOf(({ outlook }) => outlook.unit_price === null) }),
    unknown: keysOf(({ expected }) => expected.probable === null),
    ...(otherwise.length === 0 ? {} : { asked_otherwise: otherwise }),
  };
}

function blockEstimate(currency: string | null, of: ExpectedUnits): BlockEstimate {
  const { block, coverage_share, unit_price } = of.outlook;
  return {
    block,
    coverage_share,
    ...(unit_price === null ? {} : { unit_price }),
    ...figuresOf(unit_price === null ? null : currency, [of]),
  };
}
