/** The embedded ReadModels: one SQLite file, one thread that writes and one that reads. */
import { HostedStore, type HostedStoreSettings } from '../../sqlite/hosted-store.js';
import { checkCollection } from '../check-document.js';
import type { ReadModelReader, ReadModels } from '../read-models.js';
import { packCommit, unpackDocuments } from './packed-documents.js';
import { readerService, type ReaderMethods, type SnapshotId } from './reader-service.js';
import { writerService, type WriterMethods } from './writer-service.js';

/** Reads of one moment, or of the documents committed now. */
function readerOf(reader: HostedStore<ReaderMethods>, snapshot: SnapshotId): ReadModelReader {
  const getMany: ReadModelReader['getMany'] = async (collection, keys) =>
    unpackDocuments(await reader.call('getMany', { snapshot, collection, keys }));
  return {
    get: async (collection, key) => (await getMany(collection, [key]))[0],
    getMany,
    async range(collection, { after, ...rest }) {
      // Only the place of the `after` document counts, not its body.
      const query = after === undefined ? rest : { ...rest, after: { key: after.key, fields: after.fields } };
      return unpackDocuments(await reader.call('range', { snapshot, collection, query }));
    },
    async select(collection, selection) {
      const { documents, total } = await reader.call('select', { snapshot, collection, selection });
      return { documents: unpackDocuments(documents), total };
    },
    checkpoint: (name) => reader.call('checkpoint', { snapshot, name }),
    checkpoints: async (prefix) => new Map(await reader.call('checkpoints', { snapshot, prefix })),
  };
}

/** @throws StoreUnavailableError in one line: not our file, from a newer program, locked, unreadable */
export async function openSqliteReadModels(settings: HostedStoreSettings): Promise<ReadModels> {
  const hosted = { folder: __dirname, stays: true, thread: 'reader.thread', service: readerService };
  const reader = new HostedStore<ReaderMethods>({ ...hosted, name: 'read models reader' }, settings);
  const writing = { folder: __dirname, thread: 'writer.thread', service: writerService };
  const writer = new HostedStore<WriterMethods>({ ...writing, name: 'read models writer' }, settings);
  // The writer makes the file. The reader starts with its first read, and holds its snapshots.
  await writer.ready();
  return {
    ...readerOf(reader, null),
    async declare(collections) {
      collections.forEach(checkCollection);
      // Plain copies: a specification may hold functions, which can't cross to a thread.
      const plain = collections.map(({ name, indexes = [] }) => ({ name, indexes }));
      await writer.call('declare', plain);
    },
    async commit(writes, checkpoint) {
      const packed = packCommit(writes, checkpoint);
      return writer.call('commit', packed, [packed.bodies.buffer]);
    },
    async drop(collections, checkpoints) {
      await writer.call('drop', { collections, checkpoints });
      await writer.call('removeDropped', null);
    },
    // A killed process leaves no open transaction in a file.
    held: () => Promise.resolve(new Map()),
    async snapshot(read) {
      const snapshot = await reader.call('openSnapshot', null);
      try {
        return await read(readerOf(reader, snapshot));
      } finally {
        await reader.call('closeSnapshot', snapshot);
      }
    },
    async close() {
      await Promise.all([writer.close(), reader.close()]);
    },
  };
}
