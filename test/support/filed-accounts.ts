/** The documents under `test/fixtures/accounts`, as they were filed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { filedAs } from '../../packages/enrichment/src/filed-accounts/filed-as.js';
import {
  readAccounts,
  type FiledRecord,
} from '../../packages/enrichment/src/filed-accounts/read-accounts.js';

const FOLDER = join(__dirname, '../fixtures/accounts');

/** Names of the documents, without the ending that they are packed under. */
export const FILED_DOCUMENTS: readonly string[] = readdirSync(FOLDER)
  .filter((file) => /ml(?:\.gz)?$/.test(file))
  .map((file) => file.replace(/\.gz$/, ''))
  .sort();

/** The bytes of a document, or of the archive of that name. */
export function filedDocument(name: string): Buffer {
  const packed = readdirSync(FOLDER).includes(`${name}.gz`);
  const bytes = readFileSync(join(FOLDER, packed ? `${name}.gz` : name));
  return packed ? gunzipSync(bytes) : bytes;
}

/** The document as another company would file it: wherever it names its own number, it names this one. */
export function filedBy(document: Uint8Array, number: string): Buffer {
  const named = readAccounts(document, { id: '', number: null, made_up_to: null }).number;
  const bytes = Buffer.from(document);
  if (named === null) return bytes;
  // Leading zeros may be left out.
  const printed = new RegExp(`0*${named.replace(/^0+/, '')}`, 'g');
  return Buffer.from(bytes.toString('utf8').replaceAll(printed, number));
}

/** What is kept of a document. */
export const filedRecord = (name: string): FiledRecord => readAccounts(filedDocument(name), filedAs(name));
