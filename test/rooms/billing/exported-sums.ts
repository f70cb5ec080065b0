/**
 * The sums of a bill that is added up from an exported log, with nothing of the product's rules
 * (`exported-bill.ts`).
 */

/** Money of one currency. */
export interface CurrencySum {
  readonly amount: bigint;
  readonly netAmount: bigint;
}

/** Sums of charges, and what is left of them. Money is null in several currencies, or without a price. */
export interface Sums {
  readonly rows: number;
  readonly units: number;
  readonly amount: bigint | null;
  readonly netUnits: number;
  readonly netAmount: bigint | null;
  readonly currencies: Readonly<Record<string, CurrencySum>>;
}

/** A block of a row that was answered `available`. */
export interface Unit {
  readonly job: string;
  readonly row: number;
  readonly block: string;
  readonly day: string;
  taken: boolean;
  /** The standing repricings of it, the last one last. */
  corrected: readonly { readonly id: string; readonly price: bigint }[];
}

/** Units that are added to the bill or taken from it. */
export interface Entry {
  readonly position: string;
  readonly account: string;
  /** When it was charged or adjusted. */
  readonly time: string;
  readonly kind: 'charge' | 'adjustment' | 'repricing' | 'credit';
  readonly sign: 1 | -1;
  readonly units: readonly Unit[];
  /** What each unit cost before the entry, and in a repricing after it; null: the agreed price. */
  readonly prices?: readonly (bigint | null)[];
  readonly corrected?: bigint;
  /** Of a credit. */
  readonly amount?: bigint;
  readonly currency?: string;
  /** Delivered rows, by the day of their charge: those without a unit too. */
  readonly rows: readonly { readonly job: string; readonly day: string }[];
}

/** The charges that an adjustment or a repricing names; null leaves a thing open. */
export interface Scope {
  readonly job_id: string | null;
  readonly row: number | null;
  readonly block: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Prices, a contract, or a withdrawal of prices. */
export interface Agreement {
  readonly type: 'PricesAgreed' | 'ContractAgreed' | 'PricesWithdrawn';
  readonly position: string;
  readonly account: string;
  readonly from: string;
  readonly currency?: string;
  readonly prices?: Readonly<Record<string, string>>;
}

/** A price has up to eight, a percentage of it four more. */
const DECIMALS = 12;

/** `1.5` as 1500000000000. */
export function trillionths(text: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > DECIMALS) throw new Error(`'${text}' is no amount`);
  const size = BigInt(whole + fraction.padEnd(DECIMALS, '0'));
  return sign === '-' ? -size : size;
}

export const dayOf = (time: string): string => time.slice(0, 10);

export interface Meant {
  /** Whether amounts are told, also where no unit has a price. */
  readonly isPriced: boolean;
  /** The currency where nothing is charged, credited or taken back. */
  readonly otherwise?: string | null;
  /** Currencies that month rules add. */
  readonly ruled?: readonly string[];
  /** Whether only units with a price have a currency: a row without a unit, or without a price, has none. */
  readonly pricedOnly?: boolean;
  readonly isMeant: (part: { readonly job: string; readonly day: string }) => boolean;
}

export const correctedOf = ({ corrected }: Unit): bigint | null => corrected.at(-1)?.price ?? null;

/** Sums of money that is added up by currency. */
class Money {
  readonly by = new Map<string, { amount: bigint; netAmount: bigint }>();

  add(currency: string | null, amount: bigint, netAmount: bigint): void {
    if (currency === null) return;
    const sum = this.by.get(currency) ?? { amount: 0n, netAmount: 0n };
    this.by.set(currency, { amount: sum.amount + amount, netAmount: sum.netAmount + netAmount });
  }
}

export function sums(
  entries: readonly Entry[],
  known: readonly Agreement[],
  { isPriced: hasPrices, otherwise = null, ruled = [], pricedOnly = false, isMeant }: Meant,
): Sums {
  let [rows, units, netUnits] = [0, 0, 0];
  const money = new Money();
  /** Units that are owed, and how many standing repricings each has. */
  const owed = new Map<Unit, number>();
  let isPriced = hasPrices;
  for (const currency of ruled) money.add(currency, 0n, 0n);
  for (const entry of entries) {
    const { kind, sign, corrected = 0n, prices } = entry;
    const signed = BigInt(sign);
    const meantRows = kind === 'charge' ? entry.rows.filter(isMeant) : [];
    rows += meantRows.length;
    if (!pricedOnly) for (const { day } of meantRows) money.add(currencyOf(known, day), 0n, 0n);
    if (kind === 'credit' && isMeant({ job: '', day: dayOf(entry.time) }))
      money.add(entry.currency ?? null, 0n, signed * (entry.amount ?? 0n));
    entry.units.forEach((unit, index) => {
      if (!isMeant(unit)) return;
      const price = prices?.[index] ?? priceOf(known, unit);
      const isCounted = !pricedOnly || price !== null || kind === 'repricing';
      const [cost, currency] = [price ?? 0n, isCounted ? currencyOf(known, unit.day) : null];
      if (kind === 'repricing') {
        money.add(currency, 0n, signed * (corrected - cost));
        owed.set(unit, (owed.get(unit) ?? 0) + sign);
        return;
      }
      isPriced ||= pricedOnly && priceOf(known, unit) !== null;
      netUnits += sign;
      const isCharge = kind === 'charge';
      money.add(currency, isCharge ? cost : 0n, signed * cost);
      if (isCharge) units++;
    });
  }
  const isNetPriced = isPriced || [...owed.values()].some((times) => times > 0);
  if (!isNetPriced) money.by.clear();
  else if (money.by.size === 0) money.add(otherwise, 0n, 0n);
  const [only, ...others] = money.by.values();
  const one = others.length === 0 && only !== undefined ? only : null;
  return {
    rows,
    units,
    amount: isPriced ? (one?.amount ?? null) : null,
    netUnits,
    netAmount: one?.netAmount ?? null,
    currencies: Object.fromEntries([...money.by].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The prices and contracts that no later withdrawal names. */
export const standing = (known: readonly Agreement[]): readonly Agreement[] =>
  known.filter(
    ({ type, from }, place) =>
      type === 'ContractAgreed' ||
      (type === 'PricesAgreed' &&
        !known.slice(place).some((later) => later.type === 'PricesWithdrawn' && later.from === from)),
  );

/** What begins last by a day; of equal beginnings what was agreed last. */
const latest = (agreed: readonly Agreement[], day: string): Agreement | undefined =>
  agreed
    .filter(({ from }) => from <= day)
    .reduce<Agreement | undefined>(
      (best, each) => (best === undefined || each.from >= best.from ? each : best),
      undefined,
    );

/**
 * The currency of a day: that of the contract that begins last by it; before the first contract that of what
 * begins first of all.
 */
export function currencyOf(known: readonly Agreement[], day: string): string | null {
  const all = standing(known);
  const contracts = all.filter(({ type }) => type === 'ContractAgreed');
  const first = all.map(({ from }) => from).sort()[0];
  const agreed =
    latest(contracts, day) ?? latest(contracts, first ?? '') ?? all.find(({ from }) => from === first);
  return agreed?.currency ?? null;
}

/**
 * Of the agreements that name the block, have begun by its day and hold, the one that begins last; of those,
 * the last one. Prices hold while no contract in another currency begins.
 */
export function priceOf(known: readonly Agreement[], { block, day }: Unit): bigint | null {
  const all = standing(known);
  const isOver = ({ from, currency }: Agreement): boolean =>
    [from, day, ...all.map((each) => each.from).filter((each) => each > from && each <= day)].some(
      (each) => currencyOf(known, each) !== currency,
    );
  const named = all.filter((agreed) => agreed.prices?.[block] !== undefined && !isOver(agreed));
  const price = latest(named, day)?.prices?.[block];
  return price === undefined ? null : trillionths(price);
}
