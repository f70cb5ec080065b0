/** Checks that the figures of a line agree with each other (`docs/statements.md`, "Lines"). */
import Big from 'big.js';
import { amountText } from '../../usage/priced-use.js';
import {
  canonicalJson,
  unitsOfDays,
  type AdjustedDayFact,
  type AdjustmentFact,
  type ChargeFact,
} from '../format/facts.js';
import { STATEMENT_FORMAT } from '../format/head.js';
import { amountOfUnits } from '../format/totals.js';

const WRONG_AMOUNT = 'Its amount is not that of its units and prices.';
const SURPLUS_PRICE = 'It has a price of a block of which it has no units, or a price without a currency.';

type Priced = Pick<AdjustedDayFact, 'prices' | 'units'>;
const hasOnlyItsPrices = ({ prices, units }: Priced, currency: string | null): boolean =>
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
 * The fault of an adjustment's figures, as a sentence; null where they are right. The first format has no
 * days and prices.
 */
export function adjustmentFault(fact: AdjustmentFact, format: string): string | null {
  const { amount, currency, days, units } = fact;
  if ((days !== undefined) !== (format === STATEMENT_FORMAT))
    return 'It has the keys of a line of another format.';
  if (days === undefined) return currency === null && amount !== null ? WRONG_AMOUNT : null;
  if (days.some(({ date }, index) => date <= (days[index - 1]?.date ?? '')))
    return 'Its days are not in their order.';
  if (!days.every((day) => hasOnlyItsPrices(day, currency))) return SURPLUS_PRICE;
  if (canonicalJson(unitsOfDays(days)) !== canonicalJson(units))
    return 'Its units are not those of its days.';
  const sum = days.reduce((all, day) => all.plus(amountOfUnits(day.units, day.prices)), new Big(0));
  return amount === (currency === null ? null : amountText(sum)) ? null : WRONG_AMOUNT;
}
