/** Decides on contracts with an account and on the withdrawal of prices. Pure. Terms: `price-terms.ts`. */
import { isRequestDay } from '../../../packages/words/src/calendar.js';
import { holdsApiKey } from '../../../packages/contract/src/api-key.js';
import { decided, noReason, refuseWith } from '../decision.js';
import type { AccessDecision } from './account.decider.js';
import type { ContractAgreed } from './account.events.js';
import type { OpenedAccount } from './account.state.js';
import { CURRENCIES } from './price-agreement.js';
import {
  begunCurrencyOn,
  currencyOn,
  isContract,
  priceTermOf,
  pricesInOtherCurrency,
  standingPrices,
} from './price-terms.js';

/** A calendar month in which a contract may begin. */
export interface BillingDays {
  /** YYYY-MM-DD, UTC: the day of the newest time that is known, of the clock and of the log. */
  readonly today: string;
  /** Months (YYYY-MM) with a complete statement. */
  readonly stated: ReadonlySet<string>;
}

type ContractTerms = ContractAgreed['data'];
const MAX_TEXT = 100;
const LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+$/u;

/** Agrees a contract from the first of a month on, also of the running month in its currency so far. */
export function agreeContract(
  { prices }: OpenedAccount,
  contract: ContractTerms,
  { today, stated }: BillingDays,
): AccessDecision {
  if (contract.reason.trim() === '') return noReason;
  const problem =
    formProblem(contract) ??
    startProblem(contract.from, { today, stated }) ??
    currencyProblem(prices, contract, today);
  if (problem !== null) return refuseWith('invalid_contract', problem);
  const same = standingPrices(prices).findLast(
    (agreed) => isContract(agreed) && agreed.from === contract.from,
  );
  const event = { type: 'ContractAgreed', data: contract } as const;
  return same !== undefined && JSON.stringify([same]) === JSON.stringify(priceTermOf(event))
    ? decided()
    : decided(event);
}

function formProblem({ currency, from, to, number, purchase_order }: ContractTerms): string | null {
  if (!CURRENCIES.has(currency)) return `'${currency}' is not a currency code of ISO 4217, such as GBP.`;
  if (!isRequestDay(from) || !from.endsWith('-01'))
    return `A contract begins on the first of a month (YYYY-MM-01), not on '${from}'.`;
  if (to !== null && (!isRequestDay(to) || to < from))
    return `'${to}' is not a last day (YYYY-MM-DD) of a contract that begins on ${from}.`;
  const texts = { number, ...(purchase_order === null ? {} : { 'purchase order': purchase_order }) };
  for (const [name, text] of Object.entries(texts)) {
    if (text.trim() === '' || text.length > MAX_TEXT || !LINE.test(text))
      return `The ${name} is one line of 1 to ${MAX_TEXT} characters.`;
    if (holdsApiKey(text)) return `The ${name} holds an API key, which may enter no event.`;
  }
  return null;
}

function startProblem(from: string, { today, stated }: BillingDays): string | null {
  const month = from.slice(0, 'YYYY-MM'.length);
  const running = today.slice(0, 'YYYY-MM'.length);
  if (month < running) return `A contract can't begin before the running month, ${running} (UTC).`;
  return stated.has(month)
    ? `A contract can't begin in ${month}: the statement of that month is complete. Choose a later month.`
    : null;
}

function currencyProblem(
  prices: OpenedAccount['prices'],
  contract: ContractTerms,
  today: string,
): string | null {
  const { currency, from } = contract;
  const billed = begunCurrencyOn(prices, today);
  if (from < today && billed !== null && currency !== billed)
    return `This month is billed in ${billed} so far: a contract in ${currency} begins on the first of a later month.`;
  const after = [...prices, ...priceTermOf({ type: 'ContractAgreed', data: contract })];
  const other = pricesInOtherCurrency(after);
  return other === undefined
    ? null
    : `Prices in ${other.currency} begin on ${other.from}, when the account would be billed in ${currencyOn(after, other.from)}: withdraw them first.`;
}

/** Withdraws the prices that begin on a day to come. @param today as in `BillingDays` */
export function withdrawPrices(
  { prices }: OpenedAccount,
  { from, reason }: { readonly from: string; readonly reason: string },
  today: string,
): AccessDecision {
  if (reason.trim() === '') return noReason;
  const isMeant = (agreed: OpenedAccount['prices'][number]): boolean =>
    agreed.from === from && !isContract(agreed) && agreed.withdraws === undefined;
  if (!prices.some(isMeant)) return refuseWith('invalid_price', `No prices were agreed from ${from} on.`);
  if (from <= today)
    return refuseWith(
      'invalid_price',
      `The prices of ${from} have begun; only later ones can be withdrawn. Agree others, or correct a price.`,
    );
  if (!standingPrices(prices).some(isMeant)) return decided();
  const event = { type: 'PricesWithdrawn', data: { from, reason } } as const;
  return pricesInOtherCurrency([...prices, ...priceTermOf(event)]) === undefined
    ? decided(event)
    : refuseWith('invalid_price', `Later prices are in their currency: withdraw those first.`);
}
