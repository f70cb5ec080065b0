/** Checks that the figures of a line agree with each other (`docs/statements.md`, "Lines"). */
import Big from 'big.js';
import { amountText } from '../rules/payable.js';
import {
  canonicalJson,
  daysOfLines,
  unitsOfDays,
  type AdjustedDayFact,
  type AdjustedLineFact,
  type AdjustmentFact,
  type ChargeFact,
  type CreditFact,
} from '../format/facts.js';
import { listingKeyOf } from '../format/head.js';
import { amountOfUnits } from '../format/totals.js';

const WRONG_AMOUNT = 'Its amount is not that of its units and prices.';
/** The fault of a line that the statement's format doesn't have. */
export const OTHER_FORMAT = 'It has the keys of a line of another format.';
const SURPLUS_PRICE = 'It has a price of a block of which it has no units, or a price without a currency.';

type PricedUnits = Pick<AdjustedDayFact, 'prices' | 'units'>;
const hasOnlyItsPrices = ({ prices, units }: PricedUnits, currency: string | null): boolean =>
  Object.keys(prices).every((block) => currency !== null && Object.hasOwn(units, block));

/** The fault of a charge's figures, as a sentence; null where they are right. */
export function chargeFault(
  fact: Pick<ChargeFact, 'amount' | 'currency' | 'prices' | 'units'>,
): string | null {
  const { amount, currency, prices, units } = fact;
  if (!hasOnlyItsPrices(fact, currency)) return SURPLUS_PRICE;
  return amount === (currency === null ? null : amountText(amountOfUnits(units, prices)))
    ? null
    : WRONG_AMOUNT;
}

/**
 * The fault of an adjustment's figures, as a sentence; null where they are right. The first format lists no
 * units by day.
 */
export function adjustmentFault(fact: AdjustmentFact, format: string): string | null {
  const key = listingKeyOf(format);
  if ((fact.days !== undefined) !== (key === 'days') || (fact.lines !== undefined) !== (key === 'lines'))
    return OTHER_FORMAT;
  if (fact.lines !== undefined) return listedFault(fact, fact.lines);
  const { amount, currency, days, units } = fact;
  if (days === undefined) return currency === null && amount !== null ? WRONG_AMOUNT : null;
  if (days.some(({ date }, index) => date <= (days[index - 1]?.date ?? '')))
    return 'Its days are not in their order.';
  if (!days.every((day) => hasOnlyItsPrices(day, currency))) return SURPLUS_PRICE;
  if (canonicalJson(unitsOfDays(days)) !== canonicalJson(units))
    return 'Its units are not those of its days.';
  const sum = days.reduce((all, day) => all.plus(amountOfUnits(day.units, day.prices)), new Big(0));
  return amount === (currency === null ? null : amountText(sum)) ? null : WRONG_AMOUNT;
}

function listedFault(
  { amount, currency, units }: AdjustmentFact,
  lines: readonly AdjustedLineFact[],
): string | null {
  if (lines.some((line, index) => !isAfter(line, lines[index - 1])))
    return 'Its lines are not in their order, or one stands twice.';
  if (lines.some(({ units: count }) => count === 0)) return 'One of its lines has no units.';
  if (currency === null && lines.some(({ price }) => price !== null)) return SURPLUS_PRICE;
  if (canonicalJson(unitsOfDays(daysOfLines(lines))) !== canonicalJson(units))
    return 'Its units are not those of its lines.';
  const sum = lines.reduce(
    (all, { price, units: count }) => all.plus(new Big(price ?? 0).times(count)),
    new Big(0),
  );
  return amount === (currency === null ? null : amountText(sum)) ? null : WRONG_AMOUNT;
}

/** Whether a line stands behind the other, by day, block and price; one without a price comes first. */
function isAfter(line: AdjustedLineFact, other: AdjustedLineFact | undefined): boolean {
  if (other === undefined) return true;
  if (line.date !== other.date) return line.date > other.date;
  if (line.block !== other.block) return line.block > other.block;
  return (line.price ?? '') > (other.price ?? '');
}

/** The fault of a credit, as a sentence, or null. A credit is negative, its reversal positive. */
export function creditFault({ amount, reverses }: CreditFact, format: string): string | null {
  if (listingKeyOf(format) !== 'lines') return OTHER_FORMAT;
  const sign = reverses === null ? -1 : 1;
  return new Big(amount).times(sign).gt(0)
    ? null
    : 'Its amount has not the sign of a credit or of its reversal.';
}
