/** Collections and indexes: making, listing and dropping them. */
import { Long, serialize } from 'bson';
import type { Reply } from '../bson/reply-bytes.js';
import { equalValues } from '../bson/key-string.js';
import { isDoc, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import { filterOf } from '../query/filter.js';
import type { CollectionState } from '../store/collection-state.js';
import { indexSpec, isHashedId, type IndexSpec } from '../store/index-spec.js';
import { docField, namespaceOf, ok, type Call, type Command } from './command.js';
import { patiently } from './statements.js';

function existing(call: Call, namespace: string): CollectionState {
  const collection = call.workspace.collection(namespace);
  if (collection === undefined) throw new ServerError(26, `ns does not exist: ${namespace}`);
  return collection;
}

/** All at once: none of these lists is long. */
const listed = (namespace: string, documents: readonly Doc[]): Reply => ({
  fields: { ok: 1 },
  batch: {
    name: 'firstBatch',
    documents: documents.map((document) => serialize(document)),
    cursor: Long.ZERO,
    namespace,
  },
});

export const createCommand: Command = {
  fields: ['create'],
  access: 'write',
  inTransactions: true,
  run: async (call) => {
    const namespace = namespaceOf(call);
    if (call.workspace.collection(namespace) !== undefined) {
      throw new ServerError(48, `Collection ${namespace} already exists.`);
    }
    await patiently(call, () => call.workspace.create(namespace));
    return ok();
  },
};

export const createIndexesCommand: Command = {
  fields: ['createIndexes', 'indexes', 'commitQuorum'],
  access: 'write',
  inTransactions: true,
  run: async (call) => {
    const namespace = namespaceOf(call);
    const given = Array.isArray(call.body.indexes) ? (call.body.indexes as unknown[]) : [];
    if (given.length === 0) throw new ServerError(2, 'Must specify at least one index to create');
    const specs = given.map((index) => indexSpec(isDoc(index) ? index : {}));
    const before = call.workspace.collection(namespace);
    const wanted = specs.filter((spec) => !isThere(before, spec));
    for (const spec of wanted) await patiently(call, () => call.workspace.createIndex(namespace, spec));
    const numIndexesBefore = before?.indexes.length ?? 1;
    return ok({
      numIndexesBefore,
      numIndexesAfter: numIndexesBefore + wanted.length,
      createdCollectionAutomatically: before === undefined,
      ...(wanted.length === 0 && { note: 'all indexes already exist' }),
    });
  },
};

/**
 * @throws ServerError where another index has its name, or its fields under another name or with other
 * options
 */
function isThere(collection: CollectionState | undefined, spec: IndexSpec): boolean {
  const sameName = collection?.index(spec.name)?.spec;
  if (sameName !== undefined) {
    if (equalValues(canonical(sameName.given), canonical(spec.given))) return true;
    const code = equalValues(sameName.pattern, spec.pattern) ? 85 : 86;
    throw new ServerError(
      code,
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${spec.name}, existing index: ${sameName.name}`,
    );
  }
  const samePattern = collection?.indexes.find(
    (index) =>
      equalValues(index.spec.pattern, spec.pattern) &&
      equalValues(index.spec.partial?.condition ?? null, spec.partial?.condition ?? null),
  );
  if (samePattern === undefined) return false;
  throw new ServerError(85, `Index already exists with a different name: ${samePattern.spec.name}`);
}

/** Options in whatever order they were given. */
const canonical = (given: Doc): Doc =>
  Object.fromEntries(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * By hashed `_id`, of a collection without documents or of one that has the index: there is one machine, so
 * that its index is all that shows.
 */
export const shardCollectionCommand: Command = {
  fields: ['shardCollection', 'key'],
  access: 'write',
  run: async (call) => {
    const { server, body, request, workspace } = call;
    if (server.topology.role !== 'mongos') throw new ServerError(59, "no such command: 'shardCollection'");
    if (request.database !== 'admin') {
      throw new ServerError(13, 'shardCollection may only be run against the admin database.');
    }
    const namespace = String(body.shardCollection);
    if (!isHashedId(body.key)) {
      server.unknownCall('shardCollection by another key than hashed _id');
      throw new ServerError(72, 'the stand-in shards by hashed _id only');
    }
    const spec = indexSpec({ v: 2, key: { _id: 'hashed' }, name: '_id_hashed' });
    const collection = workspace.collection(namespace);
    if (!isThere(collection, spec)) await patiently(call, () => workspace.createIndex(namespace, spec));
    return ok({ collectionsharded: namespace });
  },
};

export const listIndexesCommand: Command = {
  fields: ['listIndexes', 'cursor'],
  access: 'read',
  run: (call) => {
    const namespace = namespaceOf(call);
    return listed(
      namespace,
      existing(call, namespace).indexes.map(({ spec }) => spec.given),
    );
  },
};

export const dropIndexesCommand: Command = {
  fields: ['dropIndexes', 'index'],
  access: 'write',
  run: async (call) => {
    const namespace = namespaceOf(call);
    const { indexes } = existing(call, namespace);
    const names = namesToDrop(
      call.body.index,
      indexes.map(({ spec }) => spec),
    );
    await patiently(call, () => call.server.store.dropIndexes(namespace, names));
    return ok({ nIndexesWas: indexes.length });
  },
};

function namesToDrop(wanted: unknown, specs: readonly IndexSpec[]): string[] {
  if (wanted === '*') return specs.map(({ name }) => name).filter((name) => name !== '_id_');
  const names = (Array.isArray(wanted) ? (wanted as unknown[]) : [wanted]).map((one) => {
    const spec = specs.find(({ name, pattern }) =>
      typeof one === 'string' ? name === one : equalValues(pattern, one),
    );
    if (spec === undefined) throw new ServerError(27, `index not found with name [${String(one)}]`);
    return spec.name;
  });
  if (names.includes('_id_')) throw new ServerError(72, 'cannot drop _id index');
  return names;
}

export const dropCommand: Command = {
  fields: ['drop'],
  access: 'write',
  run: async (call) => {
    const namespace = namespaceOf(call);
    const collection = call.workspace.collection(namespace);
    if (collection === undefined) return ok({ ns: namespace, nIndexesWas: 0 });
    await patiently(call, () => call.server.store.drop(namespace));
    return ok({ ns: namespace, nIndexesWas: collection.indexes.length });
  },
};

const inDatabase = (call: Call, database: string): string[] =>
  call.workspace.namespaces().filter((namespace) => namespace.startsWith(`${database}.`));

export const dropDatabaseCommand: Command = {
  fields: ['dropDatabase'],
  access: 'write',
  run: async (call) => {
    const { database } = call.request;
    for (const namespace of inDatabase(call, database)) {
      await patiently(call, () => call.server.store.drop(namespace));
    }
    return ok({ dropped: database });
  },
};

export const listCollectionsCommand: Command = {
  fields: ['listCollections', 'filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  access: 'read',
  run: (call) => {
    const { database } = call.request;
    const { matches } = filterOf(docField(call.body, 'filter'));
    const collections = inDatabase(call, database).map((namespace) => ({
      name: namespace.slice(database.length + 1),
      type: 'collection',
      ...(call.body.nameOnly !== true && {
        options: {},
        info: { readOnly: false },
        idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
      }),
    }));
    return listed(`${database}.$cmd.listCollections`, collections.filter(matches));
  },
};

export const listDatabasesCommand: Command = {
  fields: ['listDatabases', 'nameOnly', 'filter', 'authorizedDatabases'],
  access: 'read',
  run: (call) => {
    const names = new Set(call.workspace.namespaces().map((namespace) => namespace.split('.')[0] ?? ''));
    const { matches } = filterOf(docField(call.body, 'filter'));
    const databases = [...names].map((name) => ({ name, sizeOnDisk: 0, empty: false })).filter(matches);
    const nameOnly = call.body.nameOnly === true;
    return ok({ databases: nameOnly ? databases.map(({ name }) => ({ name })) : databases, totalSize: 0 });
  },
};
