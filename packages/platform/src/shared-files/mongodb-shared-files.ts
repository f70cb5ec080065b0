/**
 * Shared files in MongoDB's GridFS. Each upload has its own id and touches no piece of another. A document
 * gives a name to a whole upload. The store has its own client: a transfer takes longer than any call.
 */
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { GridFSBucket, MongoClient, ObjectId } from 'mongodb';
import { mongoTarget, type MongoTarget } from '../mongodb/connection-string.js';
import { DUPLICATE_KEY, serverCode, storeError } from '../mongodb/errors.js';
import { Meter, digestOf } from './meter.js';
import { BadCopyError } from './shared-files.js';
import type { OnBytes, SharedFile, SharedFiles, SharedNote } from './shared-files.js';
import { allOf } from '../mongodb/all-of.js';

const BUCKET = 'shared';
/** Fewer, larger pieces than the default of 255 kB. */
const BUCKET_OPTIONS = { bucketName: BUCKET, chunkSizeBytes: 1_044_480 };
/** An upload without a name counts as broken off once its last piece is older: no clock is off by so much. */
const BROKEN_OFF_MS = 2 * 24 * 60 * 60 * 1_000;

const CAREFUL = { writeConcern: { w: 'majority', journal: true } } as const;

interface Note {
  readonly _id: string;
  readonly file: string;
  readonly mark: string;
  readonly dropped?: readonly string[];
}

/** The id of an upload. Files of the version before have their name as the id. */
type UploadId = ObjectId | string;

interface Name {
  readonly _id: string;
  readonly upload: ObjectId;
}
interface StoredFile {
  readonly _id: UploadId;
  readonly length: number;
  readonly chunkSize: number;
  /** `doubted`: somebody fetched it and got other bytes than were put. */
  readonly metadata?: { readonly sha256?: string; readonly doubted?: boolean };
}
interface Piece {
  readonly _id: ObjectId;
  readonly files_id: UploadId;
  readonly n: number;
}

const NO_REPORT: OnBytes = () => undefined;

class MongoSharedFiles implements SharedFiles {
  private readonly client = new MongoClient(this.target.url, this.target.options);
  private readonly database = this.client.db(this.target.database);
  private readonly bucket = new GridFSBucket(this.database, { ...BUCKET_OPTIONS, ...CAREFUL });
  private readonly files = this.database.collection<StoredFile>(`${BUCKET}.files`, CAREFUL);
  private readonly pieces = this.database.collection<Piece>(`${BUCKET}.chunks`, CAREFUL);
  private readonly named = this.database.collection<Name>(`${BUCKET}.names`, CAREFUL);
  private readonly notesKept = this.database.collection<Note>(`${BUCKET}.notes`, CAREFUL);

  constructor(private readonly target: MongoTarget) {}

  async put(name: string, path: string, onBytes = NO_REPORT): Promise<void> {
    await this.use(async () => {
      await this.dropBrokenOff();
      const before = await this.uploadOf(name);
      const stored = await this.files.findOne({ _id: before });
      if (stored !== null && (await this.isWhole(stored))) return;
      const upload = await this.upload(name, path, onBytes);
      const isNamed = await this.give(name, upload, before);
      if (!isNamed) await this.drop(upload); // another machine was first
      // Drops the upload that wasn't whole. Pieces under a name may be a running upload of the version
      // before.
      else if (stored !== null || typeof before !== 'string') await this.drop(before);
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
      await pipeline(this.bucket.openDownloadStream(stored._id as ObjectId), meter, target);
      const sha256 = meter.hash.digest('hex');
      // Here the transfer is at fault, unless pieces are missing, which `isWhole` sees.
      if (meter.bytes < stored.length)
        throw new BadCopyError(`${name} broke off after ${meter.bytes} of ${stored.length} bytes`);
      if (meter.bytes === stored.length && sha256 === stored.metadata?.sha256) return;
      await this.files.updateOne({ _id: stored._id }, { $set: { 'metadata.doubted': true } });
      throw new BadCopyError(`${name} came with SHA-256 ${sha256}, and was put there with another`);
    });
  }

  async names(prefix: string): Promise<readonly string[]> {
    const all = await this.use(() => Promise.all([this.named.distinct('_id'), this.files.distinct('_id')]));
    const names = all.flat().filter((id) => typeof id === 'string');
    return [...new Set(names)].filter((name) => name.startsWith(prefix)).sort();
  }

  async remove(name: string): Promise<void> {
    await this.use(async () => {
      const upload = await this.uploadOf(name);
      await this.named.deleteOne({ _id: name });
      for (const each of new Set([upload, name])) await this.drop(each);
    });
  }

  async notes(): Promise<readonly SharedNote[]> {
    const notes = await this.use(() => allOf(this.notesKept.find({})));
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

  /** The id of the upload with this name; for a file of the version before, the name itself. */
  private async uploadOf(name: string): Promise<UploadId> {
    return (await this.named.findOne({ _id: name }))?.upload ?? name;
  }

  private async stored(name: string): Promise<StoredFile | null> {
    return this.files.findOne({ _id: await this.uploadOf(name) });
  }

  private async isWhole({ _id, length, chunkSize, metadata }: StoredFile): Promise<boolean> {
    if (metadata?.doubted === true) return false;
    // The index alone answers this: no piece is read.
    const here = await allOf(
      this.pieces.find({ files_id: _id }, { projection: { _id: 0, n: 1 } }).sort({ n: 1 }),
    );
    return here.length === Math.ceil(length / chunkSize) && here.every(({ n }, index) => n === index);
  }

  /** The driver writes the upload's document last: once it is there, all pieces are. */
  private async upload(name: string, path: string, onBytes: OnBytes): Promise<ObjectId> {
    const id = new ObjectId();
    const meter = new Meter(statSync(path).size, onBytes);
    const metadata = { sha256: await digestOf(path) };
    const target = this.bucket.openUploadStreamWithId(id, name, { metadata });
    try {
      await pipeline(createReadStream(path), meter, target);
    } catch (error) {
      // Where the server is away the pieces stay, until a later upload drops what broke off.
      await this.drop(id).catch(() => undefined);
      throw error;
    }
    return id;
  }

  /** False where another upload has the name by now. */
  private async give(name: string, upload: ObjectId, before: UploadId): Promise<boolean> {
    if (typeof before !== 'string') {
      const held = { _id: name, upload: before };
      return (await this.named.updateOne(held, { $set: { upload } })).matchedCount === 1;
    }
    try {
      await this.named.insertOne({ _id: name, upload });
      return true;
    } catch (error) {
      if (serverCode(error) === DUPLICATE_KEY) return false;
      throw error;
    }
  }

  /** Deletes the document first: without it nobody takes the upload for whole. */
  private async drop(upload: UploadId): Promise<void> {
    await this.files.deleteOne({ _id: upload });
    await this.pieces.deleteMany({ files_id: upload });
  }

  /** Drops uploads of machines that died before the upload was whole or had a name. */
  private async dropBrokenOff(): Promise<void> {
    const begun = new Map([...(await this.pieces.distinct('files_id'))].map((id) => [String(id), id]));
    for (const { upload } of await allOf(this.named.find())) begun.delete(String(upload));
    for (const id of begun.values()) {
      if (typeof id === 'string' && (await this.files.findOne({ _id: id })) !== null) continue;
      const last = await this.pieces.findOne({ files_id: id }, { sort: { n: -1 }, projection: { _id: 1 } });
      const age = Date.now() - (last?._id.getTimestamp().getTime() ?? 0);
      if (age > BROKEN_OFF_MS) await this.drop(id);
    }
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
export const openMongoSharedFiles = (url: string): SharedFiles => new MongoSharedFiles(mongoTarget(url));
