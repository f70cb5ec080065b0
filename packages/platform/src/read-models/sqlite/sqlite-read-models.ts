/** The embedded ReadModels: one SQLite file, one thread that writes and one that reads. */
import type { Position } from '../../event-store/event-store.js';
import { HostedStore, type HostedStoreSettings } from '../../sqlite/hosted-store.js';
import { checkCollection } from '../check-document.js';
import type {
  CheckpointMove,
  CollectionSpec,
  KeyedDocument,
  RangeQuery,
  ReadModelReader,
  ReadModels,
  Selected,
  Selection,
  Write,
} from '../read-models.js';
import { packCommit } from './packed-commit.js';
import { unpackDocuments } from './packed-documents.js';
import { readerService, type ReaderMethods, type SnapshotId } from './reader-service.js';
import { writerService, type WriterMethods } from './writer-service.js';

/** @throws StoreUnavailableError in one line: not our file, from a newer program, locked, unreadable */
export async function openSqliteReadModels(settings: HostedStoreSettings): Promise<ReadModels> {
  const models = new SqliteReadModels(settings);
  await models.ready();
  return models;
}

/** Reads of one moment, or of the documents committed now. */
class SqliteReader implements ReadModelReader {
  constructor(
    protected readonly reader: HostedStore<ReaderMethods>,
    private readonly snapshotId: SnapshotId,
  ) {}

  async get(collection: string, key: string): Promise<KeyedDocument | undefined> {
    const [document] = await this.getMany(collection, [key]);
    return document;
  }

  async getMany(collection: string, keys: readonly string[]): Promise<readonly KeyedDocument[]> {
    const snapshot = this.snapshotId;
    return unpackDocuments(await this.reader.call('getMany', { snapshot, collection, keys }));
  }

  async range(collection: string, query: RangeQuery): Promise<readonly KeyedDocument[]> {
    const snapshot = this.snapshotId;
    // Only the place of the `after` document counts, not its body.
    const { after, ...rest } = query;
    const slim = after === undefined ? rest : { ...rest, after: { key: after.key, fields: after.fields } };
    return unpackDocuments(await this.reader.call('range', { snapshot, collection, query: slim }));
  }

  async select(collection: string, selection: Selection): Promise<Selected> {
    const snapshot = this.snapshotId;
    const { documents, total } = await this.reader.call('select', { snapshot, collection, selection });
    return { documents: unpackDocuments(documents), total };
  }

  async checkpoint(name: string): Promise<Position | null> {
    return this.reader.call('checkpoint', { snapshot: this.snapshotId, name });
  }

  async checkpoints(prefix: string): Promise<ReadonlyMap<string, Position>> {
    return new Map(await this.reader.call('checkpoints', { snapshot: this.snapshotId, prefix }));
  }
}

class SqliteReadModels extends SqliteReader implements ReadModels {
  private readonly writer: HostedStore<WriterMethods>;

  constructor(settings: HostedStoreSettings) {
    const reader = { name: 'read models reader', service: readerService, thread: 'reader.thread' };
    const writer = { name: 'read models writer', service: writerService, thread: 'writer.thread' };
    // The reader holds its snapshots.
    super(new HostedStore({ ...reader, folder: __dirname, stays: true }, settings), null);
    this.writer = new HostedStore({ ...writer, folder: __dirname }, settings);
  }

  /** The writer makes the file. The reader starts with its first read. */
  async ready(): Promise<void> {
    await this.writer.ready();
  }

  async declare(collections: readonly CollectionSpec[]): Promise<void> {
    collections.forEach(checkCollection);
    // Plain copies: a specification may hold functions, which can't cross to a thread.
    const plain = collections.map(({ name, indexes = [] }) => ({ name, indexes }));
    await this.writer.call('declare', plain);
  }

  async commit(writes: readonly Write[], checkpoint: CheckpointMove): Promise<'committed' | 'superseded'> {
    const packed = packCommit(writes, checkpoint);
    return this.writer.call('commit', packed, [packed.bodies.buffer]);
  }

  async drop(collections: readonly string[], checkpoints: readonly string[]): Promise<void> {
    await this.writer.call('drop', { collections, checkpoints });
    await this.writer.call('removeDropped', null);
  }

  /** A killed process leaves no open transaction in a file. */
  async held(): Promise<ReadonlyMap<string, Date>> {
    return new Map();
  }

  async snapshot<T>(read: (reader: ReadModelReader) => Promise<T>): Promise<T> {
    const snapshot = await this.reader.call('openSnapshot', null);
    try {
      return await read(new SqliteReader(this.reader, snapshot));
    } finally {
      await this.reader.call('closeSnapshot', snapshot);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.writer.close(), this.reader.close()]);
  }
}
