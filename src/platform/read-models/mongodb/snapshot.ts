/**
 * Reads of one moment: a transaction that only reads. The server ends it after a minute (its default). It is
 * committed with a majority: only then is it sure that what was read stays after a change of primary.
 */
import type { ClientSession, Db } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailableError } from '../../event-store/event-store.js';
import type { MongoConnection } from '../../mongodb/connection.js';
import { TRANSIENT, hasLabel, isSocketError, serverCode, storeError } from '../../mongodb/errors.js';
import type { ReadModelReader } from '../read-models.js';
import type { Collections } from './collections.js';
import { commitUntilKnown } from './commit-until-known.js';
import { DocumentReader, type RunRead } from './document-reader.js';

/** Milliseconds before the first read is tried again. */
const PAUSES = [10, 25, 50, 100, 250, 500];

/** Milliseconds for which an unanswered commit is repeated: somebody waits for the result. */
const COMMIT_PATIENCE_MS = 1_000;

/** The server keeps the moment no longer. All is read again, at a moment of now. */
const SNAPSHOT_UNAVAILABLE = 246;
const MOST_MOMENTS = 3;

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
  for (let tries = 1; ; tries++) {
    try {
      return await ofOneMoment(connection, collections, read);
    } catch (error) {
      const isGone =
        error instanceof StoreUnavailableError && serverCode(error.cause) === SNAPSHOT_UNAVAILABLE;
      if (!isGone || tries === MOST_MOMENTS) throw error;
    }
  }
}

function ofOneMoment<T>(
  connection: MongoConnection,
  collections: Collections,
  read: (reader: ReadModelReader) => Promise<T>,
): Promise<T> {
  return connection.inSession(async (session, database) => {
    const moment = new Moment(connection, session, database);
    try {
      const result = await read(new DocumentReader(collections, moment.run));
      await moment.commit();
      return result;
    } catch (error) {
      await moment.abort();
      throw error;
    }
  });
}

class Moment {
  private begun = false;
  /** A session takes one call at a time; readers may ask for several at once. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly connection: MongoConnection,
    private readonly session: ClientSession,
    private readonly database: Db,
  ) {}

  readonly run: RunRead = (read) => {
    const next = this.last.then(async () => {
      try {
        return await (this.begun ? this.call(read) : this.begin(read));
      } catch (error) {
        throw storeError(error);
      }
    });
    this.last = next.catch(() => undefined);
    return next;
  };

  async commit(): Promise<void> {
    await this.last;
    if (!this.session.inTransaction()) return;
    const commit = () => this.call((_database, session) => session.commitTransaction());
    await commitUntilKnown(commit, performance.now() + COMMIT_PATIENCE_MS);
  }

  /** A transaction that has already ended needs no end. */
  async abort(): Promise<void> {
    await this.last;
    if (this.session.inTransaction()) await this.session.abortTransaction().catch(() => undefined);
  }

  private call<T>(read: (database: Db, session: ClientSession) => Promise<T>): Promise<T> {
    return this.connection.within((database) => read(database, this.session), this.database);
  }

  /** The snapshot has no moment before the answer to its first read, so it may begin again. */
  private async begin<T>(read: (database: Db, session: ClientSession) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      this.session.startTransaction(TRANSACTION);
      try {
        const result = await this.call(read);
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
