/** Reads of one moment: a transaction that only reads. The server ends it after a minute (its own default). */
import type { ClientSession, Db } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import type { MongoConnection } from '../../mongodb/connection.js';
import { TRANSIENT, hasLabel, isSocketError, storeError } from '../../mongodb/errors.js';
import type { ReadModelReader } from '../read-models.js';
import type { Collections } from './collections.js';
import { DocumentReader, type RunRead } from './document-reader.js';

/** Milliseconds before the first read is begun again. */
const PAUSES = [10, 25, 50, 100, 250, 500];

const TRANSACTION = {
  readPreference: 'primary',
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority' },
} as const;

export async function readSnapshot<T>(
  connection: MongoConnection,
  collections: Collections,
  read: (reader: ReadModelReader) => Promise<T>,
): Promise<T> {
  return connection.inSession(async (session, database) => {
    const moment = new Moment(session, database);
    try {
      return await read(new DocumentReader(collections, moment.run));
    } finally {
      await moment.end();
    }
  });
}

class Moment {
  private begun = false;
  /** A session takes one call at a time; readers may ask for several at once. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly session: ClientSession,
    private readonly database: Db,
  ) {}

  readonly run: RunRead = (read) => {
    const next = this.last.then(async () => {
      try {
        return await (this.begun ? read(this.database, this.session) : this.begin(read));
      } catch (error) {
        throw storeError(error);
      }
    });
    this.last = next.catch(() => undefined);
    return next;
  };

  /** Nothing was written, so there is nothing to commit; a transaction that has already ended needs no end. */
  async end(): Promise<void> {
    await this.last;
    if (this.session.inTransaction()) await this.session.abortTransaction().catch(() => undefined);
  }

  /** Before its first read is answered the snapshot has no moment yet, so it may be begun anew. */
  private async begin<T>(read: (database: Db, session: ClientSession) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      this.session.startTransaction(TRANSACTION);
      try {
        const result = await read(this.database, this.session);
        this.begun = true;
        return result;
      } catch (error) {
        await this.session.abortTransaction().catch(() => undefined);
        const wait = PAUSES[tries];
        if (wait === undefined || !(hasLabel(error, TRANSIENT) || isSocketError(error))) throw error;
        await pause(wait);
      }
    }
  }
}
