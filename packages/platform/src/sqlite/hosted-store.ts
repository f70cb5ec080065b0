/** The caller's side of an embedded store. The store runs in this thread, or in a thread of its own. */
import { resolve } from 'node:path';
import { StoreUnavailableError } from '../event-store/event-store.js';
import { ServiceLostError, type HostedService, type MethodCaller } from '../threads/calls.js';
import { DirectCaller } from '../threads/direct-caller.js';
import { ThreadCaller } from '../threads/thread-caller.js';
import { threadFile } from '../threads/thread-file.js';
import type { HostedFile } from './grouped-service.js';
import { DEFAULT_PATIENCE_MS } from './open-database.js';
import { reviveStoreError } from './sqlite-errors.js';

/** A store's thread ends after so long without a call: each holds some 8 MB. A restart takes 30 ms. */
const IDLE_MS = 30_000;

export interface HostedStoreSettings {
  /** Created if missing; its directory must exist. */
  readonly file: string;
  /** The longest wait of a call for other processes' locks, in milliseconds; default 10,000. */
  readonly patienceMs?: number;
  /** `thread` (default): nothing stalls the caller. `direct`: in its thread, for programs that may wait. */
  readonly hosting?: 'thread' | 'direct';
}

/** How a store is served. */
interface Hosting {
  /** Shown by debuggers and in errors. */
  readonly name: string;
  readonly service: (file: HostedFile, signal: (value: unknown) => void) => HostedService;
  /** Folder and name (default `<name>.thread`) of the file that serves the store in its own thread. */
  readonly folder: string;
  readonly thread?: string;
  /** The thread doesn't end without calls. */
  readonly stays?: boolean;
  readonly onSignal?: (value: unknown) => void;
  /** The error of a call whose thread ended before the answer; default: StoreUnavailableError. */
  readonly lost?: new (message: string) => Error;
}

export class HostedStore<Methods> {
  private readonly caller: MethodCaller<Methods>;

  constructor(
    private readonly hosted: Hosting,
    settings: HostedStoreSettings,
  ) {
    const { name, service, folder, thread = `${name}.thread`, stays, onSignal = () => undefined } = hosted;
    const { patienceMs = DEFAULT_PATIENCE_MS, hosting = 'thread' } = settings;
    const file: HostedFile = { file: resolve(settings.file), patienceMs };
    this.caller =
      hosting === 'direct'
        ? new DirectCaller(name, () => service(file, onSignal), reviveStoreError)
        : new ThreadCaller({
            file: threadFile(folder, thread),
            settings: file,
            name,
            revive: reviveStoreError,
            onSignal,
            ...(stays !== true && { idleMs: IDLE_MS }),
          });
  }

  /** @throws StoreUnavailableError in one line: not our file, from a newer program, locked, unreadable */
  ready(): Promise<void> {
    return this.caller.ready();
  }

  /** @throws StoreUnavailableError; `lost` of the hosting where the thread ended before its answer */
  readonly call: MethodCaller<Methods>['call'] = async (method, argument, transfer) => {
    try {
      return await this.caller.call(method, argument, transfer);
    } catch (error) {
      const { lost = StoreUnavailableError } = this.hosted;
      throw error instanceof ServiceLostError ? new lost(error.message) : error;
    }
  };

  close(): Promise<void> {
    return this.caller.close();
  }
}
