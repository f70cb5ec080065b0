/** The Coordination port on a MongoDB replica set or sharded cluster, from version 4.4. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../shared/json.js';
import type { MongoConnection } from '../../mongodb/connection.js';
import { IndexedCollection, untilInserted } from '../../mongodb/indexed-collection.js';
import type { Coordination, CoordinationEntry, PutOptions, PutResult } from '../coordination.js';
import { ALIVE, deletedEntry, entryOf, putEntry, type StoredEntry } from './entry-updates.js';
import { allOf } from '../../mongodb/all-of.js';

const DEFAULT_LIMIT = 1_000;
/** Of one command. */
const AT_ONCE = 1_000;
/** Seconds after its expiry after which the server itself removes what was not swept. */
const LEFT_FOR_SWEEPING = 3_600;

/**
 * Leases and notes may be lost; writes are acknowledged by a majority all the same, so that a change of primary doesn't
 * undo a deletion.
 */
const SETUP = {
  name: 'coordination.entries',
  options: { readConcern: { level: 'local' }, writeConcern: { w: 'majority' } },
  indexes: [{ key: { expires: 1 }, name: 'by_expiry', expireAfterSeconds: LEFT_FOR_SWEEPING }],
} as const;

/** Doesn't wait for the server: it may start later, and restart. Closing gives up a share in `connection`. */
export const openMongoCoordination = (connection: MongoConnection): Coordination =>
  new MongoCoordination(connection);

class MongoCoordination implements Coordination {
  private readonly entries: IndexedCollection<StoredEntry>;

  constructor(private readonly connection: MongoConnection) {
    this.entries = new IndexedCollection(connection, SETUP);
  }

  async get(key: string): Promise<CoordinationEntry | undefined> {
    const found = await this.entries.use((entries) => entries.findOne({ _id: key, ...ALIVE }));
    return found === null ? undefined : entryOf(found);
  }

  async put(key: string, value: JsonObject, { expected, ttl }: PutOptions = {}): Promise<PutResult> {
    const by = randomUUID();
    const update = putEntry({ value, expected, ttl, by });
    const upsert = typeof expected !== 'number';
    const entry = await this.entries.use((entries) =>
      untilInserted(() =>
        entries.findOneAndUpdate({ _id: key }, update, { upsert, returnDocument: 'after' }),
      ),
    );
    if (entry?.by === by) return { outcome: 'put', version: entry.version };
    // The server decides whether it has expired.
    return { outcome: 'conflict', entry: (await this.get(key)) ?? null };
  }

  async delete(key: string, expected?: number): Promise<boolean> {
    const version = expected === undefined ? {} : { version: expected };
    const by = randomUUID();
    let tries = 0;
    return this.entries.use(async (entries) => {
      tries++;
      const { modifiedCount } = await entries.updateOne({ _id: key, ...version, ...ALIVE }, deletedEntry(by));
      if (modifiedCount === 1) return true;
      // The try before may have been done and its answer lost.
      return tries > 1 && (await entries.findOne({ _id: key, by })) !== null;
    });
  }

  async range(from: string, to: string, limit = DEFAULT_LIMIT): Promise<readonly CoordinationEntry[]> {
    const found = await this.entries.use((entries) =>
      allOf(
        entries.find(
          { _id: { $gte: from, $lt: to }, ...ALIVE },
          { sort: { _id: 1 }, limit, batchSize: limit },
        ),
        limit,
      ),
    );
    return found.map(entryOf);
  }

  async putMany(entries: readonly { key: string; value: JsonObject; ttl?: number }[]): Promise<void> {
    const by = randomUUID();
    const operations = entries.map(({ key, value, ttl }) => ({
      updateOne: { filter: { _id: key }, update: putEntry({ value, ttl, by }), upsert: true },
    }));
    for (let start = 0; start < operations.length; start += AT_ONCE) {
      const portion = operations.slice(start, start + AT_ONCE);
      await this.entries.use((stored) => untilInserted(() => stored.bulkWrite(portion, { ordered: false })));
    }
  }

  /** Only what expired before this moment: a version of this very moment could still be given again. */
  async sweep(): Promise<number> {
    const now = await this.now();
    if (now === undefined) return 0;
    return this.entries.deleteAll({ expires: { $lt: now } });
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  /**
   * By the clock that dates entries; undefined where there are none. What `hello` says is the clock of the server that
   * answers it, which in a sharded cluster is a router and not where the entries lie.
   */
  private async now(): Promise<Date | undefined> {
    const [first] = await this.entries.use((entries) =>
      entries
        .aggregate<{ readonly now: Date }>([{ $limit: 1 }, { $project: { _id: 0, now: '$$NOW' } }])
        .toArray(),
    );
    return first?.now;
  }
}
