/** The ReadingStore port on a MongoDB replica set or sharded cluster, from version 4.4. */
import type { MongoConnection } from '../../mongodb/connection.js';
import { DUPLICATE_KEY, serverCode } from '../../mongodb/errors.js';
import { IndexedCollection } from '../../mongodb/indexed-collection.js';
import { refuseTooLarge, type KeptReading, type ReadingStore } from '../reading-store.js';
import { allOf } from '../../mongodb/all-of.js';

interface StoredReading {
  /** Kind, a blank, key. */
  readonly _id: string;
  readonly fetched: Date;
  readonly content: Buffer;
}

/** Keys in one command. */
const AT_ONCE = 1_000;

/** A lost reading is fetched again, so the primary's acknowledgement is enough. */
const SETUP = {
  name: 'readings.entries',
  options: { readConcern: { level: 'local' }, writeConcern: { w: 1 } },
  indexes: [{ key: { fetched: 1 }, name: 'by_age' }],
} as const;

const idOf = (kind: string, key: string): string => `${kind} ${key}`;

/** Doesn't wait for the server: it may start later, and restart. Closing gives up a share in `connection`. */
export class MongoReadings implements ReadingStore {
  private readonly readings = new IndexedCollection<StoredReading>(this.connection, SETUP);

  constructor(private readonly connection: MongoConnection) {}

  async find(kind: string, keys: readonly string[], fetchedFrom: number): Promise<readonly KeptReading[]> {
    const found: KeptReading[] = [];
    const fetched = { $gte: new Date(fetchedFrom) };
    for (let start = 0; start < keys.length; start += AT_ONCE) {
      const ids = keys.slice(start, start + AT_ONCE).map((key) => idOf(kind, key));
      const stored = await this.readings.use((readings) =>
        allOf(readings.find({ _id: { $in: ids }, fetched })),
      );
      for (const { _id, fetched: at, content } of stored)
        found.push({ kind, key: _id.slice(kind.length + 1), fetchedAt: at.getTime(), content });
    }
    return found;
  }

  async keep(reading: KeptReading): Promise<void> {
    refuseTooLarge(reading);
    const { kind, key, fetchedAt } = reading;
    const fetched = new Date(fetchedAt);
    const earlier = { _id: idOf(kind, key), fetched: { $lte: fetched } };
    const update = { $set: { fetched, content: Buffer.from(reading.content) } };
    await this.readings.use(async (readings) => {
      try {
        await readings.updateOne(earlier, update, { upsert: true });
      } catch (error) {
        if (serverCode(error) !== DUPLICATE_KEY) throw error;
        // A reading is there that was fetched later, or that another process put at this moment.
        await readings.updateOne(earlier, update);
      }
    });
  }

  async sweep(fetchedBefore: number): Promise<number> {
    return this.readings.deleteAll({ fetched: { $lt: new Date(fetchedBefore) } });
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}
