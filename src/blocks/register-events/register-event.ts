/** An event on the register, as blocks tell of it, and what shows that two sources speak of the same one. Pure. */
import type { Item } from '../../sources/records/record.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { BlockSource } from '../runner/envelope.js';
import { ascending, newestDayFirst } from '../runner/served-lists.js';

/** Blocks 4.12. */
export const EVENT_TYPES = [
  'incorporated',
  'name_changed',
  'address_changed',
  'officer_appointed',
  'officer_resigned',
  'controller_notified',
  'controller_ceased',
  'control_statement',
  'charge_created',
  'charge_satisfied',
  'accounts_filed',
  'confirmation_statement_filed',
  'capital_changed',
  'insolvency_started',
  'insolvency_ended',
  'strike_off_proposed',
  'dissolved',
  'restored',
  'other_filing',
] as const;
export type RegisterEventType = (typeof EVENT_TYPES)[number];

export interface RegisterEvent {
  readonly date: IsoDate;
  readonly type: RegisterEventType;
  /** One line, at most 200 characters. */
  readonly title: string;
  /** The form filed: `CS01`. */
  readonly form: string | null;
  /** What was filed, as it was filed. */
  readonly values: Readonly<Record<string, string>>;
  readonly source: BlockSource;
  /** What its source calls the record that tells of it. */
  readonly ref: string;
}

/** An event as one source tells of it. */
export interface ToldEvent extends RegisterEvent {
  /** Whom or what it is about, in words that every source has; all words of a filing must be in a record's. */
  readonly about: readonly string[];
  /** The day on which it was delivered to the register; null where the source doesn't say. */
  readonly filed_on: IsoDate | null;
  /** The register's ids of the filings that it was delivered by. */
  readonly filings: readonly string[];
  /** Whether `date` is the day of the event, and not that of the filing. */
  readonly day_told: boolean;
}

/** A record under the name that its source gives it. */
export type Named<T> = Pick<Item<T>, 'key' | 'data'>;

/** Newest first; what falls on one day by type, title and record, so that equal input gives equal bytes. */
export const newestEventFirst = (a: RegisterEvent, b: RegisterEvent): number =>
  newestDayFirst(a.date, b.date) ||
  ascending(a.type, b.type) ||
  ascending(a.title, b.title) ||
  ascending(a.ref, b.ref);

/** Those that stand there. */
export function told(values: Readonly<Record<string, string | null>>): Record<string, string> {
  const standing: Record<string, string> = {};
  for (const field of Object.keys(values)) {
    const value = values[field];
    if (value !== null && value !== undefined) standing[field] = value;
  }
  return standing;
}

/** Words that stand before a name or behind it. */
const TITLES = new Set(
  'MR MRS MS MISS MX DR SIR DAME LORD LADY BARON BARONESS REV REVD PROF PROFESSOR HON OBE MBE CBE'.split(' '),
);

/** Whether an upper-case word is no part of the name beside which it stands. */
export const isTitle = (word: string): boolean => TITLES.has(word);

/** Upper-case words of a name without titles: registers and filings write them in different orders. */
export const nameWords = (name: string | null): string[] =>
  (name ?? '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !isTitle(word));
