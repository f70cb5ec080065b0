/** To which day it holds what an edition's records say of a subject. */
import type { IsoDate } from '../../../../../words/src/calendar.js';
import type { EditionFacts } from '../editions/edition-file.js';
import { newsOf, type Records } from './record.js';

/** A record as it is read out of an edition, with the edition's day for it. */
interface Held {
  readonly record: Records<unknown> | null;
  /** The edition doesn't hold everybody. */
  readonly part: boolean;
  readonly as_of: IsoDate;
}

/**
 * Of a list that was fetched for this company the day of its newest news, or that of the edition where the
 * edition holds everybody and is newer; of any other list the day of such an edition. Null: the edition is a
 * part and the list isn't held whole, or an item of it is gone and it can't be told which, so that nothing
 * follows from what is there or missing.
 */
export function listHeldOn({ record, part, as_of }: Held, list: string): IsoDate | null {
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
 * The day of a record that an update brought news of; of all others that to which the edition tells of
 * everybody.
 * @param news the day of the record's newest item; null: not known
 * @param newest the newest day of which the edition tells
 */
export function dayOfNews(news: IsoDate | null, whole: IsoDate, newest: IsoDate): IsoDate {
  if (news === null || news <= whole) return whole;
  return news < newest ? news : newest;
}

/** The day to which a list of a record holds, or the record where the list alone says none. */
export function recordHeldOn(
  record: Records<unknown> | undefined,
  list: string,
  { as_of: newest, whole_as_of: whole = newest, part }: EditionFacts,
): IsoDate {
  const as_of = dayOfNews(record === undefined ? null : newsOf(record), whole, newest);
  return listHeldOn({ record: record ?? null, part: part === true, as_of }, list) ?? as_of;
}
