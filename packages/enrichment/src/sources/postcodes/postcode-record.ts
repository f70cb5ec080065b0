/** Reads records of the postcode directories ONSPD and NSPL, and names regions and countries. */
import { postcodeKey } from '../../../../words/src/postcode.js';
import type { Cells } from '../kit/records/csv-table.js';
import { UnreadableRecord } from '../kit/records/form.js';
import type { Entry, Version } from '../kit/records/record.js';
import names from './area-names.json';

export interface PostcodeRecord {
  /** The month in which the postcode ended, YYYY-MM; null: in use. */
  readonly terminated_in: string | null;
  /** The region's code by the Office for National Statistics; null outside England. */
  readonly region: string | null;
  /** The country's code by the Office for National Statistics. */
  readonly country: string | null;
  /** The code of the local authority district, county council or council area. */
  readonly local_authority: string | null;
}

/** The code of an area. Placeholders such as `S99999999` count as none. */
const codeOf = (text: string): string | null =>
  /^[A-Z]\d{8}$/.test(text) && !text.endsWith('99999999') ? text : null;
const monthOf = (text: string): string | null =>
  /^\d{4}(0[1-9]|1[0-2])$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4)}` : null;

/** The names of columns over the years. The first filled column counts. */
const REGION = ['rgn', 'gor'];
const COUNTRY = ['ctry'];
const AUTHORITY = ['lad', 'laua', 'oslaua'];
const firstFilled = (cell: Cells, columns: readonly string[]): string =>
  columns.map(cell).find((text) => text !== '') ?? '';

/** @throws UnreadableRecord */
export function readPostcode(cell: Cells, version: Version): Entry {
  const subject = postcodeKey(cell('pcds'));
  if (subject === null) throw new UnreadableRecord(`'${cell('pcds').slice(0, 20)}' is not a postcode`);
  const data: PostcodeRecord = {
    terminated_in: monthOf(cell('doterm')),
    region: codeOf(firstFilled(cell, REGION)),
    country: codeOf(firstFilled(cell, COUNTRY)),
    local_authority: codeOf(firstFilled(cell, AUTHORITY)),
  };
  return { kind: 'put', subject, list: 'postcode', key: '', version, data };
}

const REGIONS: Readonly<Record<string, string>> = names.regions;
const COUNTRIES: Readonly<Record<string, string>> = names.countries;

/** The name of a region; null for an unknown code. Only England has regions. */
export const regionName = (code: string): string | null => REGIONS[code] ?? null;
export const countryName = (code: string): string | null => COUNTRIES[code] ?? null;
