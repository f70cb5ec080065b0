/**
 * Files of each source in its publisher's form and of national shape: as many records as are asked for, wide
 * as real ones, in order of companies where they are published so. The values are made up; nothing of them
 * says anything about a company.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { numberOf } from '../national-file.js';
import type { NationalForm } from './national-form.js';
import { OTHER_FORMS } from './other-records.js';
import { REGISTER_FORMS } from './register-records.js';

export const NATIONAL_FORMS: readonly NationalForm[] = [...REGISTER_FORMS, ...OTHER_FORMS];

/** The company that comes at this place, counted from 0. */
export type CompanyAt = (place: number) => string;

export interface RecordsWanted {
  readonly records: number;
  readonly companyAt?: CompanyAt;
  /** The place of the first: a file may be one of several parts, the last of which has the closing line. */
  readonly from?: number;
  readonly last?: boolean;
}

/** The file's text, in pieces. */
export function* nationalRecords(
  form: NationalForm,
  { records, companyAt = anyCompany(form), from = 0, last = true }: RecordsWanted,
): Generator<string> {
  const { head, record, perCompany, between = '', tail } = form;
  yield head;
  let piece = '';
  for (let i = from; i < from + records; i += 1) {
    const text = record(i, companyAt(Math.floor(i / perCompany)));
    piece += i === from ? text : between + text;
    if (piece.length > 1 << 18) {
      yield piece;
      piece = '';
    }
  }
  yield piece + (last ? (tail?.(from + records) ?? '') : '');
}

/** Numbers of no company in particular, in the order in which the form is published. */
const anyCompany = ({ inOrder }: NationalForm): CompanyAt =>
  inOrder === true ? (place) => String(place + 1).padStart(8, '0') : numberOf;

export const writeNationalRecords = (
  path: string,
  form: NationalForm,
  wanted: RecordsWanted,
): Promise<void> => pipeline(Readable.from(nationalRecords(form, wanted)), createWriteStream(path));
