/** The Coordination port on a MongoDB replica set or sharded cluster, from version 4.4. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../values/json.js';
import type { MongoConnection } from '../../mongodb/connection.js';
import { IndexedCollection, untilInserted } from '../../mongodb/indexed-collection.js';
import type { Coordination, CoordinationEntry, PutOptions, PutResult } from '../coordination.js';
import { allOf } from '../../mongodb/all-of.js';
import type { Document as Expression } from 'mongodb';

const DEFAULT_LIMIT = 1_000;
/** Operations in one command. */
const AT_ONCE = 1_000;
/** The server itself removes an entry so many seconds after its expiry, if no sweep did. */
const LEFT_FOR_SWEEPING = 3_600;

/** A majority acknowledges writes, so that a change of primary doesn't undo a deletion. */
const SETUP = {
  name: 'coordination.entries',
  options: { readConcern: { level: 'local' }, writeConcern: { w: 'majority' } },
  indexes: [{ key: { expires: 1 }, name: 'by_expiry', expireAfterSeconds: LEFT_FOR_SWEEPING }],
} as const;

/** Doesn't wait for the server: it may start later, and restart. Closing gives up a share in `connection`. */
export class MongoCoordination implements Coordination {
  private readonly entries = new IndexedCollection<StoredEntry>(this.connection, SETUP);

  constructor(private readonly connection: MongoConnection) {}

  async get(key: string): Promise<CoordinationEntry | undefined> {
    const found = await this.entries.use((entries) => entries.findOne({ _id: key, ...ALIVE }));
    return found === null ? undefined : entryOf(found);
  }

  async put(key: string, value: JsonObject, put: PutOptions = {}): Promise<PutResult> {
    const by = randomUUID();
    const update = putEntry(value, put, by);
    const upsert = typeof put.expected !== 'number';
    const options = { upsert, returnDocument: 'after' } as const;
    const entry = await this.entries.use((entries) =>
      untilInserted(() => entries.findOneAndUpdate({ _id: key }, update, options)),
    );
    if (entry?.by === by) return { outcome: 'put', version: entry.version };
    // `get` leaves it to the server whether the entry has expired.
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
      // The server may have done the try before, and its answer was lost.
      return tries > 1 && (await entries.findOne({ _id: key, by })) !== null;
    });
  }

  async range(from: string, to: string, limit = DEFAULT_LIMIT): Promise<readonly CoordinationEntry[]> {
    const [filter, options] = [
      { _id: { $gte: from, $lt: to }, ...ALIVE },
      { limit, batchSize: limit },
    ];
    const found = await this.entries.use((entries) =>
      allOf(entries.find(filter, options).sort({ _id: 1 }), limit),
    );
    return found.map(entryOf);
  }

  async putMany(entries: readonly { key: string; value: JsonObject; ttl?: number }[]): Promise<void> {
    const by = randomUUID();
    const operations = entries.map(({ key, value, ...put }) => ({
      updateOne: { filter: { _id: key }, update: putEntry(value, put, by), upsert: true },
    }));
    for (let start = 0; start < operations.length; start += AT_ONCE) {
      const portion = operations.slice(start, start + AT_ONCE);
      await this.entries.use((stored) => untilInserted(() => stored.bulkWrite(portion, { ordered: false })));
    }
  }

  /** Removes what expired before now: a put in this very millisecond could get such a version again. */
  async sweep(): Promise<number> {
    const now = await this.now();
    return now === undefined ? 0 : this.entries.deleteAll({ expires: { $lt: now } });
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  /**
   * The time by the clock that dates entries; undefined where there are no entries. `hello` would tell the
   * time of the server that answers: in a sharded cluster that is a router, which holds no entries.
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

/**
 * How MongoDB stores entries, and how one update puts or deletes an entry. The server compares the entry with
 * its own clock inside that update. An expired entry counts as none. A deleted entry counts as none too: it
 * stays for a while, expired and empty, so that its version can't occur again.
 *
 * A version is the greater of two numbers: the server's time of the put, or one more than the version before.
 * A new put after an entry was removed gets a greater version: the removed entry had expired by the same
 * clock.
 */
interface StoredEntry {
  /** The key. MongoDB orders strings by their UTF-8 bytes. */
  readonly _id: string;
  readonly version: number;
  /** As JSON. */
  readonly value: string;
  readonly expires: Date;
  /** The id of the put that wrote the entry: a repeated put recognises its own write by it. */
  readonly by: string;
}

/** Versions within a millisecond. Times this, milliseconds stay exact in a double until the year 2248. */
const VERSIONS_PER_MS = 1_024;

/** Stands for no expiry, so that one comparison decides whether an entry has expired. */
const NEVER = new Date('9999-12-31T23:59:59.999Z');

/** False also where there is no entry. */
const IS_ALIVE: Expression = { $gt: ['$expires', '$$NOW'] };

const NEXT_VERSION: Expression = {
  $max: [{ $add: [{ $ifNull: ['$version', 0] }, 1] }, { $multiply: [{ $toLong: '$$NOW' }, VERSIONS_PER_MS] }],
};

/** A part of a filter: it lets living entries through. */
const ALIVE: Expression = { $expr: IS_ALIVE };

/** The update changes nothing where the expected version isn't there. */
function putEntry(value: JsonObject, { expected, ttl }: PutOptions, by: string): Expression[] {
  const fields = {
    version: NEXT_VERSION,
    value: { $literal: JSON.stringify(value) },
    expires: ttl === undefined ? NEVER : { $add: ['$$NOW', ttl] },
    by: { $literal: by },
  };
  return [{ $set: expected === undefined ? fields : onlyIf(isExpected(expected), fields) }];
}

/** Makes an entry expired and empty. */
const deletedEntry = (by: string): Expression[] => [
  { $set: { value: '{}', expires: '$$NOW', by: { $literal: by } } },
];

const isExpected = (expected: number | null): Expression =>
  expected === null ? { $not: [IS_ALIVE] } : { $and: [IS_ALIVE, { $eq: ['$version', expected] }] };

const onlyIf = (condition: Expression, fields: Record<string, unknown>): Expression =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { $cond: [condition, value, `$${name}`] }]),
  );

const entryOf = ({ _id, version, value, expires }: StoredEntry): CoordinationEntry => ({
  key: _id,
  version,
  value: JSON.parse(value) as JsonObject, // `putEntry` wrote it
  expiresAt: expires < NEVER ? expires.getTime() : null,
});
