/** The caller's side of an embedded store. The store runs in this thread, or in a thread of its own. */
import { resolve } from 'node:path';
import { StoreUnavailableError } from '../event-store/event-store.js';
import {
  ServiceLostError,
  type Answer,
  type Argument,
  type Caller,
  type HostedService,
} from '../threads/calls.js';
import { DirectCaller } from '../threads/direct-caller.js';
import { ThreadCaller } from '../threads/thread-caller.js';
import { threadFile } from '../threads/thread-file.js';
import type { HostedFile } from './grouped-service.js';
import { DEFAULT_PATIENCE_MS } from './open-database.js';
import { reviveStoreError } from './sqlite-errors.js';

/** A store's thread ends after so long without a call: each holds some 8 MB. A restart takes 30 ms. */
export const IDLE_MS = 30_000;

export interface HostedStoreSettings {
  /** Created if missing; its directory must exist. */
  readonly file: string;
  /** How long a call waits for other processes' locks, in milliseconds; default 10,000. */
  readonly patienceMs?: number;
  /** See `SqliteEventStoreSettings`. */
  readonly hosting?: 'thread' | 'direct';
}

/** How a store is served. */
export interface Hosting {
  /** Shown by debuggers and in errors. */
  readonly name: string;
  readonly service: (file: HostedFile) => HostedService;
  /** The folder of the file `<name>.thread`, which serves the store in a thread of its own. */
  readonly folder: string;
}

export class HostedStore<Methods> {
  private readonly caller: Caller<Methods>;

  constructor({ name, service, folder }: Hosting, settings: HostedStoreSettings) {
    const { patienceMs = DEFAULT_PATIENCE_MS, hosting = 'thread' } = settings;
    const file: HostedFile = { file: resolve(settings.file), patienceMs };
    this.caller =
      hosting === 'direct'
        ? new DirectCaller(name, () => service(file), reviveStoreError)
        : new ThreadCaller({
            file: threadFile(folder, `${name}.thread`),
            settings: file,
            name,
            revive: reviveStoreError,
            idleMs: IDLE_MS,
          });
  }

  /** @throws StoreUnavailableError in one line: not our file, from a newer program, locked, unreadable */
  ready(): Promise<void> {
    return this.caller.ready();
  }

  /** @throws StoreUnavailableError */
  async call<K extends keyof Methods & string>(
    method: K,
    argument: Argument<Methods, K>,
  ): Promise<Answer<Methods, K>> {
    try {
      return await this.caller.call(method, argument);
    } catch (error) {
      throw error instanceof ServiceLostError ? new StoreUnavailableError(error.message) : error;
    }
  }

  close(): Promise<void> {
    return this.caller.close();
  }
}
