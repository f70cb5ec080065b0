/** A collection whose missing indexes are built before its first use in a process. */
import type { Collection, CollectionOptions, Document, Filter, IndexDescription } from 'mongodb';
import type { MongoConnection } from './connection.js';
import { DUPLICATE_KEY, NAMESPACE_NOT_FOUND, serverCode, tolerating } from './errors.js';

/** Documents in one command. */
const AT_ONCE = 1_000;
/** Two puts of the same new key may both try to insert it. The next try finds it. */
const INSERT_TRIES = 5;

export interface CollectionSetup {
  readonly name: string;
  readonly options: CollectionOptions;
  readonly indexes: readonly IndexDescription[];
}

export class IndexedCollection<T extends Document & { readonly _id: string }> {
  private indexed: Promise<void> | undefined;

  constructor(
    private readonly connection: MongoConnection,
    private readonly setup: CollectionSetup,
  ) {}

  /** @throws StoreUnavailableError, and the errors of `work` */
  async use<R>(work: (documents: Collection<T>) => Promise<R>): Promise<R> {
    await this.index();
    const { name, options } = this.setup;
    return this.connection.use((database) => work(database.collection<T>(name, options)));
  }

  /** Deletes in portions, so that no command takes long. @returns how many */
  async deleteAll(filter: Filter<T>): Promise<number> {
    let deleted = 0;
    for (;;) {
      const portion = await this.use((documents) =>
        documents
          .find(filter, { projection: { _id: 1 }, limit: AT_ONCE, batchSize: AT_ONCE })
          .map(({ _id }) => _id)
          .toArray(),
      );
      if (portion.length === 0) return deleted;
      const { deletedCount } = await this.use((documents) =>
        documents.deleteMany({ ...filter, _id: { $in: portion } }),
      );
      deleted += deletedCount;
    }
  }

  private async index(): Promise<void> {
    this.indexed ??= this.buildMissing();
    try {
      await this.indexed;
    } catch (error) {
      this.indexed = undefined;
      throw error;
    }
  }

  private async buildMissing(): Promise<void> {
    const { name, indexes } = this.setup;
    const there = await this.connection.repeat((database) =>
      tolerating(NAMESPACE_NOT_FOUND, () => database.collection(name).indexes()),
    );
    const missing = indexes.filter((index) => there?.some((one) => one.name === index.name) !== true);
    if (missing.length === 0) return;
    await this.connection.build((database) =>
      database.collection(name).createIndexes(missing, { commitQuorum: 'majority' }),
    );
  }
}

export async function untilInserted<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (serverCode(error) !== DUPLICATE_KEY || tries >= INSERT_TRIES) throw error;
    }
  }
}
