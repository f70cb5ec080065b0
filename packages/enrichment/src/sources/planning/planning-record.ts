/** Reads planning applications, and sites of brownfield land registers, as authorities publish them. */
import { parseIsoDate, type IsoDate } from '../../../../words/src/calendar.js';
import {
  distinctiveWords,
  exactName,
  normaliseName,
  wordsOfName,
} from '../../../../words/src/names/company-name.js';
import { postcodeIn } from '../../../../words/src/postcode.js';
import type { Cells } from '../kit/records/csv-table.js';
import { UnreadableRecord } from '../kit/records/form.js';
import type { Entry, Link, Version } from '../kit/records/record.js';
import { isoDayOf, textOf } from '../kit/records/values.js';
import columns from './planning-columns.json';

export type PlanningRegister = 'applications' | 'brownfield_land';

export interface PlanningRecord {
  readonly register: PlanningRegister;
  readonly reference: string;
  readonly authority: string;
  /** The nine-character code of the Office for National Statistics, if the publisher gives it. */
  readonly authority_code: string | null;
  readonly description: string | null;
  readonly type: string | null;
  readonly status: string | null;
  readonly decision: string | null;
  readonly received_on: IsoDate | null;
  readonly decided_on: IsoDate | null;
  readonly site_address: string | null;
  /** The postcode's key (`postcodeKey`). */
  readonly postcode: string | null;
  /** The applicants that are companies. Persons are not stored. */
  readonly applicants: readonly string[];
  readonly url: string | null;
}

/** The indexes by which records are found. */
export const APPLICANT = 'applicant';
export const POSTCODE = 'postcode';
/** The index with some records of each authority, which show the loaded authorities and their areas. */
export const SAMPLE = 'sample';
export const SAMPLE_KEY = 'all';

const DESCRIPTION_CHARACTERS = 500;
const URL_CHARACTERS = 500;

/** The names of columns by content, as `fieldName` writes them. The first filled column counts. */
const NAMES: Readonly<Record<keyof typeof columns, readonly string[]>> = columns;
type Field = keyof typeof NAMES;

/** The columns that distinguish a table of sites from a table of applications. */
export const SITE_COLUMNS = [
  NAMES.reference,
  ['planningstatus', 'planningpermissionstatus'],
  ['hectares', 'areaha', 'minnetdwellings', 'minimumnetdwellings', 'netdwellingsrangefrom'],
];
export const APPLICATION_COLUMNS = [
  NAMES.reference,
  NAMES.description,
  [...NAMES.decision, ...NAMES.status, ...NAMES.received, ...NAMES.decided],
];

/** Normalises a column's name: `LA SITE REF` and `laSiteRef` become equal. */
export const fieldName = (column: string): string => column.toLowerCase().replaceAll(/[^a-z\d]/g, '');

const NOTHING = /^(?:n\/?a|none|null|-+)$/i;

function valueOf(cell: Cells, field: Field): string | null {
  for (const name of NAMES[field]) {
    const text = textOf(cell(name), DESCRIPTION_CHARACTERS);
    if (text !== null && !NOTHING.test(text)) return text;
  }
  return null;
}

/** Reads `2024-05-01` or `01/05/2024`, with or without a time after it. */
function dayOf(cell: Cells, field: Field): IsoDate | null {
  const text = valueOf(cell, field) ?? '';
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/.exec(text) ?? [];
  return year === ''
    ? isoDayOf(text)
    : parseIsoDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** The companies in a filed text: the parts with a legal ending, such as `B Ltd` in `Mr A Smith, B Ltd`. */
export function companiesIn(filed: string): string[] {
  return filed
    .split(/[,;()/]|\bc\/o\b|\bon behalf of\b|\s-\s/i)
    .map((part) => part.trim())
    .filter((part) => {
      const words = wordsOfName(exactName(part));
      const nameWords = distinctiveWords(words);
      return words.at(-1) !== 'THE' && nameWords.length > 0 && nameWords.at(-1) !== words.at(-1);
    });
}

/** Matches words that authorities add to the name of their place. */
const COUNCIL =
  /\b(?:london borough of|royal borough of|city of|county of|borough of|council|metropolitan|borough|district|county|city|unitary|authority|m?bc|dc|cc)\b/gi;

/** Normalises an authority's name: `Rochdale MBC` becomes `ROCHDALE`. */
export function authorityKey(name: string): string {
  const key = normaliseName(name.replaceAll(COUNCIL, ' ').trim() || name);
  return key === '' ? normaliseName(name) : key;
}

/** The name of an authority. A web address ends in it: `.../metropolitan-district-council/rochdale`. */
function authorityOf(text: string): string {
  // The national platform's number of an organisation. Another dataset of the platform has the name.
  if (/^\d+$/.test(text)) return `organisation-entity ${text}`;
  return /^https?:/i.test(text)
    ? (text.split('/').filter(Boolean).at(-1) ?? text).replaceAll('-', ' ')
    : text;
}

const GSS = /\b[ENSW]\d{8}\b/;
const isWebAddress = (text: string | null): text is string => text !== null && /^https?:\/\//i.test(text);

/** Completes a record: finds the postcode and the companies among applicants. */
export function planningRecord(
  planning: Omit<PlanningRecord, 'postcode' | 'applicants'> & {
    postcode: string | null;
    applicants: readonly string[];
  },
): PlanningRecord {
  const written = planning.postcode ?? planning.site_address ?? '';
  return {
    ...planning,
    postcode: postcodeIn(written)?.key ?? null,
    applicants: [...new Set(planning.applicants.flatMap(companiesIn))],
  };
}

/** @throws UnreadableRecord */
export function rowRecord(cell: Cells, register: PlanningRegister): PlanningRecord {
  const reference = valueOf(cell, 'reference');
  if (reference === null) throw new UnreadableRecord('the row has no reference');
  const authority = valueOf(cell, 'authority');
  if (authority === null) throw new UnreadableRecord('the row names no planning authority');
  const code = GSS.exec(NAMES.code.map(cell).join(' '))?.[0] ?? null;
  const url = valueOf(cell, 'url')?.slice(0, URL_CHARACTERS) ?? null;
  return planningRecord({
    register,
    reference,
    authority: authorityOf(authority),
    authority_code: code,
    description: valueOf(cell, 'description'),
    type: valueOf(cell, 'type'),
    status: valueOf(cell, 'status'),
    decision: valueOf(cell, 'decision'),
    received_on: register === 'applications' ? dayOf(cell, 'received') : null,
    decided_on: dayOf(cell, 'decided'),
    site_address: valueOf(cell, 'address'),
    postcode: valueOf(cell, 'postcode'),
    applicants: [valueOf(cell, 'applicant') ?? ''],
    url: isWebAddress(url) ? url : null,
  });
}

/** The day that a row states for its last change, decision or receipt; empty: none. */
export const rowVersion = (cell: Cells): Version =>
  dayOf(cell, 'changed') ?? dayOf(cell, 'decided') ?? dayOf(cell, 'received') ?? '';

/** Makes the entry. Its subject has the authority, because references are unique only within one. */
export function planningEntry(data: PlanningRecord, version: Version, isSample: boolean): Entry {
  const links: Link[] = data.applicants.map((name) => [APPLICANT, normaliseName(name)]);
  if (data.postcode !== null) links.push([POSTCODE, data.postcode]);
  if (isSample) links.push([SAMPLE, SAMPLE_KEY]);
  const subject = `${authorityKey(data.authority)} ${data.reference}`;
  return { kind: 'put', subject, list: data.register, key: '', version, data, links };
}
