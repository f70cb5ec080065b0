/**
 * Writes and reads the digests of an edition's records by company. They show without reading two editions
 * whether both have the same facts of a company. The facts as read are digested, so a new column or another
 * order of lines changes nothing. A file has a header line of JSON, then an entry for each company in order
 * of number: eight bytes of the number, and eight bytes of a SHA-256 for each kind of fact.
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

/** The version of the digests. Raise it for every change of the digested values or of the file. */
const DIGESTS = 2;
const NUMBER_BYTES = 8;
const DIGEST_BYTES = 8;
const ENTRIES_A_BLOCK = 1 << 13;
const NUMBER = /^[0-9A-Z]{8}$/;

export interface DigestHeader {
  /** The rules by which the facts were read: edition layout, reader of documents, digests. */
  readonly reading: string;
  /** True if the edition lacks companies. */
  readonly part: boolean;
  readonly companies: number;
}

/** The version of the rules by which this program reads a source. Digests of other rules don't compare. */
export const readingOf = ({ importer: { layout, reader } }: Pick<Source, 'importer'>): string =>
  `${layout}.${reader ?? 0}.${DIGESTS}`;

/** The names of a source's kinds of facts, as changes are reported. */
export const kindsOf = ({ name, kinds }: Pick<Source, 'name' | 'kinds'>): readonly string[] =>
  kinds?.map((kind) => `${name}.${kind}`) ?? [name];

const entryBytes = ({ kinds }: Pick<Source, 'kinds'>): number =>
  NUMBER_BYTES + (kinds?.length ?? 1) * DIGEST_BYTES;

/** Returns true if the records of a source are about companies, so that its editions have digests. */
export const hasDigests = ({ fact, company_index, digested }: Source): boolean =>
  fact !== null || company_index !== undefined || digested === true;

/** Collects entries and sorts them by number. */
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

  /** Yields the entries in order, a block at a time. */
  *sorted(): Generator<Buffer> {
    const { bytes, count, entry } = this;
    if (this.isSorted) {
      yield bytes.subarray(0, count * entry);
      return;
    }
    // Numbers of eight digits and capitals are whole numbers in base 36, with the same order.
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

/** The path of the digests of an edition that is being built. */
export const digestsBeside = (built: string): string => `${built}.digests`;

/** @param path the edition's @param target the digests' path @throws SqliteFileError if it can't be read */
export function writeDigests(source: Source, path: string, target: string): void {
  const edition = source.open(path);
  try {
    const { as_of, whole_as_of: whole = as_of, part = false } = edition.facts;
    const entries = new Entries(entryBytes(source));
    let [number, held]: [string, string[][]] = ['', []];
    const end = (): void => {
      const [first = [], ...others] = held;
      // Several records of one company are sorted, because their order has no meaning.
      const texts = others.length === 0 ? first : [held.map(String).sort().join('\n')];
      if (NUMBER.test(number)) entries.add(number, texts);
      held = [];
    };
    for (const { number: recordNumber, record } of edition.records?.(source.company_index) ?? []) {
      if (recordNumber !== number) end();
      number = recordNumber;
      const day = dayOfNews(source.dateOf?.(record) ?? null, whole, as_of);
      const facts = source.asRead?.(record, day) ?? [record];
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

/** Writes the digests of an edition that has none yet. @throws SqliteFileError if it can't be read */
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

/** Reads the header of a digests file; null: there is no such file. */
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
  /** The number of the current company; empty after the last. */
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

  /** @throws Error if there is no such file */
  static open(path: string, source: Pick<Source, 'kinds'>): DigestReader {
    return new DigestReader(openSync(path, 'r'), entryBytes(source));
  }

  /** Returns true if both readers' current entries have the same digest. @param kind its index, from 0 */
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
