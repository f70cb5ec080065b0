/** One fact that is known from two sources is one event: records of the register take in the filings that tell of them. */
import { daysBetween } from '../../shared/calendar.js';
import { ascending } from '../runner/served-lists.js';
import type { RegisterEventType, ToldEvent } from './register-event.js';

/** Most days between an event and a filing that doesn't say when it happened. */
const LATEST_FILING = 366;
/** How far apart sources date what happens once in a long time. */
const TOLERANCE: Readonly<Partial<Record<RegisterEventType, number>>> = {
  incorporated: 366,
  name_changed: 7,
  dissolved: 92,
  restored: 92,
};

const isInsolvency = ({ type }: ToldEvent): boolean => type.startsWith('insolvency_');
const isFiling = ({ filings }: ToldEvent): boolean => filings.length > 0;

function sameDay(record: ToldEvent, filing: ToldEvent): boolean {
  const tolerance = TOLERANCE[record.type];
  const apart = daysBetween(record.date, filing.date);
  if (tolerance !== undefined) return Math.abs(apart) <= tolerance;
  if (isInsolvency(record)) return apart >= 0 && apart <= LATEST_FILING;
  if (filing.day_told) return apart === 0;
  // A filing that names nobody is recognised by the day on which it came.
  if (filing.about.length === 0 && record.filed_on !== null) return record.filed_on === filing.filed_on;
  return apart >= 0 && apart <= LATEST_FILING;
}

const isSame = (record: ToldEvent, filing: ToldEvent): boolean =>
  sameDay(record, filing) && filing.about.every((word) => record.about.includes(word));

/** The event keeps the record's day and words, and gains the form and what else was filed. */
const takenIn = (record: ToldEvent, filing: ToldEvent): ToldEvent => ({
  ...record,
  form: filing.form,
  values: { ...filing.values, ...record.values },
});

/** Several filings tell of the beginning of one case, and several of its end: the first does, the others are filings. */
function onceACase(events: readonly ToldEvent[]): readonly ToldEvent[] {
  if (!events.some(isInsolvency)) return events;
  const running = new Map<string, boolean>();
  const inOrder = [...events].sort(
    (a, b) => ascending(a.date, b.date) || Number(isFiling(a)) - Number(isFiling(b)),
  );
  return inOrder.map((event) => {
    if (!isInsolvency(event)) return event;
    const [family = ''] = event.about;
    const starts = event.type === 'insolvency_started';
    const known = running.get(family) === starts;
    running.set(family, starts);
    return known && isFiling(event)
      ? { ...event, type: 'other_filing', date: event.filed_on ?? event.date }
      : event;
  });
}

/** Records that tell of the same thing: the register of companies and a case both know of a dissolution. */
function withoutRepeats(records: readonly ToldEvent[]): ToldEvent[] {
  const kept: ToldEvent[] = [];
  for (const record of records) {
    const single = record.type === 'dissolved';
    if (!single || !kept.some((other) => other.type === record.type && sameDay(other, record)))
      kept.push(record);
  }
  return kept;
}

/** The list under a key; an empty one where there was none. */
function listed<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** The records that a filing is to be taken into. */
class Takers {
  private readonly byFiling = new Map<string, number[]>();
  private readonly byType = new Map<RegisterEventType, number[]>();

  constructor(private readonly records: ToldEvent[]) {
    records.forEach(({ type, filings }, place) => {
      listed(this.byType, type).push(place);
      for (const id of filings) listed(this.byFiling, id).push(place);
    });
  }

  /** @returns false where no record tells of the same */
  take(filing: ToldEvent): boolean {
    const named = filing.filings.flatMap((id) => this.byFiling.get(id) ?? []);
    const places = named.length > 0 ? named : this.similar(filing);
    for (const place of places) this.records[place] = takenIn(this.at(place), filing);
    return places.length > 0;
  }

  /** A record is delivered by one filing. */
  private similar(filing: ToldEvent): number[] {
    const open = this.byType.get(filing.type) ?? [];
    const found = open.find((place) => isSame(this.at(place), filing));
    if (found === undefined) return [];
    this.byType.set(
      filing.type,
      open.filter((place) => place !== found),
    );
    return [found];
  }

  private at(place: number): ToldEvent {
    const record = this.records[place];
    if (record === undefined) throw new Error(`there is no record ${place}`);
    return record;
  }
}

/** @param records of registers @param filings of the filing history */
export function mergeEvents(
  records: readonly ToldEvent[],
  filings: readonly ToldEvent[],
): readonly ToldEvent[] {
  const merged = withoutRepeats(records);
  if (filings.length === 0) return onceACase(merged);
  const takers = new Takers(merged);
  const left = filings.filter((filing) => !takers.take(filing));
  return onceACase([...merged, ...left]);
}
