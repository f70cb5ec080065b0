/** Reads the name of a published document: the company, and the day that the accounts are made up to. */
import { parseIsoDate } from '../../../words/src/calendar.js';
import { namedCompanyNumber } from '../../../words/src/company-number.js';
import type { FiledAs } from './read-accounts.js';

/** `Prod223_3384_14033910_20220831`: channel, run, number, day; `00034118_aa` from the document service. */
const PUBLISHED = /^Prod\d+_\d+_([A-Za-z0-9]{1,8})_(\d{4})(\d{2})(\d{2})(?:_CIC)?$/;
const NUMBER_FIRST = /^([A-Za-z0-9]{8})_/;

/** @param name of the file, or of the member of an archive, with its ending */
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
