/** Reads company and balance day from the name of a published document. */
import { parseIsoDate } from '../../../words/src/calendar.js';
import { namedCompanyNumber } from '../../../words/src/company-number.js';
import type { FiledAs } from './read-accounts.js';

/** Matches a bulk file's name: `Prod223_3384_14033910_20220831` is channel, run, number and day. */
const PUBLISHED = /^Prod\d+_\d+_([A-Za-z0-9]{1,8})_(\d{4})(\d{2})(\d{2})(?:_CIC)?$/;
/** Matches a name from the document service: `00034118_aa`. */
const NUMBER_FIRST = /^([A-Za-z0-9]{8})_/;

/** @param name the name of the file or archive member, with its ending */
export function filedAs(name: string): FiledAs {
  const id = name.replace(/\.[A-Za-z]{1,5}$/, '').slice(0, 120);
  const [, number, year, month, day] = PUBLISHED.exec(id) ?? [];
  const filed = number ?? NUMBER_FIRST.exec(id)?.[1] ?? null;
  return {
    id,
    number: namedCompanyNumber(filed),
    made_up_to: year === undefined ? null : parseIsoDate(`${year}-${month}-${day}`),
  };
}
