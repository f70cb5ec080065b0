/** The sums of a bill that is added up from an exported log, with nothing of the product's rules (`exported-bill.ts`). */

/** What some charges come to, and what is left of them; money is null where no price was agreed. */
export interface Sums {
  readonly rows: number;
  readonly units: number;
  readonly amount: bigint | null;
  readonly netUnits: number;
  readonly netAmount: bigint | null;
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
  /** Delivered rows, by the day of their charge: those without a unit too. */
  readonly rows: readonly { readonly job: string; readonly day: string }[];
}

export interface Agreement {
  readonly position: string;
  readonly account: string;
  readonly from: string;
  readonly prices: Readonly<Record<string, string>>;
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
  readonly isPriced: boolean;
  readonly isMeant: (part: { readonly job: string; readonly day: string }) => boolean;
}

export const correctedOf = ({ corrected }: Unit): bigint | null => corrected.at(-1)?.price ?? null;

export function sums(
  entries: readonly Entry[],
  known: readonly Agreement[],
  { isPriced, isMeant }: Meant,
): Sums {
  let [rows, units, netUnits] = [0, 0, 0];
  let [amount, netAmount] = [0n, 0n];
  /** Units that are owed, and how many standing repricings each has. */
  const owed = new Map<Unit, number>();
  for (const entry of entries) {
    const { kind, sign, corrected = 0n, prices } = entry;
    const signed = BigInt(sign);
    rows += kind === 'charge' ? entry.rows.filter(isMeant).length : 0;
    if (kind === 'credit' && isMeant({ job: '', day: dayOf(entry.time) }))
      netAmount += signed * (entry.amount ?? 0n);
    entry.units.forEach((unit, index) => {
      if (!isMeant(unit)) return;
      const cost = prices?.[index] ?? priceOf(known, unit) ?? 0n;
      if (kind === 'repricing') {
        netAmount += signed * (corrected - cost);
        owed.set(unit, (owed.get(unit) ?? 0) + sign);
        return;
      }
      netUnits += sign;
      netAmount += signed * cost;
      if (kind === 'adjustment') return;
      units++;
      amount += cost;
    });
  }
  const isNetPriced = isPriced || [...owed.values()].some((times) => times > 0);
  return {
    rows,
    units,
    amount: isPriced ? amount : null,
    netUnits,
    netAmount: isNetPriced ? netAmount : null,
  };
}

/** Of the agreements that name the block and have begun by its day, the one that begins last; of those, the last one. */
export function priceOf(known: readonly Agreement[], { block, day }: Unit): bigint | null {
  const price = known
    .map(({ from, prices }, order) => ({ from, price: prices[block], order }))
    .filter(({ from, price: named }) => named !== undefined && from <= day)
    .sort((one, other) =>
      one.from === other.from ? one.order - other.order : one.from < other.from ? -1 : 1,
    )
    .at(-1)?.price;
  return price === undefined ? null : trillionths(price);
}
