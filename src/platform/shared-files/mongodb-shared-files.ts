/**
 * Shared files in MongoDB's GridFS, under their names as ids: a put that broke off leaves pieces that the next one of
 * the name removes, and a file is there once all of it is. Its client is its own, since a transfer takes longer than any call.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GridFSBucket, MongoClient, type Collection, type Db } from 'mongodb';
import { mongoTarget } from '../mongodb/connection-string.js';
import { DUPLICATE_KEY, serverCode, storeError } from '../mongodb/errors.js';
import {
  BadCopyError,
  type OnBytes,
  type SharedFile,
  type SharedFiles,
  type SharedNote,
} from './shared-files.js';

const BUCKET = 'shared';
/** Fewer, larger pieces than the default of 255 kB. */
const CHUNK_BYTES = 1_044_480;
/** Milliseconds without a byte after which a transfer is given up. */
const IDLE_MS = 60_000;

interface Note {
  readonly _id: string;
  readonly file: string;
  readonly mark: string;
  readonly dropped?: readonly string[];
}
interface StoredFile {
  readonly _id: string;
  readonly length: number;
  readonly metadata?: { readonly sha256?: string };
}

/** Passes bytes on, counts and digests them, and ends a transfer in which nothing comes. */
class Meter extends Transform {
  readonly hash = createHash('sha256');
  bytes = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly total: number,
    private readonly onBytes: OnBytes,
  ) {
    super();
    this.wait();
  }

  override _transform(piece: Buffer, _encoding: string, done: (error: null, piece: Buffer) => void): void {
    this.hash.update(piece);
    this.bytes += piece.byteLength;
    this.wait();
    this.onBytes(this.bytes, this.total);
    done(null, piece);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.timer);
    done(error);
  }

  override _flush(done: () => void): void {
    clearTimeout(this.timer);
    done();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.destroy(new BadCopyError('no byte came for a minute')), IDLE_MS);
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

const NO_REPORT: OnBytes = () => undefined;

class MongoSharedFiles implements SharedFiles {
  private readonly client: MongoClient;
  private readonly database: Db;
  private readonly bucket: GridFSBucket;
  private readonly notesKept: Collection<Note>;

  constructor(url: string) {
    const target = mongoTarget(url);
    this.client = new MongoClient(target.url, target.options);
    this.database = this.client.db(target.database);
    this.bucket = new GridFSBucket(this.database, {
      bucketName: BUCKET,
      chunkSizeBytes: CHUNK_BYTES,
      writeConcern: { w: 'majority', journal: true },
    });
    this.notesKept = this.database.collection<Note>(`${BUCKET}.notes`, {
      writeConcern: { w: 'majority', journal: true },
    });
  }

  async put(name: string, path: string, onBytes = NO_REPORT): Promise<void> {
    await this.use(async () => {
      if ((await this.stored(name)) !== null) return;
      await this.database.collection(`${BUCKET}.chunks`).deleteMany({ files_id: name });
      const meter = new Meter(statSync(path).size, onBytes);
      const metadata = { sha256: await digestOf(path) };
      // An id may be anything that tells one file from the others.
      const upload = this.bucket.openUploadStreamWithId(name as never, name, { metadata });
      try {
        await pipeline(createReadStream(path), meter, upload);
      } catch (error) {
        // Another machine put the same file there meanwhile: its pieces and ours are the same.
        if (serverCode(error) !== DUPLICATE_KEY || (await this.stored(name)) === null) throw error;
      }
    });
  }

  async find(name: string): Promise<SharedFile | null> {
    const stored = await this.use(() => this.stored(name));
    return stored === null ? null : { name, bytes: stored.length };
  }

  async fetch(name: string, path: string, onBytes = NO_REPORT): Promise<void> {
    await this.use(async () => {
      const stored = await this.stored(name);
      if (stored === null) throw new BadCopyError(`${name} is not there`);
      const meter = new Meter(stored.length, onBytes);
      const target = createWriteStream(path, { mode: 0o600, flush: true });
      await pipeline(this.bucket.openDownloadStream(name as never), meter, target);
      const sha256 = meter.hash.digest('hex');
      if (meter.bytes === stored.length && sha256 === stored.metadata?.sha256) return;
      throw new BadCopyError(`${name} came with SHA-256 ${sha256}, and was put there with another`);
    });
  }

  async names(prefix: string): Promise<readonly string[]> {
    const all = await this.use(() => this.bucket.find({}).project({ _id: 1 }).toArray());
    return all
      .map(({ _id }) => String(_id))
      .filter((name) => name.startsWith(prefix))
      .sort();
  }

  async remove(name: string): Promise<void> {
    await this.use(async () => {
      if ((await this.stored(name)) !== null) await this.bucket.delete(name as never);
    });
  }

  async notes(): Promise<readonly SharedNote[]> {
    const notes = await this.use(() => this.notesKept.find({}).toArray());
    return notes.map(({ _id: group, file, mark, dropped = [] }) => ({ group, file, mark, dropped }));
  }

  async note({ group, file, mark }: Omit<SharedNote, 'dropped'>): Promise<void> {
    const change = { $set: { file, mark }, $pull: { dropped: file } };
    await this.use(() => this.notesKept.updateOne({ _id: group }, change, { upsert: true }));
  }

  async noteDropped(group: string, files: readonly string[]): Promise<void> {
    const change = { $addToSet: { dropped: { $each: [...files] } } };
    await this.use(() => this.notesKept.updateOne({ _id: group }, change));
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async stored(name: string): Promise<StoredFile | null> {
    return this.database.collection<StoredFile>(`${BUCKET}.files`).findOne({ _id: name });
  }

  /** @throws StoreUnavailableError where the server is away */
  private async use<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof BadCopyError ? error : storeError(error);
    }
  }
}

/** Doesn't wait for the server. @throws StoreUnavailableError where the URL can't be used */
export const openMongoSharedFiles = (url: string): SharedFiles => new MongoSharedFiles(url);
