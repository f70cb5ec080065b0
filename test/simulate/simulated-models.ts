/** The ReadModels and Coordination ports of one host: the world's, by calls that take time and may fail. */
import type {
  Coordination,
  CoordinationEntry,
  PutOptions,
  PutResult,
} from '../../packages/platform/src/coordination/coordination.js';
import type { Position } from '../../packages/platform/src/event-store/event-store.js';
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
} from '../../packages/platform/src/read-models/read-models.js';
import { CommitTooLargeError } from '../../packages/platform/src/read-models/read-models.js';
import type { JsonObject } from '../../packages/platform/src/values/json.js';
import type { Call, Caller, Calls } from './calls.js';

/** The name of a collection without its generation. */
const logical = (collection: string): string => collection.replace(/_g\d+$/, '');

class SimulatedReader implements ReadModelReader {
  constructor(
    protected readonly calls: Calls,
    protected readonly host: Caller,
    /** Given anew for each call: a store may be restored. */
    private readonly reader: () => ReadModelReader,
  ) {}

  get(collection: string, key: string): Promise<KeyedDocument | undefined> {
    return this.read(`get ${logical(collection)}`, (reader) => reader.get(collection, key));
  }
  getMany(collection: string, keys: readonly string[]): Promise<readonly KeyedDocument[]> {
    return this.read(`get many ${logical(collection)}`, (reader) => reader.getMany(collection, keys));
  }
  range(collection: string, query: RangeQuery): Promise<readonly KeyedDocument[]> {
    return this.read(`range of ${logical(collection)}`, (reader) => reader.range(collection, query));
  }
  select(collection: string, selection: Selection): Promise<Selected> {
    return this.read(`select ${logical(collection)}`, (reader) => reader.select(collection, selection));
  }
  checkpoint(name: string): Promise<Position | null> {
    return this.read('read a checkpoint', (reader) => reader.checkpoint(name));
  }
  checkpoints(prefix: string): Promise<ReadonlyMap<string, Position>> {
    return this.read('read checkpoints', (reader) => reader.checkpoints(prefix));
  }

  private read<T>(what: string, act: (reader: ReadModelReader) => Promise<T>): Promise<T> {
    return this.calls.call(this.host, {
      port: 'models',
      what,
      isWrite: false,
      act: () => act(this.reader()),
    });
  }
}

export class SimulatedReadModels extends SimulatedReader implements ReadModels {
  constructor(
    calls: Calls,
    host: Caller,
    private readonly models: () => ReadModels,
  ) {
    super(calls, host, models);
  }

  declare(collections: readonly CollectionSpec[]): Promise<void> {
    return this.ask('declare collections', () => this.models().declare(collections));
  }

  /** Now and then a server can't take so much at once. */
  commit(writes: readonly Write[], checkpoint: CheckpointMove): Promise<'committed' | 'superseded'> {
    const name = checkpoint.name.replace(/:\d+/, '');
    return this.ask(`commit ${name}`, async ({ random, fault }) => {
      if (writes.length > 4 && fault === null && !this.calls.isCalm && random.happens(0.01))
        throw new CommitTooLargeError('too much for one transaction');
      return this.models().commit(writes, checkpoint);
    });
  }

  drop(collections: readonly string[], checkpoints: readonly string[]): Promise<void> {
    return this.ask('drop collections', () => this.models().drop(collections, checkpoints));
  }
  held(): Promise<ReadonlyMap<string, Date>> {
    return this.ask('ask for held checkpoints', () => this.models().held());
  }

  async snapshot<T>(read: (reader: ReadModelReader) => Promise<T>): Promise<T> {
    const moment = await this.calls.call(this.host, {
      port: 'models',
      what: 'begin a snapshot',
      isWrite: false,
      act: () => this.models().snapshot(async (reader) => reader),
    });
    return read(new SimulatedReader(this.calls, this.host, () => moment));
  }

  async close(): Promise<void> {
    // The world's stay open.
  }

  private ask<T>(what: string, act: Call<T>['act']): Promise<T> {
    return this.calls.call(this.host, { port: 'models', what, isWrite: true, act });
  }
}

/** What comes before the first slash of a key. */
const kindOf = (key: string): string => key.split('/')[0] ?? key;

export class SimulatedCoordination implements Coordination {
  constructor(
    private readonly calls: Calls,
    private readonly host: Caller,
    private readonly coordination: () => Coordination,
  ) {}

  get(key: string): Promise<CoordinationEntry | undefined> {
    return this.ask(`get ${kindOf(key)}`, false, (coordination) => coordination.get(key));
  }
  put(key: string, value: JsonObject, options?: PutOptions): Promise<PutResult> {
    return this.ask(`put ${kindOf(key)}`, true, (coordination) => coordination.put(key, value, options));
  }
  delete(key: string, expected?: number): Promise<boolean> {
    return this.ask(`remove ${kindOf(key)}`, true, (coordination) => coordination.delete(key, expected));
  }
  range(from: string, to: string, limit?: number): Promise<readonly CoordinationEntry[]> {
    return this.ask(`list ${kindOf(from)}`, false, (coordination) => coordination.range(from, to, limit));
  }
  putMany(entries: readonly { key: string; value: JsonObject; ttl?: number }[]): Promise<void> {
    return this.ask('put many', true, (coordination) => coordination.putMany(entries));
  }
  sweep(): Promise<number> {
    return this.ask('sweep coordination', true, (coordination) => coordination.sweep());
  }
  async close(): Promise<void> {
    // The world's stays open.
  }

  private ask<T>(
    what: string,
    isWrite: boolean,
    act: (coordination: Coordination) => Promise<T>,
  ): Promise<T> {
    return this.calls.call(this.host, {
      port: 'coordination',
      what,
      isWrite,
      act: () => act(this.coordination()),
    });
  }
}
