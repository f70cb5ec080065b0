/** Declares an event on the register, with the data that show whether two sources mean one event. Pure. */
import type { Item } from '../../sources/kit/records/record.js';
import { textOf } from '../../sources/kit/records/values.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { isTitle } from '../../../../words/src/names/person-name.js';
import type { BlockSource } from '../runner/envelope.js';
import { ascending, newestDayFirst } from '../runner/served-lists.js';

/** The types of events (Blocks 4.12). */
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
  'identity_verified',
  'identity_verification_overdue',
  'identity_verification_ended',
  'registrar_annotation',
  'other_filing',
] as const;
export type RegisterEventType = (typeof EVENT_TYPES)[number];

export interface RegisterEvent {
  readonly date: IsoDate;
  readonly type: RegisterEventType;
  /** The title: one line of at most 200 characters. */
  readonly title: string;
  /** The form filed: `CS01`. */
  readonly form: string | null;
  /** The filed values, unchanged. */
  readonly values: Readonly<Record<string, string>>;
  readonly source: BlockSource;
  /** The source's name of the record. */
  readonly ref: string;
}

/** An event from one source, without its words. */
export interface UnwordedEvent extends Omit<RegisterEvent, 'title' | 'values' | 'form'> {
  /** The form; left out: unknown. */
  readonly form?: string | null;
  /** The day on which the event was delivered to the register; left out: the source doesn't say. */
  readonly filed_on?: IsoDate | null;
  /** The register's ids of the filings that delivered the event; left out: unknown. */
  readonly filings?: readonly string[];
  /** True if `date` is the day of the event, false if it is that of the filing; left out: true. */
  readonly is_event_day?: boolean;
}

/** The functions that put a source's records into words. */
export interface Wording<R> {
  title(record: R, event: UnwordedEvent): string;
  values(record: R, event: UnwordedEvent): Readonly<Record<string, string>>;
  about(record: R, event: UnwordedEvent): readonly string[];
}

/** An event from one source. Its words are made on first use, because most events are too old to be shown. */
export class SourcedEvent<R = unknown> implements UnwordedEvent, RegisterEvent {
  readonly date: IsoDate;
  readonly type: RegisterEventType;
  readonly form: string | null;
  readonly source: BlockSource;
  readonly ref: string;
  readonly filed_on: IsoDate | null;
  readonly filings: readonly string[];
  readonly is_event_day: boolean;

  constructor(
    unworded: UnwordedEvent,
    private readonly record: R,
    private readonly wording: Wording<R>,
  ) {
    this.date = unworded.date;
    this.type = unworded.type;
    this.form = unworded.form ?? null;
    this.source = unworded.source;
    this.ref = unworded.ref;
    this.filed_on = unworded.filed_on ?? null;
    this.filings = unworded.filings ?? NO_WORDS;
    this.is_event_day = unworded.is_event_day ?? true;
  }

  get title(): string {
    return this.wording.title(this.record, this);
  }

  get values(): Readonly<Record<string, string>> {
    return this.wording.values(this.record, this);
  }

  /** Words that name the person or thing. A filing is about a record that has all words of the filing. */
  get about(): readonly string[] {
    return this.wording.about(this.record, this);
  }
}

/** The empty `filings` or `about` of an event. */
export const NO_WORDS: readonly string[] = [];

/** A record under the name that its source gives it. */
export type NamedRecord<T> = Pick<Item<T>, 'key' | 'data'>;

/** Newest first; events of one day by type, title and record, so that equal input gives equal bytes. */
export const newestEventFirst = (a: RegisterEvent, b: RegisterEvent): number =>
  newestDayFirst(a.date, b.date) ||
  ascending(a.type, b.type) ||
  ascending(a.title, b.title) ||
  ascending(a.ref, b.ref);

export function withoutNulls(values: Readonly<Record<string, string | null>>): Record<string, string> {
  const presentValues: Record<string, string> = {};
  for (const field of Object.keys(values)) {
    const value = values[field];
    if (value !== null && value !== undefined) presentValues[field] = value;
  }
  return presentValues;
}

export const TITLE_CHARACTERS = 200;
const NAME_CHARACTERS = 100;

/** The person's words in a title. Some persons have no name on the register. */
export const personInTitle = (name: string | null): string =>
  textOf(name, NAME_CHARACTERS) ?? 'a protected person';

/** Upper-case words of a name without titles: registers and filings write them in different orders. */
export const nameWords = (name: string | null): string[] =>
  (name ?? '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !isTitle(word));
