/** The declared collections and their indexes, which the database itself holds. Memory saves queries. */
import type { Db } from 'mongodb';
import type { MongoConnection } from '../../mongodb/connection.js';
import {
  INDEX_CONFLICTS,
  NAMESPACE_EXISTS,
  NAMESPACE_NOT_FOUND,
  serverCode,
  tolerating,
} from '../../mongodb/errors.js';
import type { CollectionSpec } from '../read-models.js';
import { keyPattern, patternFields } from './index-bounds.js';
import { allOf } from '../../mongodb/all-of.js';

/** Fields by the name of the index. */
type Indexes = ReadonlyMap<string, readonly string[]>;

/** The index by key, which every collection has. It is asked for by name and never created. */
const BY_KEY: readonly string[] = [];

export class Collections {
  private readonly declared = new Set<string>();
  private readonly indexes = new Map<string, Indexes>();

  constructor(private readonly connection: MongoConnection) {}

  /** Several processes may declare at once: what exists stays as it is. */
  async declare(specs: readonly CollectionSpec[]): Promise<void> {
    const wanted = specs.map(({ name, indexes = [] }) => ({ name, indexes }));
    const there = await this.connection.repeat(namesOf);
    await this.shardAlike(specs.filter(({ name }) => !there.has(name)));
    const lacking = await this.connection.repeat((database) =>
      Promise.all(
        wanted.map(async ({ name, indexes }) => {
          if (!there.has(name)) await createCollection(database, name);
          return { name, indexes: indexes.length > 0 ? await missing(database, name, indexes) : [] };
        }),
      ),
    );
    const toBuild = lacking.filter(({ indexes }) => indexes.length > 0);
    if (toBuild.length > 0)
      await this.connection.build((database) =>
        Promise.all(toBuild.map(({ name, indexes }) => createIndexes(database, name, indexes))),
      );
    for (const { name } of wanted) {
      this.declared.add(name);
      this.indexes.delete(name);
    }
  }

  /** Shards a new generation like the one before: an operator's sharding must outlive a rebuild. */
  private async shardAlike(specs: readonly CollectionSpec[]): Promise<void> {
    if (!this.connection.isSharded) return;
    for (const { name, like } of specs) {
      if (like === undefined) continue;
      const isHashed = await this.connection.repeat((database) => hasHashedKeys(database, like));
      if (isHashed) await this.connection.shard(name);
    }
  }

  /** Creates a collection of our own where it is missing. */
  async ensure(name: string): Promise<void> {
    if (this.declared.has(name)) return;
    await this.connection.repeat((database) => createCollection(database, name));
    this.declared.add(name);
  }

  /** On a sharded cluster a drop takes seconds by itself: there it may take as long as an index. */
  async drop(names: readonly string[], maxTimeMS: number): Promise<void> {
    const { isSharded } = this.connection;
    for (const name of names) this.forget(name);
    await this.connection[isSharded ? 'build' : 'repeat'](async (database) => {
      for (const name of names)
        await tolerating(NAMESPACE_NOT_FOUND, () =>
          database.dropCollection(name, isSharded ? {} : { maxTimeMS }),
        );
    });
  }

  /** @throws TypeError where one is not declared: a write would create it without its indexes */
  async mustBeDeclared(names: Iterable<string>): Promise<void> {
    const unknown = [...names].filter((name) => !this.declared.has(name));
    if (unknown.length === 0) return;
    const there = await this.connection.use(namesOf);
    for (const name of unknown) {
      if (!there.has(name)) throw new TypeError(`collection ${name} is not declared`);
      this.declared.add(name);
    }
  }

  /** Undefined where there is no such collection. @throws TypeError where it has no such index */
  async indexFields(collection: string, index: string | undefined): Promise<readonly string[] | undefined> {
    if (index === undefined) return BY_KEY;
    const known = this.indexes.get(collection)?.get(index);
    if (known !== undefined) return known;
    const there = await this.connection.use((database) => indexesOf(database, collection));
    if (there === undefined) return undefined;
    this.indexes.set(collection, there);
    const fields = there.get(index);
    if (fields === undefined) throw new TypeError(`collection ${collection} has no index ${index}`);
    return fields;
  }

  /** Called where another process may have dropped the collection, and declared it anew. */
  forget(collection: string): void {
    this.declared.delete(collection);
    this.indexes.delete(collection);
  }
}

async function namesOf(database: Db): Promise<ReadonlySet<string>> {
  const collections = await allOf(database.listCollections({}, { nameOnly: true }));
  return new Set(collections.map(({ name }) => name));
}

async function createCollection(database: Db, name: string): Promise<void> {
  await tolerating(NAMESPACE_EXISTS, () => database.createCollection(name));
}

type IndexSpecs = NonNullable<CollectionSpec['indexes']>;

async function missing(database: Db, name: string, indexes: IndexSpecs): Promise<IndexSpecs> {
  const there = (await indexesOf(database, name)) ?? new Map();
  return indexes.filter((index) => !there.has(index.name));
}

async function createIndexes(database: Db, name: string, indexes: IndexSpecs): Promise<void> {
  const specs = indexes.map((index) => ({ name: index.name, key: keyPattern(index.fields) }));
  try {
    // By default every member would have to answer, also one that is down.
    await database.collection(name).createIndexes(specs, { commitQuorum: 'majority' });
  } catch (error) {
    // Another process built the same index first.
    if (!INDEX_CONFLICTS.has(serverCode(error)) || (await missing(database, name, indexes)).length > 0)
      throw error;
  }
}

/** True if the index for sharding by hashed keys exists. Nothing else makes such an index. */
async function hasHashedKeys(database: Db, collection: string): Promise<boolean> {
  const found = await tolerating(NAMESPACE_NOT_FOUND, () => database.collection(collection).indexes());
  return found?.some(({ key }) => (key as Record<string, unknown>)['_id'] === 'hashed') ?? false;
}

/** Undefined where the collection doesn't exist. */
async function indexesOf(database: Db, collection: string): Promise<Indexes | undefined> {
  const found = await tolerating(NAMESPACE_NOT_FOUND, () => database.collection(collection).indexes());
  return (
    found &&
    new Map(found.map(({ name = '', key }) => [name, patternFields(key as Record<string, unknown>)] as const))
  );
}
