/** The stores that a process works on, as its settings choose them. */
import { join } from 'node:path';
import type { Coordination } from '../coordination/coordination.js';
import { openSqliteCoordination } from '../coordination/sqlite/sqlite-coordination.js';
import { errorMessage } from '../errors/error-code.js';
import { StoreUnavailableError, type EventStore } from '../event-store/event-store.js';
import { openSqliteEventStore } from '../event-store/sqlite/sqlite-event-store.js';
import { OwnEvents } from '../event-store/own-events.js';
import type { ReadModels } from '../read-models/read-models.js';
import { openSqliteReadModels } from '../read-models/sqlite/sqlite-read-models.js';
import type { ReadingStore } from '../readings/reading-store.js';
import { openSqliteReadings } from '../readings/sqlite/sqlite-readings.js';
import { brokenRestore } from '../files/pending-restore.js';
import { privateFolder } from '../secrets/private-files.js';
import { documentFileStamps, logFileStamp, STORE_FILES } from './embedded-files.js';
import { outdated, readableStamp, stampRaiser, stampStores } from './stamp.js';
import type { LogStamp, StampPlace, VersionOf } from './stamp.js';

export { STORE_FILES } from './embedded-files.js';

export interface StoresSettings {
  /** The folder of the embedded files; made if missing. */
  readonly dataDir: string;
  /** Null or left out: embedded. */
  readonly eventStoreUrl?: string | null;
  /** Stands before the name of every stream in the log; default: nothing. */
  readonly eventStreamPrefix?: string;
  /** See `OwnNames`. */
  readonly categories?: readonly string[];
  /** Null or left out: embedded. */
  readonly mongodbUrl?: string | null;
  /** See `HostedStoreSettings`; default `thread`. */
  readonly hosting?: 'thread' | 'direct';
  /** See `SqliteReadingsSettings`. */
  readonly mostLooks?: number | undefined;
  /** Needed by whoever appends events: the stamp of the log is raised before a kind that needs it. */
  readonly versionOf?: VersionOf;
}

export interface DocumentStores {
  readonly readModels: ReadModels;
  readonly coordination: Coordination;
  readonly readings: ReadingStore;
}

export interface Stores extends DocumentStores {
  readonly eventStore: EventStore;
  /** A sentence where a newer program has meanwhile appended what this program can't read; else nothing. */
  outdated(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Stamps each store before it is used. @throws StoreUnavailableError in one line: what can't be used, why */
export async function openStores(settings: StoresSettings): Promise<Stores> {
  const { dataDir, eventStreamPrefix: prefix = '', categories, versionOf } = settings;
  const broken = brokenRestore(dataDir);
  if (broken !== null) throw new StoreUnavailableError(broken);
  makeFolder(dataDir);
  const files = settings.mongodbUrl == null ? documentFileStamps(dataDir) : [];
  const log = await findLog(settings, (stamp) =>
    files.length > 0 ? stampStores(stamp, files, prefix) : readableStamp(stamp, prefix),
  );
  const documents = openDocumentStores(settings, (stamp) => stampStores(log.stamp, [stamp], prefix));
  const opening = [log.open(documents), documents] as const;
  try {
    const [store, documents] = await Promise.all(opening);
    const before = versionOf && stampRaiser(log.stamp, versionOf, prefix);
    const eventStore = new OwnEvents(store, { prefix, categories, before });
    const close = async (): Promise<void> => {
      await Promise.all([eventStore.close(), closeDocumentStores(documents)]);
    };
    return { eventStore, ...documents, outdated: () => outdated(log.stamp, prefix), close };
  } catch (error) {
    const [eventStore, documents] = await Promise.allSettled(opening);
    if (eventStore.status === 'fulfilled') await eventStore.value.close();
    if (documents.status === 'fulfilled') await closeDocumentStores(documents.value);
    throw error;
  }
}

const embedded = ({ dataDir, hosting = 'thread' }: StoresSettings, store: keyof typeof STORE_FILES) => ({
  file: join(dataDir, STORE_FILES[store]),
  hosting,
});

interface Log {
  readonly stamp: LogStamp;
  /** @param documents the stores that are filled from it */
  open(documents: Promise<unknown>): Promise<EventStore>;
}

/** A server may come later than this process; a file must exist now. The client is loaded only if used. */
async function findLog(
  settings: StoresSettings,
  admit: (stamp: StampPlace) => Promise<unknown>,
): Promise<Log> {
  const { eventStoreUrl: url, eventStreamPrefix: prefix = '' } = settings;
  if (url == null) {
    const stamp = logFileStamp(settings.dataDir);
    await admit(stamp);
    // No file is made beside documents of another log.
    const open = (documents: Promise<unknown>) =>
      documents.then(() => openSqliteEventStore(embedded(settings, 'eventStore')));
    return { stamp, open };
  }
  const { openEventStoreDb } = await import('../event-store/eventstoredb/eventstoredb-event-store.js');
  const store = openEventStoreDb({ url, prefix, admit: async (stamp) => void (await admit(stamp)) });
  try {
    await store.refuseUnfit();
  } catch (error) {
    await store.close();
    throw error;
  }
  return { stamp: store.stamp, open: () => Promise.resolve(store) };
}

/** One setting places all of them: on the server, or in files. */
async function openDocumentStores(
  settings: StoresSettings,
  admit: (stamp: StampPlace) => Promise<void>,
): Promise<DocumentStores> {
  if (settings.mongodbUrl != null) {
    const { openMongoDb } = await import('../mongodb/open-mongodb.js');
    return openMongoDb({ url: settings.mongodbUrl, admit });
  }
  const opening = [
    openSqliteReadModels(embedded(settings, 'readModels')),
    openSqliteCoordination(embedded(settings, 'coordination')),
    openSqliteReadings({ ...embedded(settings, 'readings'), mostLooks: settings.mostLooks }),
  ] as const;
  try {
    const [readModels, coordination, readings] = await Promise.all(opening);
    return { readModels, coordination, readings };
  } catch (error) {
    for (const store of await Promise.allSettled(opening))
      if (store.status === 'fulfilled') await store.value.close();
    throw error;
  }
}

async function closeDocumentStores({ readModels, coordination, readings }: DocumentStores): Promise<void> {
  await Promise.all([readModels.close(), coordination.close(), readings.close()]);
}

function makeFolder(path: string): void {
  try {
    privateFolder(path);
  } catch (error) {
    throw new StoreUnavailableError(`${path} can't be made: ${errorMessage(error)}`);
  }
}
