/** The ReadModels port on a MongoDB replica set or sharded cluster, from version 4.4. */
import type { MongoConnection } from '../../mongodb/connection.js';
import { checkCollection } from '../check-collection.js';
import type { CheckpointMove, CollectionSpec, ReadModelReader, ReadModels, Write } from '../read-models.js';
import { CausalReads } from './causal-reads.js';
import { CHECKPOINTS, type StoredCheckpoint } from './checkpoints.js';
import { Collections } from './collections.js';
import { commitWrites, type CommitPlace } from './commit.js';
import { DocumentReader } from './document-reader.js';
import { planWrites } from './planned-writes.js';
import { readSnapshot } from './snapshot.js';
import { Writers } from './writers.js';

/** Doesn't wait for the server: it may start later, and restart. Closing gives up a share in `connection`. */
export const openMongoReadModels = (connection: MongoConnection): ReadModels =>
  new MongoReadModels(connection);

class MongoReadModels extends DocumentReader implements ReadModels {
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
