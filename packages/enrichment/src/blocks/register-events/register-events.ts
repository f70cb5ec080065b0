/** Makes events from all dated records that the register holds about a company, each fact once. Pure. */
import type { ChargeRecord } from '../../sources/charges/charge-record.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { FilingRecord } from '../../sources/filings/filing-record.js';
import type { InsolvencyRecord } from '../../sources/filings/insolvency-record.js';
import type { OfficerRecord } from '../../sources/officers/officer-record.js';
import type { PscRecord } from '../../sources/psc/psc-record.js';
import { type IsoDate, daysBetween } from '../../../../words/src/calendar.js';
import type { Once } from '../runner/facts.js';
import { filingEvents } from './filing-events.js';
import { insolvencyEvents } from './insolvency-events.js';
import {
  type NamedRecord,
  type RegisterEvent,
  SourcedEvent,
  type RegisterEventType,
  type Wording,
} from './register-event.js';
import { chargeEvents, companyEvents, controlEvents, officerEvents } from './record-events.js';
import { annotationEvents, verificationEvents } from './verification-events.js';
import { ascending } from '../runner/served-lists.js';

/** The records of one company on file; lists that aren't held are empty. */
export interface RegisterRecords {
  readonly company: CompanyRecord | null;
  readonly officers: readonly NamedRecord<OfficerRecord>[];
  readonly control: readonly NamedRecord<PscRecord>[];
  readonly charges: readonly NamedRecord<ChargeRecord>[];
  readonly filings: readonly NamedRecord<FilingRecord>[];
  readonly insolvency: readonly NamedRecord<InsolvencyRecord>[];
}

/** The events up to a day, in no order; blocks sort the events that they show. */
export function registerEvents(records: RegisterRecords, to: IsoDate, once: Once): readonly RegisterEvent[] {
  const events = once(records, () => allEvents(records));
  return events.every(({ date }) => date <= to) ? events : events.filter(({ date }) => date <= to);
}

function allEvents(records: RegisterRecords): readonly SourcedEvent[] {
  const { company, officers, control, charges, filings, insolvency } = records;
  const companyRecords = company === null ? [] : companyEvents(company).concat(annotationEvents(company));
  const registered = companyRecords.concat(
    officerEvents(officers),
    controlEvents(control),
    chargeEvents(charges),
    verificationEvents(officers, control),
    insolvencyEvents(insolvency),
  );
  return mergeEvents(registered, filingEvents(filings));
}

/** The maximum days between an event and a filing that doesn't say when it happened. */
const MAX_DAYS_TO_FILING = 366;
/** The days by which sources may differ in dating an event that rarely recurs. */
const TOLERANCE: Readonly<Partial<Record<RegisterEventType, number>>> = {
  incorporated: 366,
  name_changed: 7,
  dissolved: 92,
  restored: 92,
};

const isInsolvency = ({ type }: SourcedEvent): boolean => type.startsWith('insolvency_');
const isFiling = ({ filings }: SourcedEvent): boolean => filings.length > 0;

/** Tells whether the dates of a record and a filing fit one event, as far as the filing states the day. */
function datesAgree(record: SourcedEvent, filing: SourcedEvent): boolean {
  const tolerance = TOLERANCE[record.type];
  if (tolerance !== undefined) return Math.abs(daysBetween(record.date, filing.date)) <= tolerance;
  if (!isInsolvency(record)) {
    if (filing.is_event_day) return record.date === filing.date;
    // A filing without a name is recognised by its day.
    if (record.filed_on !== null && filing.about.length === 0) return record.filed_on === filing.filed_on;
  }
  const apart = daysBetween(record.date, filing.date);
  return apart >= 0 && apart <= MAX_DAYS_TO_FILING;
}

function isSameEvent(record: SourcedEvent, filing: SourcedEvent): boolean {
  if (!datesAgree(record, filing)) return false;
  const recordWords = record.about;
  return filing.about.every((word) => recordWords.includes(word));
}

interface MergedEvents {
  readonly record: SourcedEvent;
  readonly filing: SourcedEvent;
}

/** The record's day and words stay. The filing adds form and values, and says how a company dissolved. */
const MERGED_WORDING: Wording<MergedEvents> = {
  title: ({ record, filing }) => (record.type === 'dissolved' ? filing.title : record.title),
  values: ({ record, filing }) => ({ ...filing.values, ...record.values }),
  about: ({ record }) => record.about,
};

const mergedWith = (record: SourcedEvent, filing: SourcedEvent): SourcedEvent =>
  new SourcedEvent({ ...record, form: filing.form }, { record, filing }, MERGED_WORDING);

/** The words of a filing that repeats an event, and is served as a plain filing. */
const PLAIN_FILING: Wording<SourcedEvent> = {
  title: ({ title }) => title,
  values: ({ values }) => values,
  about: ({ about }) => about,
};

const plainFiling = (event: SourcedEvent): SourcedEvent =>
  new SourcedEvent(
    { ...event, type: 'other_filing', date: event.filed_on ?? event.date },
    event,
    PLAIN_FILING,
  );

/** Several filings may begin or end one case: the first is the event, the others are plain filings. */
function oncePerCase(events: readonly SourcedEvent[]): readonly SourcedEvent[] {
  if (!events.some(isInsolvency)) return events;
  const running = new Map<string, boolean>();
  const inOrder = [...events].sort(
    (a, b) => ascending(a.date, b.date) || Number(isFiling(a)) - Number(isFiling(b)),
  );
  return inOrder.map((event) => {
    if (!isInsolvency(event)) return event;
    const [family = ''] = event.about;
    const isStart = event.type === 'insolvency_started';
    const isRepeat = running.get(family) === isStart;
    running.set(family, isStart);
    return isRepeat && isFiling(event) ? plainFiling(event) : event;
  });
}

/** Types with two documents for one fact: a form and a certificate. */
const BY_TWO_FILINGS: ReadonlySet<RegisterEventType> = new Set(['incorporated', 'name_changed']);

/** The first filing about a fact is the event; later ones are plain filings. */
function oncePerFact(events: readonly SourcedEvent[], filings: readonly SourcedEvent[]): SourcedEvent[] {
  const reportedTwice = events.filter(({ type }) => BY_TWO_FILINGS.has(type));
  return filings.map((filing) => {
    if (!BY_TWO_FILINGS.has(filing.type)) return filing;
    if (reportedTwice.some((event) => event.type === filing.type && datesAgree(event, filing)))
      return plainFiling(filing);
    reportedTwice.push(filing);
    return filing;
  });
}

/** Removes repeats: the register of companies and a case both record a dissolution. */
function withoutRepeats(records: readonly SourcedEvent[]): SourcedEvent[] {
  const kept: SourcedEvent[] = [];
  for (const record of records) {
    const isDissolution = record.type === 'dissolved';
    if (!isDissolution || !kept.some((other) => other.type === record.type && datesAgree(other, record)))
      kept.push(record);
  }
  return kept;
}

const NO_PLACES: ReadonlyMap<string, readonly number[]> = new Map();

/** Places of the records that are delivered by a filing, by its id. */
function placesByFiling(records: readonly SourcedEvent[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  records.forEach(({ filings }, place) => {
    for (const id of filings) places.set(id, [...(places.get(id) ?? []), place]);
  });
  return places;
}

/** Merges filings into the records of the same events. */
class FilingMerger {
  private readonly byFiling: ReadonlyMap<string, readonly number[]>;
  /** Places of the records that no filing was merged into, by type. */
  private readonly unmatched = new Map<RegisterEventType, number[]>();

  constructor(private readonly records: SourcedEvent[]) {
    this.byFiling = records.some(isFiling) ? placesByFiling(records) : NO_PLACES;
  }

  /** @returns false if no record is about the same event */
  merge(filing: SourcedEvent): boolean {
    const places = this.byFiling.get(filing.ref) ?? this.similar(filing);
    for (const place of places) this.records[place] = mergedWith(this.recordAt(place), filing);
    return places.length > 0;
  }

  /** The places of similar records. A record is delivered by one filing. */
  private similar(filing: SourcedEvent): readonly number[] {
    const places = this.unmatchedOf(filing.type);
    const placeIndex = places.findIndex((place) => isSameEvent(this.recordAt(place), filing));
    return placeIndex === -1 ? [] : places.splice(placeIndex, 1);
  }

  private unmatchedOf(type: RegisterEventType): number[] {
    let places = this.unmatched.get(type);
    if (places === undefined) {
      places = [];
      for (let place = 0; place < this.records.length; place += 1)
        if (this.recordAt(place).type === type) places.push(place);
      this.unmatched.set(type, places);
    }
    return places;
  }

  private recordAt(place: number): SourcedEvent {
    const record = this.records[place];
    if (record === undefined) throw new Error(`there is no record ${place}`);
    return record;
  }
}

function mergeEvents(
  records: readonly SourcedEvent[],
  filings: readonly SourcedEvent[],
): readonly SourcedEvent[] {
  const merged = withoutRepeats(records);
  if (filings.length === 0) return oncePerCase(merged);
  const merger = new FilingMerger(merged);
  const unmerged = filings.filter((filing) => !merger.merge(filing));
  return oncePerCase(merged.concat(oncePerFact(merged, unmerged)));
}
