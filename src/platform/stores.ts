/** The three stores that a process works on, chosen by its settings. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Coordination } from './coordination/coordination.js';
import { openSqliteCoordination } from './coordination/sqlite/sqlite-coordination.js';
import { StoreUnavailableError, type EventStore } from './event-store/event-store.js';
import {
  openSqliteEventStore,
  type SqliteEventStoreSettings,
} from './event-store/sqlite/sqlite-event-store.js';
import type { ReadModels } from './read-models/read-models.js';
import { openSqliteReadModels } from './read-models/sqlite/sqlite-read-models.js';

/** The embedded files, by what they hold. */
export const STORE_FILES = {
  eventStore: 'events.db',
  readModels: 'read-models.db',
  coordination: 'coordination.db',
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
}

export interface Stores {
  readonly eventStore: EventStore;
  readonly readModels: ReadModels;
  readonly coordination: Coordination;
  close(): Promise<void>;
}

/** @throws StoreUnavailableError with one line that names the file or the setting and its trouble */
export async function openStores(settings: StoresSettings): Promise<Stores> {
  refuseServers(settings);
  makeFolder(settings.dataDir);
  const embedded = (name: string): { file: string; hosting: 'thread' | 'direct' } => ({
    file: join(settings.dataDir, name),
    hosting: settings.hosting ?? 'thread',
  });
  const opening = [
    openEventStore(settings.eventStoreUrl, embedded(STORE_FILES.eventStore)),
    openSqliteReadModels(embedded(STORE_FILES.readModels)),
    openSqliteCoordination(embedded(STORE_FILES.coordination)),
  ] as const;
  try {
    const [eventStore, readModels, coordination] = await Promise.all(opening);
    const close = async (): Promise<void> => {
      await Promise.all([eventStore.close(), readModels.close(), coordination.close()]);
    };
    return { eventStore, readModels, coordination, close };
  } catch (error) {
    for (const store of await Promise.allSettled(opening)) {
      if (store.status === 'fulfilled') await store.value.close();
    }
    throw error;
  }
}

/** A server may come later than this process; a file must be there now. The client is loaded only where it is used. */
async function openEventStore(
  url: string | null | undefined,
  file: SqliteEventStoreSettings,
): Promise<EventStore> {
  if (url == null) return openSqliteEventStore(file);
  const { openEventStoreDb } = await import('./event-store/eventstoredb/eventstoredb-event-store.js');
  return openEventStoreDb({ url });
}

/** A server that was asked for must never silently be a file instead. */
function refuseServers({ mongodbUrl = null }: StoresSettings): void {
  if (mongodbUrl !== null) throw new StoreUnavailableError('MONGODB_URL: no adapter for servers here yet');
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new StoreUnavailableError(
      `${path} can't be made: ${error instanceof Error ? error.message : error}`,
    );
  }
}
