/**
 * Files of each source in its publisher's form and of national shape: as many records as are asked for, wide as real
 * ones, in order of companies where they are published so. The values are made up; nothing of them says anything about a company.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { NationalForm } from './national-form.js';
import { OTHER_FORMS } from './other-records.js';
import { REGISTER_FORMS } from './register-records.js';

export const NATIONAL_FORMS: readonly NationalForm[] = [...REGISTER_FORMS, ...OTHER_FORMS];

function* pieces({ head, record, between = '', tail }: NationalForm, records: number): Generator<string> {
  yield head;
  let piece = '';
  for (let i = 0; i < records; i += 1) {
    piece += i === 0 ? record(i) : between + record(i);
    if (piece.length > 1 << 18) {
      yield piece;
      piece = '';
    }
  }
  yield piece + (tail?.(records) ?? '');
}

export const writeNationalRecords = (path: string, form: NationalForm, records: number): Promise<void> =>
  pipeline(Readable.from(pieces(form, records)), createWriteStream(path));
