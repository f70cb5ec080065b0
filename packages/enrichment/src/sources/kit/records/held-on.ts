/** Finds the day up to which an edition's records of a subject hold. */
import type { IsoDate } from '../../../../../words/src/calendar.js';
import type { EditionFacts } from '../editions/edition-file.js';
import { newestDayOf, type Records } from './record.js';

/** A record of an edition, with its day. */
interface DatedRecord {
  readonly record: Records<unknown> | null;
  /** True if the edition lacks companies. */
  readonly part: boolean;
  readonly as_of: IsoDate;
}

/**
 * The day up to which a list holds. A list that was fetched for this company holds up to its newest item, or
 * up to the edition's day if a whole edition is newer. Null: the edition is a part without the list, or an
 * unknown item of the list was deleted, so the list proves nothing.
 */
export function listHeldOn({ record, part, as_of }: DatedRecord, list: string): IsoDate | null {
  if (record?.doubted?.includes(list) === true) return null;
  const whole = record?.whole[list];
  if (whole === undefined || record === null) return part ? null : as_of;
  const gone = record.gone?.[list] ?? '';
  const newest = record.items.reduce(
    (latest, item) => (item.list === list && item.version > latest ? item.version : latest),
    gone > whole ? gone : whole,
  );
  const day = newest.slice(0, 10);
  return part || day > as_of ? day : as_of;
}

/**
 * The day of a record that an update changed, else the day up to which the edition holds for every company.
 * @param news the day of the record's newest item; null: unknown @param newest the edition's newest day
 */
export function dayOfNews(news: IsoDate | null, whole: IsoDate, newest: IsoDate): IsoDate {
  if (news === null || news <= whole) return whole;
  return news < newest ? news : newest;
}

/** The day up to which a list of a record holds; the record's day if the list has none. */
export function recordHeldOn(
  record: Records<unknown> | undefined,
  list: string,
  { as_of: newest, whole_as_of: whole = newest, part }: EditionFacts,
): IsoDate {
  const as_of = dayOfNews(record === undefined ? null : newestDayOf(record), whole, newest);
  return listHeldOn({ record: record ?? null, part: part === true, as_of }, list) ?? as_of;
}
