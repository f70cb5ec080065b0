/**
 * The facts in a statement's lines (`docs/statements.md`, "Lines"). Every key is always present. Text,
 * amounts and prices are strings and counts are integers, so canonical JSON (RFC 8785) writes each value in
 * one way only.
 */
import { canonicalize } from 'json-canonicalize';

/** Values by block key. */
export type ByBlock<T> = Readonly<Record<string, T>>;

/** A charge in the log: of a delivered row, or of a block that came after its row. */
export interface ChargeFact {
  readonly account_id: number;
  /** Amount of the priced units; null where no price was agreed with the account. */
  readonly amount: string | null;
  /** The id of the charge's event. */
  readonly charge_id: string;
  /** Null where the row isn't kept, and for a block that came after its row. */
  readonly company_number: string | null;
  readonly currency: string | null;
  readonly entry: 'row' | 'block';
  readonly job_id: string;
  /** Whether the charge is of an earlier month and came after that month's statement. */
  readonly late: boolean;
  /** Prices of one unit on the day of the charge. A block without a price is left out. */
  readonly prices: ByBlock<string>;
  /** 0-based index in the submission. */
  readonly row: number;
  readonly time: string;
  /** Blocks that cost nothing are left out. */
  readonly units: ByBlock<number>;
}

/** Units of one day that an adjustment takes back or gives again, with their prices. */
export interface AdjustedDayFact {
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
  /** Prices of one unit on that day. A block without a price is left out. */
  readonly prices: ByBlock<string>;
  readonly units: ByBlock<number>;
}

/** Units of a block on one day at one price that an adjustment takes back or gives again. */
export interface AdjustedLineFact {
  readonly block: string;
  /** YYYY-MM-DD, UTC: the day of the charges. */
  readonly date: string;
  /** The price of one unit; null: no price. */
  readonly price: string | null;
  readonly units: number;
}

/** The units of these lines by day, in their order. */
export const daysOfLines = (
  lines: readonly AdjustedLineFact[],
): readonly { readonly date: string; readonly units: ByBlock<number> }[] =>
  lines.map(({ block, date, units }) => ({ date, units: { [block]: units } }));

/** The units of these days together, by block. */
export function unitsOfDays(days: readonly { readonly units: ByBlock<number> }[]): ByBlock<number> {
  const sums = new Map<string, number>();
  for (const { units } of days)
    for (const [block, count] of Object.entries(units)) sums.set(block, (sums.get(block) ?? 0) + count);
  return Object.fromEntries(sums);
}

/**
 * An adjustment. Its figures are negative where it takes charges back, and positive where it gives them
 * again.
 */
export interface AdjustmentFact {
  readonly account_id: number;
  readonly adjustment_id: string;
  readonly amount: string | null;
  readonly currency: string | null;
  /** Units by day, in the order of days. Only in the second format. */
  readonly days?: readonly AdjustedDayFact[];
  readonly late: boolean;
  /** Units by day, block and price, in this order. Only in the third format. */
  readonly lines?: readonly AdjustedLineFact[];
  readonly note: string;
  readonly reason: string;
  /** The adjustment that this one reverses, or null. */
  readonly reverses: string | null;
  /** Selects the charges. A null field sets no condition. */
  readonly scope: Readonly<Record<'block' | 'from' | 'job_id' | 'row' | 'to', string | number | null>>;
  readonly time: string;
  readonly units: ByBlock<number>;
}

/** A credit that is tied to no charge, or the reversal of one. Only in the third format. */
export interface CreditFact {
  readonly account_id: number;
  readonly adjustment_id: string;
  /** Negative where less is owed. */
  readonly amount: string;
  readonly currency: string;
  readonly late: boolean;
  readonly note: string;
  readonly reason: string;
  /** The credit that this one reverses, or null. */
  readonly reverses: string | null;
  readonly time: string;
}

/**
 * The result of a rule of a month. The terms stand under the name of the rule, as they were agreed. For an
 * earlier month the result is the difference that this statement brings. Only in the third format.
 */
export interface MonthRuleFact extends MonthRuleTerms {
  readonly account_id: number;
  /** Negative where less is owed. */
  readonly amount: string;
  readonly currency: string;
  /** Whether the month is before the statement's. */
  readonly late: boolean;
  /** YYYY-MM, UTC. */
  readonly month: string;
  readonly rule: keyof MonthRuleTerms;
  /** Units that the rule makes cheaper; 0 in a minimum. */
  readonly units: number;
  /** Number of the agreement of the rules. */
  readonly version: number;
}

interface MonthRuleTerms {
  readonly free_units?: number;
  readonly tiers?: readonly { readonly after: number; readonly percent: string }[];
  readonly minimum?: string;
}

/** The id that the salt of a rule's line is made from. */
export const monthRuleId = (
  statement: string,
  { month, rule }: Pick<MonthRuleFact, 'month' | 'rule'>,
): string => `${statement} ${month} ${rule}`;

/** A line's fact with its kind, which is its key in the line. */
export type LineFact =
  | { readonly kind: 'charge'; readonly fact: ChargeFact }
  | { readonly kind: 'adjustment'; readonly fact: AdjustmentFact }
  | { readonly kind: 'credit'; readonly fact: CreditFact }
  | { readonly kind: 'month_rule'; readonly fact: MonthRuleFact };

export type FactKind = LineFact['kind'];

/** The canonical JSON of a value. */
export const canonicalJson = (value: unknown): string => canonicalize(value);

/** The part of a charge that is the same for all rows of one outcome in a pack. */
export type SharedCharge = Omit<ChargeFact, 'charge_id' | 'company_number' | 'row'>;

const PLACEHOLDER = '\u0001';
const PLACEHOLDER_TEXT = JSON.stringify(PLACEHOLDER);

/**
 * Writes the canonical JSON of charges that differ in three fields. The rest is written once, since a month
 * may have a million charges.
 */
export function chargeTexts(
  shared: SharedCharge,
): (ownFields: Pick<ChargeFact, 'charge_id' | 'company_number' | 'row'>) => string {
  const text = canonicalJson({
    ...shared,
    charge_id: PLACEHOLDER,
    company_number: PLACEHOLDER,
    row: PLACEHOLDER,
  });
  const [start = '', beforeCompany = '', beforeRow = '', end = ''] = text.split(PLACEHOLDER_TEXT);
  return ({ charge_id, company_number, row }) =>
    `${start}${JSON.stringify(charge_id)}${beforeCompany}${JSON.stringify(company_number)}${beforeRow}${row}${end}`;
}
