/**
 * The facts that a statement's lines hold (`docs/statements.md`, "Lines"). Every key is always there; text,
 * amounts and prices are strings, counts are integers, so that canonical JSON (RFC 8785) writes each in one
 * way only.
 */
import { canonicalize } from 'json-canonicalize';

/** Something for each of some blocks, by the key of the block. */
export type ByBlock<T> = Readonly<Record<string, T>>;

/** One charge entry of the log: of a delivered row, or of a block that came after its row. */
export interface ChargeFact {
  readonly account_id: number;
  /** What the priced units cost; null where no price was agreed with the account. */
  readonly amount: string | null;
  /** The id of the charge's event. */
  readonly charge_id: string;
  /** Null where nothing of the row is kept, and beside a block that came later. */
  readonly company_number: string | null;
  readonly currency: string | null;
  readonly entry: 'row' | 'block';
  readonly job_id: string;
  /** The charge is of an earlier month, and came after that month's statement. */
  readonly late: boolean;
  /** Of a unit, on the day of the charge; a block without a price is left out. */
  readonly prices: ByBlock<string>;
  /** 0-based index in the submission. */
  readonly row: number;
  readonly time: string;
  /** Blocks that cost nothing are left out. */
  readonly units: ByBlock<number>;
}

/** Units of one day of charges that an adjustment takes back or gives again, with their prices. */
export interface AdjustedDayFact {
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
  /** Of a unit, on that day; a block without a price is left out. */
  readonly prices: ByBlock<string>;
  readonly units: ByBlock<number>;
}

/** The units of all these days, by block. */
export function unitsOfDays(days: readonly { readonly units: ByBlock<number> }[]): ByBlock<number> {
  const sums = new Map<string, number>();
  for (const { units } of days)
    for (const [block, each] of Object.entries(units)) sums.set(block, (sums.get(block) ?? 0) + each);
  return Object.fromEntries(sums);
}

/** One adjustment: charges taken back, with negative figures, or given again. */
export interface AdjustmentFact {
  readonly account_id: number;
  readonly adjustment_id: string;
  readonly amount: string | null;
  readonly currency: string | null;
  /** In the order of days; from the second format on. */
  readonly days?: readonly AdjustedDayFact[];
  readonly late: boolean;
  readonly note: string;
  readonly reason: string;
  /** The adjustment that this one reverses, or null. */
  readonly reverses: string | null;
  /** Which charges are meant; null: all that the others leave. */
  readonly scope: Readonly<Record<'block' | 'from' | 'job_id' | 'row' | 'to', string | number | null>>;
  readonly time: string;
  readonly units: ByBlock<number>;
}

/** A line's fact under the name by which the line calls it. */
export type Fact =
  | { readonly kind: 'charge'; readonly fact: ChargeFact }
  | { readonly kind: 'adjustment'; readonly fact: AdjustmentFact };

export type FactKind = Fact['kind'];

/** The canonical JSON of anything. */
export const canonicalText = (value: unknown): string => canonicalize(value);

/** Values that a pack of charges repeats for row after row. */
export type SharedCharge = Omit<ChargeFact, 'charge_id' | 'company_number' | 'row'>;

const PLACE = '\u0001';
const PLACE_TEXT = JSON.stringify(PLACE);

/**
 * Writes the canonical JSON of charges that differ in three fields alone: the rest is written once, since a
 * month may have a million of them.
 */
export function chargeTexts(
  shared: SharedCharge,
): (of: Pick<ChargeFact, 'charge_id' | 'company_number' | 'row'>) => string {
  const text = canonicalText({ ...shared, charge_id: PLACE, company_number: PLACE, row: PLACE });
  const [start = '', beforeCompany = '', beforeRow = '', end = ''] = text.split(PLACE_TEXT);
  return ({ charge_id, company_number, row }) =>
    `${start}${JSON.stringify(charge_id)}${beforeCompany}${JSON.stringify(company_number)}${beforeRow}${row}${end}`;
}
