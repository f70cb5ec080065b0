/** Makes PDFs and CSVs of signed statements for people. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { statementFileName } from '../../billing/statements/kept-file.js';
import { statementCsv } from '../../billing/statements/readable/statement-csv.js';
import { statementPdf } from '../../billing/statements/readable/statement-pdf.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

/** The forms of a statement, with their media types. `ndjson` is the signed file itself. */
const MEDIA_TYPES = {
  ndjson: 'application/x-ndjson',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
} as const;
export type ReadableForm = Exclude<keyof typeof MEDIA_TYPES, 'ndjson'>;

const contentOf = async (file: string, form: ReadableForm): Promise<Readable> =>
  form === 'pdf' ? statementPdf(file) : Readable.from(statementCsv(file));

const nameInForm = (name: string, form: ReadableForm): string => `${name.replace(/\.ndjson$/, '')}.${form}`;

/** Returns a statement's file in a form, as a page sends it. @throws WrongRequest for an unknown form */
export async function statementDownload(file: string, account: AccountId, month: string, form = 'ndjson') {
  const name = statementFileName(account, month);
  if (form === 'ndjson') return { name, type: MEDIA_TYPES.ndjson, body: createReadStream(file) };
  if (form !== 'pdf' && form !== 'csv')
    throw new WrongRequest(
      'unknown_statement',
      'A statement is there as pdf, as csv and as the signed file.',
    );
  return { name: nameInForm(name, form), type: MEDIA_TYPES[form], body: await contentOf(file, form) };
}

/** Writes the form beside the statement's file and returns its path. */
export async function writeBeside(file: string, form: ReadableForm): Promise<string> {
  const path = nameInForm(file, form);
  const draft = `${path}.unfinished`;
  try {
    await pipeline(await contentOf(file, form), createWriteStream(draft, { mode: 0o600 }));
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return path;
}
