/** The embedded ReadModels: one SQLite file, one thread that writes and one that reads. */
import { resolve } from 'node:path';
import { StoreUnavailableError, type Position } from '../../event-store/event-store.js';
import { IDLE_MS } from '../../sqlite/hosted-store.js';
import { DEFAULT_PATIENCE_MS } from '../../sqlite/open-database.js';
import { reviveStoreError } from '../../sqlite/sqlite-errors.js';
import { ServiceLostError, type Caller } from '../../threads/calls.js';
import { DirectCaller } from '../../threads/direct-caller.js';
import { ThreadCaller } from '../../threads/thread-caller.js';
import { threadFile } from '../../threads/thread-file.js';
import { checkCollection } from '../check-collection.js';
import type {
  CheckpointMove,
  CollectionSpec,
  KeyedDocument,
  RangeQuery,
  ReadModelReader,
  ReadModels,
  Write,
} from '../read-models.js';
import { packCommit } from './packed-commit.js';
import { unpackDocuments } from './packed-documents.js';
import { readerService, type ReaderMethods, type SnapshotId } from './reader-service.js';
import type { ReadModelsSettings } from './read-models-file.js';
import { writerService, type WriterMethods } from './writer-service.js';

export interface SqliteReadModelsSettings {
  /** Created if missing; its directory must exist. */
  readonly file: string;
  /** How long a write waits for other processes' locks, in milliseconds; default 10,000. */
  readonly patienceMs?: number;
  /** See `SqliteEventStoreSettings`. */
  readonly hosting?: 'thread' | 'direct';
}

/** @throws StoreUnavailableError in one line: not our file, from a newer program, locked, unreadable */
export async function openSqliteReadModels(settings: SqliteReadModelsSettings): Promise<ReadModels> {
  const models = new SqliteReadModels(settings);
  await models.ready();
  return models;
}

/** Reads of one moment, or of the documents committed now. */
class SqliteReader implements ReadModelReader {
  constructor(
    protected readonly reader: Caller<ReaderMethods>,
    private readonly snapshotId: SnapshotId,
  ) {}

  async get(collection: string, key: string): Promise<KeyedDocument | undefined> {
    const [document] = await this.getMany(collection, [key]);
    return document;
  }

  async getMany(collection: string, keys: readonly string[]): Promise<readonly KeyedDocument[]> {
    const snapshot = this.snapshotId;
    return unpackDocuments(await heard(this.reader.call('getMany', { snapshot, collection, keys })));
  }

  async range(collection: string, query: RangeQuery): Promise<readonly KeyedDocument[]> {
    const snapshot = this.snapshotId;
    // Only the place of the `after` document counts, not its body.
    const { after, ...rest } = query;
    const slim = after === undefined ? rest : { ...rest, after: { key: after.key, fields: after.fields } };
    return unpackDocuments(await heard(this.reader.call('range', { snapshot, collection, query: slim })));
  }

  async checkpoint(name: string): Promise<Position | null> {
    return heard(this.reader.call('checkpoint', { snapshot: this.snapshotId, name }));
  }

  async checkpoints(prefix: string): Promise<ReadonlyMap<string, Position>> {
    return new Map(await heard(this.reader.call('checkpoints', { snapshot: this.snapshotId, prefix })));
  }
}

class SqliteReadModels extends SqliteReader implements ReadModels {
  private readonly writer: Caller<WriterMethods>;

  constructor(settings: SqliteReadModelsSettings) {
    const { patienceMs = DEFAULT_PATIENCE_MS, hosting = 'thread' } = settings;
    const file: ReadModelsSettings = { file: resolve(settings.file), patienceMs };
    const direct = hosting === 'direct';
    super(direct ? directCaller(() => readerService(file)) : threadCaller('reader', file), null);
    this.writer = direct ? directCaller(() => writerService(file)) : threadCaller('writer', file);
  }

  /** The writer makes the file. The reader starts with its first read. */
  async ready(): Promise<void> {
    await this.writer.ready();
  }

  async declare(collections: readonly CollectionSpec[]): Promise<void> {
    collections.forEach(checkCollection);
    // Plain copies: a specification may hold functions, which can't cross to a thread.
    const plain = collections.map(({ name, indexes = [] }) => ({ name, indexes }));
    await heard(this.writer.call('declare', plain));
  }

  async commit(writes: readonly Write[], checkpoint: CheckpointMove): Promise<'committed' | 'superseded'> {
    const packed = packCommit(writes, checkpoint);
    return heard(this.writer.call('commit', packed, [packed.bodies.buffer]));
  }

  async drop(collections: readonly string[], checkpoints: readonly string[]): Promise<void> {
    await heard(this.writer.call('drop', { collections, checkpoints }));
    await heard(this.writer.call('removeDropped', null));
  }

  /** A killed process leaves no open transaction in a file. */
  async held(): Promise<ReadonlyMap<string, Date>> {
    return new Map();
  }

  async snapshot<T>(read: (reader: ReadModelReader) => Promise<T>): Promise<T> {
    const snapshot = await heard(this.reader.call('openSnapshot', null));
    try {
      return await read(new SqliteReader(this.reader, snapshot));
    } finally {
      await heard(this.reader.call('closeSnapshot', snapshot));
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.writer.close(), this.reader.close()]);
  }
}

function threadCaller<Methods>(role: 'reader' | 'writer', settings: ReadModelsSettings): Caller<Methods> {
  const file = threadFile(__dirname, `${role}.thread`);
  const thread = { file, settings, name: `read models ${role}`, revive: reviveStoreError };
  // A reader holds its snapshots, so it has no idle end.
  return new ThreadCaller(role === 'writer' ? { ...thread, idleMs: IDLE_MS } : thread);
}

function directCaller<Methods>(service: () => ReturnType<typeof readerService>): Caller<Methods> {
  return new DirectCaller('read models', service, reviveStoreError);
}

async function heard<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ServiceLostError ? new StoreUnavailableError(error.message) : error;
  }
}
