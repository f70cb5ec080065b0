/** Reads records of both postcode directories of the Office for National Statistics, and names areas. */
import { postcodeKey } from '../../../../words/src/postcode.js';
import type { Cells } from '../kit/records/csv-table.js';
import { UnreadableRecord } from '../kit/records/form.js';
import type { Entry, Version } from '../kit/records/record.js';
import names from './area-names.json';

export interface PostcodeRecord {
  /** The month in which it went out of use, YYYY-MM; null: in use. */
  readonly terminated_in: string | null;
  /** The nine-character codes of the Office for National Statistics: region (in England only), country. */
  readonly region: string | null;
  readonly country: string | null;
  /** The code of the local authority district, county council or council area. */
  readonly local_authority: string | null;
}

/** The code of a region. A country in its place is a filler (`S99999999`), and counts as none. */
const codeOf = (text: string): string | null =>
  /^[A-Z]\d{8}$/.test(text) && !text.endsWith('99999999') ? text : null;
const monthOf = (text: string): string | null =>
  /^\d{4}(0[1-9]|1[0-2])$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4)}` : null;

/** The names of columns changed over the years; the first that exists counts. */
const REGION = ['rgn', 'gor'];
const COUNTRY = ['ctry'];
const AUTHORITY = ['lad', 'laua', 'oslaua'];
const first = (cell: Cells, columns: readonly string[]): string =>
  columns.map(cell).find((text) => text !== '') ?? '';

/** @throws UnreadableRecord */
export function readPostcode(cell: Cells, version: Version): Entry {
  const subject = postcodeKey(cell('pcds'));
  if (subject === null) throw new UnreadableRecord(`'${cell('pcds').slice(0, 20)}' is not a postcode`);
  const data: PostcodeRecord = {
    terminated_in: monthOf(cell('doterm')),
    region: codeOf(first(cell, REGION)),
    country: codeOf(first(cell, COUNTRY)),
    local_authority: codeOf(first(cell, AUTHORITY)),
  };
  return { kind: 'put', subject, list: 'postcode', key: '', version, data };
}

const REGIONS: Readonly<Record<string, string>> = names.regions;
const COUNTRIES: Readonly<Record<string, string>> = names.countries;

/** The name of a region; null for an unknown code. Only England has regions. */
export const regionName = (code: string): string | null => REGIONS[code] ?? null;
export const countryName = (code: string): string | null => COUNTRIES[code] ?? null;
