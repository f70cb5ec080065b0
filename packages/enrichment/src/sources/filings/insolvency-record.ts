/** Reads insolvency cases (Insolvency Act 1986): their kinds and dates, without practitioners. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { ReadItem, RegisterList } from '../kit/records/register-lines.js';
import { isoDayOf, objectsOf, textOf, type JsonObject } from '../kit/records/values.js';

export interface InsolvencyDate {
  /** The register's key: `wound-up-on`, `administration-ended-on`. */
  readonly type: string;
  readonly date: IsoDate;
}

export interface InsolvencyCase {
  readonly number: string | null;
  /** The register's key: `compulsory-liquidation`, `in-administration`. */
  readonly type: string;
  /** The dates, the oldest first. */
  readonly dates: readonly InsolvencyDate[];
}

/** All cases of a company. The register gives them in one answer. */
export interface InsolvencyRecord {
  readonly record: 'insolvency';
  readonly cases: readonly InsolvencyCase[];
}

const MAX_CASES = 100;
const MAX_DATES = 20;

function datesOf({ dates }: JsonObject): InsolvencyDate[] {
  const insolvencyDates = objectsOf(dates)
    .slice(0, MAX_DATES)
    .flatMap((filed): InsolvencyDate[] => {
      const [type, date] = [textOf(filed['type'], 100), isoDayOf(filed['date'])];
      return type === null || date === null ? [] : [{ type, date }];
    });
  return insolvencyDates.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function readInsolvency({ cases }: JsonObject): ReadItem & { readonly data: InsolvencyRecord } {
  const insolvencyCases = objectsOf(cases)
    .slice(0, MAX_CASES)
    .flatMap((filed): InsolvencyCase[] => {
      const type = textOf(filed['type'], 200);
      return type === null ? [] : [{ number: textOf(filed['number'], 20), type, dates: datesOf(filed) }];
    });
  return { key: 'cases', data: { record: 'insolvency', cases: insolvencyCases } };
}

/** The cases as the register answers: `GET /company/{number}/insolvency`, and the insolvency stream. */
export const INSOLVENCY = {
  list: 'insolvency',
  resource: 'insolvency',
  events: ['company-insolvency'],
  items: null,
  read: readInsolvency,
} as const satisfies RegisterList;
