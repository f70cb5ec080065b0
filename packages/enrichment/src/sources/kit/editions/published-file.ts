/** Reads published files as tables of text: plain, gzip, or the members of a zip archive. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable, Transform, pipeline } from 'node:stream';
import { crc32, createGunzip, createInflateRaw } from 'node:zlib';
import * as yauzl from 'yauzl';
import { errorMessage } from '../../../../../platform/src/errors/error-code.js';
import { ImportRefusal } from './import-outcome.js';

/** The size of a chunk. Most small chunks are pure ASCII, which decodes several times faster. */
const CHUNK = 1 << 16;
const HASH_CHUNK = 1 << 20;
const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from('PK');
const DEFLATED = 8;

/** A table inside a published file. */
export interface PublishedTable {
  /** The file's name for operators, followed by the member's name within an archive. */
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Called with the bytes read from disk, for progress. */
export type OnBytes = (bytes: number) => void;

/** A published file on this machine. */
export class PublishedFile {
  readonly name: string;
  private digest: string | null = null;

  /** @param size in bytes, on disk */
  constructor(
    readonly path: string,
    readonly size: number,
  ) {
    this.name = basename(path);
  }

  /** Yields the file's bytes. Their digest is known once they are read to the end. */
  async *bytes(onBytes: OnBytes, highWaterMark = CHUNK): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(this.path, { highWaterMark })) {
      hash.update(chunk as Buffer);
      onBytes((chunk as Buffer).length);
      yield chunk as Buffer;
    }
    this.digest = hash.digest('hex');
  }

  /** Returns the SHA-256 of the file's bytes. Reads them unless they were read before. */
  async sha256(): Promise<string> {
    const bytes = this.bytes(() => undefined, HASH_CHUNK);
    while (this.digest === null) await bytes.next();
    return this.digest;
  }
}

const corrupt = (name: string, why: string): ImportRefusal =>
  new ImportRefusal('corrupt_archive', `${name} is truncated or corrupt (${why})`);

/** @throws ImportRefusal if the file can't be read */
export async function describeFile(path: string): Promise<PublishedFile> {
  try {
    const { size } = await stat(path);
    await firstBytes(path);
    return new PublishedFile(path, size);
  } catch (error) {
    throw new ImportRefusal('missing_file', `${path} can't be read (${errorMessage(error)})`);
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Joins streams into one, which fails if any of them fails. */
function through(source: Readable, onBytes: OnBytes, decoder?: Transform): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  return decoder
    ? pipeline(source, counter, decoder, () => undefined)
    : pipeline(source, counter, () => undefined);
}

async function* guarded(stream: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk;
  } catch (error) {
    throw corrupt(name, errorMessage(error));
  }
}

/** Yields a member's bytes and checks size and checksum, because damaged bytes may inflate without error. */
async function* checkedMember(
  stream: AsyncIterable<Buffer>,
  entry: yauzl.Entry,
  name: string,
): AsyncGenerator<Buffer> {
  let sum = 0;
  let size = 0;
  for await (const chunk of guarded(stream, name)) {
    sum = crc32(chunk, sum);
    size += chunk.length;
    yield chunk;
  }
  if (size !== entry.uncompressedSize || sum !== entry.crc32) {
    throw corrupt(name, "its size or checksum is not the archive's");
  }
}

const CSV = /\.csv$/i;

const isMember = ({ fileName }: yauzl.Entry, members: RegExp): boolean =>
  members.test(fileName) && !fileName.startsWith('__MACOSX/');

async function memberTable(archive: yauzl.ZipFile, entry: yauzl.Entry, name: string, onBytes: OnBytes) {
  if (!entry.canDecodeFileData()) throw corrupt(name, 'it is encrypted or packed in an unknown way');
  const raw = await archive.openReadStreamPromise(entry, { decodeFileData: false });
  const isDeflated = entry.compressionMethod === DEFLATED;
  const plain = through(raw, onBytes, isDeflated ? createInflateRaw({ chunkSize: CHUNK }) : undefined);
  return { name, bytes: checkedMember(plain, entry, name) };
}

async function* zipTables(
  file: PublishedFile,
  onBytes: OnBytes,
  members: RegExp,
): AsyncGenerator<PublishedTable> {
  let count = 0;
  let archive: yauzl.ZipFile | undefined;
  try {
    archive = await yauzl.openPromise(file.path, { autoClose: false });
    for await (const entry of archive.eachEntry()) {
      if (!isMember(entry, members)) continue;
      count += 1;
      yield await memberTable(archive, entry, `${file.name}/${basename(entry.fileName)}`, onBytes);
    }
  } catch (error) {
    throw error instanceof ImportRefusal ? error : corrupt(file.name, errorMessage(error));
  } finally {
    archive?.close();
  }
  if (count === 0)
    throw corrupt(file.name, members === CSV ? 'it holds no CSV file' : 'it holds no file of a known form');
}

/** Yields the file as a table, or the fitting members of an archive. @throws ImportRefusal if it is broken */
export async function* tablesOf(
  file: PublishedFile,
  onBytes: OnBytes,
  members = CSV,
): AsyncGenerator<PublishedTable> {
  const magic = await firstBytes(file.path);
  if (magic.equals(ZIP)) {
    yield* zipTables(file, onBytes, members);
    return;
  }
  const bytes = file.bytes(onBytes);
  const plain = magic.equals(GZIP)
    ? pipeline(Readable.from(bytes), createGunzip({ chunkSize: CHUNK }), () => undefined)
    : bytes;
  yield { name: file.name, bytes: guarded(plain, file.name) };
}
