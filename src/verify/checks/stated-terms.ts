/**
 * Finds the currency and the prices of an account on a day, by the contracts and withdrawals in the log.
 * Worked out independently of billing.
 */
import type { PriceAgreement } from '../../streams/account/price-terms.js';

type Terms = readonly PriceAgreement[];

/** Returns true if a later withdrawal names the first day of these prices. */
const isWithdrawn = (terms: Terms, index: number): boolean =>
  terms[index]?.contract === undefined &&
  terms.some(
    (later, place) => place > index && later.withdraws === true && later.from === terms[index]?.from,
  );

const contractsOf = (terms: Terms): Terms =>
  terms
    .filter((term, index) => {
      const isReplaced = terms
        .slice(index + 1)
        .some(({ from, contract }) => contract !== undefined && from === term.from);
      return term.contract !== undefined && !isReplaced;
    })
    .toSorted((a, b) => a.from.localeCompare(b.from));

const pricesOf = (terms: Terms): Terms =>
  terms.filter(
    ({ contract, withdraws }, index) =>
      contract === undefined && withdraws === undefined && !isWithdrawn(terms, index),
  );

/** The currency of charges of a day; null where nothing was agreed. */
export function statedCurrency(terms: Terms, day: string): string | null {
  const contracts = contractsOf(terms);
  const inForce = contracts.findLast(({ from }) => from <= day);
  if (inForce !== undefined) return inForce.currency;
  const [first] = contracts;
  let earliest: PriceAgreement | undefined;
  for (const price of pricesOf(terms))
    if (earliest === undefined || price.from < earliest.from) earliest = price;
  if (earliest !== undefined && (first === undefined || earliest.from < first.from)) return earliest.currency;
  return first?.currency ?? null;
}

/** The prices that hold on a day: since they began, no contract was in another currency. */
export function pricesHolding(terms: Terms, day: string): Terms {
  const currency = statedCurrency(terms, day);
  const others = contractsOf(terms).filter((each) => each.from <= day && each.currency !== currency);
  return pricesOf(terms).filter(
    (price) =>
      price.from <= day && price.currency === currency && others.every(({ from }) => from <= price.from),
  );
}

/** The currency on a day; null where no price and no contract has begun by then. */
export const begunCurrency = (terms: Terms, day: string): string | null =>
  [...pricesOf(terms), ...contractsOf(terms)].some(({ from }) => from <= day)
    ? statedCurrency(terms, day)
    : null;
