/**
 * Computes what an account's prices, contracts and withdrawals come to. A contract decides the currency until
 * another begins; before the first it is that of the prices. Prices end where another currency begins.
 */
import type { AccountEvent, ContractAgreed, PricesAgreed } from './account.events.js';

export type Contract = Pick<ContractAgreed['data'], 'to' | 'number' | 'purchase_order'>;

/** Agreed prices; or a contract, or a withdrawal of the prices that begin on `from`: both name no price. */
export type PriceAgreement = Omit<PricesAgreed['data'], 'reason'> & {
  readonly contract?: Contract;
  readonly withdraws?: true;
};

/** Returns the term that an event of the account adds; none for other events. */
export function priceTermOf(event: Pick<AccountEvent, 'type' | 'data'>): readonly PriceAgreement[] {
  const { type, data } = event as AccountEvent;
  if (type === 'PricesAgreed') return [withoutReason(data)];
  if (type === 'PricesWithdrawn') return [{ currency: '', from: data.from, prices: {}, withdraws: true }];
  if (type !== 'ContractAgreed') return [];
  const { currency, from, to, number, purchase_order } = data;
  return [{ currency, from, prices: {}, contract: { to, number, purchase_order } }];
}

const withoutReason = ({ reason: _reason, ...terms }: PricesAgreed['data']): PriceAgreement => terms;

/** Names a version of a price list; null without one. */
export const listText = (list: PriceAgreement['list']): string | null =>
  list === undefined ? null : `${list.name}, version ${list.version}`;

interface Span {
  /** First day; the first span also counts for the days before it. */
  readonly start: string;
  readonly currency: string;
}
interface Terms<Agreement> {
  /** The number of agreements that were looked at. */
  readonly of: number;
  readonly standing: readonly Agreement[];
  /** Times of one currency, in order; two neighbours differ. */
  readonly spans: readonly Span[];
}

const TERMS_BY_LIST = new WeakMap<readonly PriceAgreement[], Terms<PriceAgreement>>();

/** Computes the terms once for each list. A list may grow, and nothing else of it changes. */
function termsOf<Agreement extends PriceAgreement>(agreements: readonly Agreement[]): Terms<Agreement> {
  const cachedTerms = TERMS_BY_LIST.get(agreements) as Terms<Agreement> | undefined;
  if (cachedTerms?.of === agreements.length) return cachedTerms;
  const standing = withoutWithdrawn(agreements);
  const terms = { of: agreements.length, standing, spans: spansOf(standing) };
  TERMS_BY_LIST.set(agreements, terms);
  return terms;
}

function withoutWithdrawn<Agreement extends PriceAgreement>(
  agreements: readonly Agreement[],
): readonly Agreement[] {
  let standing: Agreement[] = [];
  for (const agreed of agreements)
    if (agreed.withdraws === undefined) standing.push(agreed);
    else standing = standing.filter(({ from, contract }) => from !== agreed.from || contract !== undefined);
  return standing;
}

function spansOf(standing: readonly PriceAgreement[]): readonly Span[] {
  const contracts = new Map<string, string>();
  for (const { contract, from, currency } of standing)
    if (contract !== undefined) contracts.set(from, currency);
  const starts = [...contracts].map(([start, currency]): Span => ({ start, currency }));
  const [first] = standing.filter(({ contract }) => contract === undefined).toSorted(byStart);
  if (first !== undefined && starts.every(({ start }) => start > first.from))
    starts.push({ start: first.from, currency: first.currency });
  return starts
    .sort((a, b) => (a.start < b.start ? -1 : 1))
    .filter(({ currency }, index, all) => all[index - 1]?.currency !== currency);
}

const byStart = (a: PriceAgreement, b: PriceAgreement): number =>
  a.from < b.from ? -1 : a.from > b.from ? 1 : 0;

const spanOn = (spans: readonly Span[], day: string): Span | undefined =>
  spans.findLast(({ start }) => start <= day) ?? spans[0];

/** Returns the agreements that weren't withdrawn, in the order in which they were agreed. */
export const standingPrices = <Agreement extends PriceAgreement>(
  agreements: readonly Agreement[],
): readonly Agreement[] => termsOf(agreements).standing;

/** Returns the currency of charges of a day (YYYY-MM-DD, UTC); null if nothing is agreed. */
export const currencyOn = (agreements: readonly PriceAgreement[], day: string): string | null =>
  spanOn(termsOf(agreements).spans, day)?.currency ?? null;

/** Returns the same as `currencyOn`, but null before the first day of any price or contract. */
export const begunCurrencyOn = (agreements: readonly PriceAgreement[], day: string): string | null =>
  termsOf(agreements).spans.findLast(({ start }) => start <= day)?.currency ?? null;

/** Returns the currencies in which the account was billed by a day. */
export const currenciesBy = (agreements: readonly PriceAgreement[], day: string): ReadonlySet<string> =>
  new Set(termsOf(agreements).spans.flatMap(({ start, currency }) => (start <= day ? [currency] : [])));

/** Returns the contract that began last by a day, which may have ended; null if none has begun. */
export function contractOn<Agreement extends PriceAgreement>(
  agreements: readonly Agreement[],
  day: string,
): (Agreement & { readonly contract: Contract }) | null {
  let last: (Agreement & { readonly contract: Contract }) | null = null;
  for (const agreed of termsOf(agreements).standing)
    if (isContract(agreed) && agreed.from <= day && (last === null || agreed.from >= last.from))
      last = agreed;
  return last;
}

export const isContract = <Agreement extends PriceAgreement>(
  agreed: Agreement,
): agreed is Agreement & { readonly contract: Contract } => agreed.contract !== undefined;

/** Returns the standing prices that can hold on a day: those that began, and since then in one currency. */
export function pricesHoldingOn<Agreement extends PriceAgreement>(
  agreements: readonly Agreement[],
  day: string,
): readonly Agreement[] {
  const { standing, spans } = termsOf(agreements);
  const span = spanOn(spans, day);
  return standing.filter(
    ({ from, currency }) => from <= day && currency === span?.currency && from >= span.start,
  );
}

/** Finds standing prices in another currency than that of their first day. No terms may have any. */
export const pricesInOtherCurrency = (agreements: readonly PriceAgreement[]): PriceAgreement | undefined =>
  standingPrices(agreements).find(({ from, currency }) => currencyOn(agreements, from) !== currency);
