/** The stores that a process works on, chosen by its settings. */
import { join } from 'node:path';
import type { Coordination } from '../coordination/coordination.js';
import { openSqliteCoordination } from '../coordination/sqlite/sqlite-coordination.js';
import { StoreUnavailableError, type EventStore } from '../event-store/event-store.js';
import {
  openSqliteEventStore,
  type SqliteEventStoreSettings,
} from '../event-store/sqlite/sqlite-event-store.js';
import type { ReadModels } from '../read-models/read-models.js';
import { openSqliteReadModels } from '../read-models/sqlite/sqlite-read-models.js';
import type { ReadingStore } from '../readings/reading-store.js';
import { openSqliteReadings, type SqliteReadingsSettings } from '../readings/sqlite/sqlite-readings.js';
import { brokenRestore } from '../files/pending-restore.js';
import { privateFolder } from '../secrets/private-files.js';
import type { HostedStoreSettings } from '../sqlite/hosted-store.js';

/** The embedded files, by what they hold. */
export const STORE_FILES = {
  eventStore: 'events.db',
  readModels: 'read-models.db',
  coordination: 'coordination.db',
  readings: 'readings.db',
} as const;

export interface StoresSettings {
  /** The folder of the embedded files; made where it isn't there. */
  readonly dataDir: string;
  /** Null or left out: embedded. */
  readonly eventStoreUrl?: string | null;
  /** Null or left out: embedded. */
  readonly mongodbUrl?: string | null;
  /** See `SqliteEventStoreSettings`; default `thread`. */
  readonly hosting?: 'thread' | 'direct';
  /** See `SqliteReadingsSettings`. */
  readonly mostLooks?: number | undefined;
}

export interface Stores {
  readonly eventStore: EventStore;
  readonly readModels: ReadModels;
  readonly coordination: Coordination;
  readonly readings: ReadingStore;
  close(): Promise<void>;
}

/** @throws StoreUnavailableError with one line that names the file or the setting and what is wrong */
export async function openStores(settings: StoresSettings): Promise<Stores> {
  const broken = brokenRestore(settings.dataDir);
  if (broken !== null) throw new StoreUnavailableError(broken);
  makeFolder(settings.dataDir);
  const embedded = (name: string): { file: string; hosting: 'thread' | 'direct' } => ({
    file: join(settings.dataDir, name),
    hosting: settings.hosting ?? 'thread',
  });
  const opening = [
    openEventStore(settings.eventStoreUrl, embedded(STORE_FILES.eventStore)),
    openDocumentStores(settings.mongodbUrl, {
      readModels: embedded(STORE_FILES.readModels),
      coordination: embedded(STORE_FILES.coordination),
      readings: { ...embedded(STORE_FILES.readings), mostLooks: settings.mostLooks },
    }),
  ] as const;
  try {
    const [eventStore, documents] = await Promise.all(opening);
    const close = async (): Promise<void> => {
      await Promise.all([eventStore.close(), closeDocumentStores(documents)]);
    };
    return { eventStore, ...documents, close };
  } catch (error) {
    const [eventStore, documents] = await Promise.allSettled(opening);
    if (eventStore.status === 'fulfilled') await eventStore.value.close();
    if (documents.status === 'fulfilled') await closeDocumentStores(documents.value);
    throw error;
  }
}

/** A server may come later than this process; a file must be there now. The client is loaded only where it is used. */
async function openEventStore(
  url: string | null | undefined,
  file: SqliteEventStoreSettings,
): Promise<EventStore> {
  if (url == null) return openSqliteEventStore(file);
  const { openEventStoreDb } = await import('../event-store/eventstoredb/eventstoredb-event-store.js');
  return openEventStoreDb({ url });
}

type DocumentStores = Pick<Stores, 'readModels' | 'coordination' | 'readings'>;
type DocumentFiles = Record<keyof DocumentStores, HostedStoreSettings> & {
  readonly readings: SqliteReadingsSettings;
};

/** All lie on the server, or all are files: one setting names where. */
async function openDocumentStores(
  url: string | null | undefined,
  files: Readonly<DocumentFiles>,
): Promise<DocumentStores> {
  if (url != null) {
    const { openMongoDb } = await import('../mongodb/open-mongodb.js');
    return openMongoDb({ url });
  }
  const opening = [
    openSqliteReadModels(files.readModels),
    openSqliteCoordination(files.coordination),
    openSqliteReadings(files.readings),
  ] as const;
  try {
    const [readModels, coordination, readings] = await Promise.all(opening);
    return { readModels, coordination, readings };
  } catch (error) {
    for (const store of await Promise.allSettled(opening)) {
      if (store.status === 'fulfilled') await store.value.close();
    }
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
    throw new StoreUnavailableError(
      `${path} can't be made: ${error instanceof Error ? error.message : error}`,
    );
  }
}
