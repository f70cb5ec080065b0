/**
 * Digests of what an edition says of each company, beside the edition: whether two editions say the same of a
 * company is known without reading either. They are of the facts as read, so a line with a new column, or
 * lines in another order, change nothing. A file has a line of JSON about itself, then an entry a company, by
 * number: eight bytes of the number, and eight of a SHA-256 for each kind of fact.
 */
import { hash } from 'node:crypto';
import { appendFileSync, closeSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { ulid } from 'ulid';
import { errorCode } from '../../../../../platform/src/errors/error-code.js';
import { PRIVATE_FILE_MODE } from '../../../../../platform/src/secrets/private-files.js';
import { syncToDisk } from '../../../../../platform/src/files/sync-to-disk.js';
import type { Source } from '../../define-source.js';
import { dayOfNews } from '../records/held-on.js';
import { buildingPath, digestsPath, editionPath, type EditionId } from '../editions/edition.js';

/** Raised with every change of what is digested, or of the file. */
const DIGESTS = 2;
const NUMBER_BYTES = 8;
const DIGEST_BYTES = 8;
const ENTRIES_A_BLOCK = 1 << 13;
const NUMBER = /^[0-9A-Z]{8}$/;

export interface DigestHeader {
  /** The rules by which the facts were read: edition layout, reader of documents, digests. */
  readonly reading: string;
  /** The edition doesn't hold everybody. */
  readonly part: boolean;
  readonly companies: number;
}

/** The rules by which this program reads a source. Digests under other rules don't compare. */
export const readingOf = ({ importer: { layout, reader } }: Pick<Source, 'importer'>): string =>
  `${layout}.${reader ?? 0}.${DIGESTS}`;

/** The kinds of facts of a source, by the names that changes are told under. */
export const kindsOf = ({ name, kinds }: Pick<Source, 'name' | 'kinds'>): readonly string[] =>
  kinds?.map((kind) => `${name}.${kind}`) ?? [name];

const entryBytes = ({ kinds }: Pick<Source, 'kinds'>): number =>
  NUMBER_BYTES + (kinds?.length ?? 1) * DIGEST_BYTES;

/** Tells whether the records of a source are of companies, so that its editions have digests. */
export const hasDigests = ({ fact, company_index, digested }: Source): boolean =>
  fact !== null || company_index !== undefined || digested === true;

/** Collects entries and puts them in order of their numbers. */
class Entries {
  count = 0;
  private bytes: Buffer;
  private last = '';
  private isSorted = true;

  constructor(private readonly entry: number) {
    this.bytes = Buffer.allocUnsafe(entry * ENTRIES_A_BLOCK);
  }

  /** @param texts the facts by kind */
  add(number: string, texts: readonly string[]): void {
    const { entry } = this;
    let at = this.count * entry;
    if (this.bytes.length < at + entry)
      this.bytes = Buffer.concat([this.bytes, Buffer.allocUnsafe(this.bytes.length)]);
    this.bytes.write(number, at, 'latin1');
    at += NUMBER_BYTES;
    for (const text of texts) {
      hash('sha256', text, 'buffer').copy(this.bytes, at, 0, DIGEST_BYTES);
      at += DIGEST_BYTES;
    }
    this.isSorted &&= this.last < number;
    this.last = number;
    this.count += 1;
  }

  /** The entries in order, a block at a time. */
  *sorted(): Generator<Buffer> {
    const { bytes, count, entry } = this;
    if (this.isSorted) {
      yield bytes.subarray(0, count * entry);
      return;
    }
    // Numbers of eight digits and capitals are whole numbers of base 36, in the same order.
    const keys = Float64Array.from({ length: count }, (_, i) =>
      parseInt(bytes.toString('latin1', i * entry, i * entry + NUMBER_BYTES), 36),
    );
    const order = Uint32Array.from(keys.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
    for (let from = 0; from < count; from += ENTRIES_A_BLOCK) {
      const places = order.subarray(from, from + ENTRIES_A_BLOCK);
      yield Buffer.concat(Array.from(places, (i) => bytes.subarray(i * entry, (i + 1) * entry)));
    }
  }
}

/** The digests of an edition that is being built. */
export const digestsBeside = (built: string): string => `${built}.digests`;

/** @param path of the edition @param target of the digests @throws SqliteFileError if it can't be read */
export function writeDigests(source: Source, path: string, target: string): void {
  const edition = source.open(path);
  try {
    const { as_of, whole_as_of: whole = as_of, part = false } = edition.facts;
    const entries = new Entries(entryBytes(source));
    let [number, held]: [string, string[][]] = ['', []];
    const end = (): void => {
      const [first = [], ...others] = held;
      // Records of one company come in no order that counts.
      const texts = others.length === 0 ? first : [held.map(String).sort().join('\n')];
      if (NUMBER.test(number)) entries.add(number, texts);
      held = [];
    };
    for (const one of edition.records?.(source.company_index) ?? []) {
      if (one.number !== number) end();
      number = one.number;
      const day = dayOfNews(source.dateOf?.(one.record) ?? null, whole, as_of);
      const facts = source.asRead?.(one.record, day) ?? [one.record];
      held.push(facts.map((fact) => JSON.stringify(fact)));
    }
    end();
    const header: DigestHeader = { reading: readingOf(source), part, companies: entries.count };
    writeFileSync(target, `${JSON.stringify(header)}\n`, { mode: PRIVATE_FILE_MODE });
    for (const block of entries.sorted()) appendFileSync(target, block);
    syncToDisk(target);
  } finally {
    edition.close();
  }
}

/** Writes the digests of an edition that has none yet. @throws SqliteFileError where it can't be read */
export function ensureDigests(dataDir: string, source: Source, id: EditionId): void {
  const target = digestsPath(dataDir, source.name, id);
  if (!hasDigests(source) || headerOf(target) !== null) return;
  const draft = digestsBeside(buildingPath(dataDir, source.name, ulid()));
  try {
    writeDigests(source, editionPath(dataDir, source.name, id), draft);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}

export const dropDigests = (dataDir: string, source: string, id: EditionId): void =>
  rmSync(digestsPath(dataDir, source, id), { force: true });

function opened(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const HEADER_BYTES = 1_024;

/** Null: there is no such file. */
export function headerOf(path: string): DigestHeader | null {
  const file = opened(path);
  if (file === null) return null;
  try {
    return readHeader(file).header;
  } finally {
    closeSync(file);
  }
}

function readHeader(file: number): { readonly header: DigestHeader; readonly end: number } {
  const start = Buffer.alloc(HEADER_BYTES);
  const bytes = readSync(file, start, 0, HEADER_BYTES, 0);
  const end = start.subarray(0, bytes).indexOf(0x0a) + 1;
  // Written by `writeDigests`.
  return { header: JSON.parse(start.toString('latin1', 0, end)) as DigestHeader, end };
}

/** Reads a file of digests from its first company to its last. */
export class DigestReader {
  /** The number of the company that was come to; empty behind the last. */
  number = '';
  private readonly block: Buffer;
  private at = 0;
  private filled = 0;
  private place: number;

  private constructor(
    private readonly file: number,
    private readonly entry: number,
  ) {
    this.block = Buffer.allocUnsafe(entry * ENTRIES_A_BLOCK);
    this.place = readHeader(file).end;
    this.next();
  }

  /** @throws Error where there is no such file */
  static open(path: string, source: Pick<Source, 'kinds'>): DigestReader {
    return new DigestReader(openSync(path, 'r'), entryBytes(source));
  }

  /** Tells whether another file says the same of a kind of fact, from 0, of the company that both are at. */
  saysSame(other: DigestReader, kind: number): boolean {
    const from = NUMBER_BYTES + kind * DIGEST_BYTES;
    const [own, its] = [this.at + from, other.at + from];
    return this.block.compare(other.block, its, its + DIGEST_BYTES, own, own + DIGEST_BYTES) === 0;
  }

  next(): void {
    if (this.number !== '') this.at += this.entry;
    if (this.at >= this.filled) {
      const bytes = readSync(this.file, this.block, 0, this.block.length, this.place);
      this.filled = bytes - (bytes % this.entry);
      [this.place, this.at] = [this.place + this.filled, 0];
    }
    this.number = this.filled === 0 ? '' : this.block.toString('latin1', this.at, this.at + NUMBER_BYTES);
  }

  close(): void {
    closeSync(this.file);
  }
}
