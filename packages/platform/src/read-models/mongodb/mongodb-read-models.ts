/** The ReadModels port on a MongoDB replica set or sharded cluster, from version 4.4. */
import type { MongoConnection } from '../../mongodb/connection.js';
import { checkCollection } from '../check-document.js';
import type { CheckpointMove, CollectionSpec, ReadModelReader, ReadModels, Write } from '../read-models.js';
import { CausalReads } from './causal-reads.js';
import { CHECKPOINTS, type StoredCheckpoint } from './checkpoints.js';
import { Collections } from './collections.js';
import { commitUntilKnown } from './commit-until-known.js';
import { commitWrites, type CommitPlace } from './commit.js';
import { DocumentReader, type RunRead } from './document-reader.js';
import { planWrites } from './planned-writes.js';
import { Writers } from './writers.js';
import type { ClientSession, Db } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailableError } from '../../event-store/event-store.js';
import { TRANSIENT, hasLabel, isSocketError, serverCode, storeError } from '../../mongodb/errors.js';

/** Doesn't wait for the server: it may start later, and restart. Closing gives up a share in `connection`. */
export class MongoReadModels extends DocumentReader implements ReadModels {
  private readonly place: CommitPlace;

  constructor(private readonly connection: MongoConnection) {
    const reads = new CausalReads();
    super(new Collections(connection), (read) =>
      connection.use((database) => reads.run(database, (session) => read(database, session))),
    );
    this.place = { connection, writers: new Writers(connection, reads) };
  }

  async declare(collections: readonly CollectionSpec[]): Promise<void> {
    collections.forEach(checkCollection);
    await this.collections.declare(collections);
  }

  async commit(writes: readonly Write[], checkpoint: CheckpointMove): Promise<'committed' | 'superseded'> {
    const plans = planWrites(writes);
    // A transaction can't create the collection.
    await this.collections.ensure(CHECKPOINTS);
    await this.collections.mustBeDeclared(plans.map(({ collection }) => collection));
    return commitWrites(this.place, plans, checkpoint);
  }

  /** Drops the collections first: after a crash, a checkpoint that is left tells of its collections. */
  async drop(collections: readonly string[], checkpoints: readonly string[]): Promise<void> {
    const { writers } = this.place;
    await writers.inTheWay(checkpoints, (maxTimeMS) => this.collections.drop(collections, maxTimeMS));
    if (checkpoints.length === 0) return;
    await writers.inTheWay(checkpoints, (maxTimeMS) =>
      this.connection.repeat((database) =>
        database
          .collection<StoredCheckpoint>(CHECKPOINTS)
          .deleteMany({ _id: { $in: [...checkpoints] } }, { maxTimeMS }),
      ),
    );
    for (const checkpoint of checkpoints) writers.committed(checkpoint);
  }

  async held(): Promise<ReadonlyMap<string, Date>> {
    return this.connection.use((database) =>
      this.place.writers.held(database, (prefix) => this.checkpoints(prefix)),
    );
  }

  async snapshot<T>(read: (reader: ReadModelReader) => Promise<T>): Promise<T> {
    return readSnapshot(this.connection, this.collections, read);
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}

/** Milliseconds before the first read is tried again. */
const PAUSES = [10, 25, 50, 100, 250, 500];

/** Milliseconds for which an unanswered commit is repeated: somebody waits for the result. */
const COMMIT_PATIENCE_MS = 1_000;

/** The server keeps the moment no longer. All is read again, at a moment of now. */
const SNAPSHOT_UNAVAILABLE = 246;
const MAX_MOMENTS = 3;

const TRANSACTION = {
  readPreference: 'primary',
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority' },
} as const;

async function readSnapshot<T>(
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
      if (!isGone || tries === MAX_MOMENTS) throw error;
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

/**
 * Reads of one moment: a transaction that only reads. The server ends it after a minute (its default). It is
 * committed with a majority: only then is it sure that what was read stays after a change of primary.
 */
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
