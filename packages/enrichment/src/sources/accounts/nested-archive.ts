/**
 * Reads archives inside archives. The accounts of a community interest company come in their own archive,
 * in the folder `CIC-<number>/accounts/`. Any other archive holds documents with their published names.
 */
import { basename } from 'node:path';
import * as yauzl from 'yauzl';

/** The maximum bytes read of a document: more than its reader accepts, so that the reader refuses it. */
const MAX_BYTES = 21 << 20;
/** The maximum size of an archive inside an archive: several times the size of a busy day's archive. */
const MAX_ARCHIVE_BYTES = 512 << 20;

const ARCHIVE = Buffer.from('PK\u0003\u0004', 'latin1');

export const startsAsArchive = (bytes: Uint8Array): boolean =>
  Buffer.compare(bytes.subarray(0, ARCHIVE.length), ARCHIVE) === 0;

/** Reads all bytes, or only the first bytes of a document or archive over its maximum size. */
export async function readBytes(chunks: AsyncIterable<unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  let maxBytes = MAX_BYTES;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) continue;
    if (parts.length === 0 && startsAsArchive(chunk)) maxBytes = MAX_ARCHIVE_BYTES;
    parts.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of parts) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** A document, or an archive inside an archive, with its published name. */
export interface Member {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const OF_ONE_COMPANY = /(?:^|\/)accounts\/[^/]+$/i;
const PAGE = /\.(?:html?|xhtml|xml)$/i;
const NOT_ACCOUNTS = /(?:^|\/)(?:cic34|__MACOSX)\//i;
const MAX_ENTRIES = 100_000;

async function entriesOf(file: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  const entries: yauzl.Entry[] = [];
  for await (const entry of file.eachEntry()) {
    if (entries.length >= MAX_ENTRIES) throw new Error('too many entries');
    if (!entry.fileName.endsWith('/') && !NOT_ACCOUNTS.test(entry.fileName)) entries.push(entry);
  }
  return entries;
}

const read = async (file: yauzl.ZipFile, entry: yauzl.Entry): Promise<Uint8Array<ArrayBuffer>> =>
  readBytes(await file.openReadStreamPromise(entry));

/** Yields an archive's members. A company's own archive gives only the accounts, under its name. */
async function* membersIn(file: yauzl.ZipFile, name: string): AsyncGenerator<Member> {
  const entries = await entriesOf(file);
  const companyEntries = entries.filter(({ fileName }) => OF_ONE_COMPANY.test(fileName));
  const accounts = companyEntries.find(({ fileName }) => PAGE.test(fileName)) ?? companyEntries[0];
  if (accounts !== undefined) yield { name, bytes: await read(file, accounts) };
  else for (const entry of entries) yield { name: basename(entry.fileName), bytes: await read(file, entry) };
}

/** Yields the readable members. @returns true if the archive was whole and had members */
export async function* nestedMembers({ name, bytes }: Member): AsyncGenerator<Member, boolean> {
  let count = 0;
  try {
    // All entries are listed before the first is read.
    const file = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer), { autoClose: false });
    for await (const member of membersIn(file, name)) {
      count += 1;
      yield member;
    }
    return count > 0;
  } catch {
    return false;
  }
}
