/**
 * Calls a service in a worker thread, or in a process of its own. It keeps this process alive only while
 * calls wait, unless told to. If it dies, waiting calls are rejected; the next call starts a new one.
 */
import { OVERSPENT, ServiceClosedError, ServiceLostError } from './calls.js';
import type { Answer, Call, Failure, MethodCaller } from './calls.js';
import { PendingCalls } from './pending-calls.js';
import type { FromThread } from './serve.js';
import { inThread, type PlaceSettings, type ServicePlace } from './service-place.js';

export interface ThreadSettings extends PlaceSettings {
  /** Default: in a thread. */
  readonly place?: (settings: PlaceSettings) => ServicePlace;
  readonly revive: (failure: Failure) => Error;
  readonly onSignal?: (value: unknown) => void;
  /** Told whenever the thread has ended, and why. */
  readonly onEnd?: (reason: Error) => void;
  readonly keepsProcess?: boolean;
  /** A thread without a call for so long ends; the next call starts another. Default: it stays. */
  readonly idleMs?: number;
}

/** Shorter for a thread that was only started to see that it can be, and hasn't been called yet. */
const UNCALLED_MS = 2_000;

interface Running {
  readonly place: ServicePlace;
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
}

/**
 * A process that ends cuts its threads off. A thread that is cut off inside SQLite's native code aborts the
 * process. So threads that still run are closed first, once nothing else is left to do.
 */
const running = new Set<{ close(): Promise<void> }>();

function closedAtEnd(caller: { close(): Promise<void> }): void {
  if (running.size === 0) process.on('beforeExit', closeAll);
  running.add(caller);
}

function ended(caller: { close(): Promise<void> }): void {
  running.delete(caller);
  if (running.size === 0) process.off('beforeExit', closeAll);
}

const closeAll = (): void => running.forEach((caller) => void caller.close());

export class ThreadCaller<Methods> implements MethodCaller<Methods> {
  private running: Running | undefined;
  /** Services that are ending because nothing called them; they finish what they began. */
  private readonly leaving = new Set<Running>();
  private isCalled = false;
  private closed: Promise<void> | undefined;
  private readonly pending = new PendingCalls(this.thread.revive);
  private outgoing: Call[] = [];
  private transfer: ArrayBuffer[] = [];

  constructor(private readonly thread: ThreadSettings) {}

  /** True if a call needs to start no thread. */
  get isRunning(): boolean {
    return this.running !== undefined;
  }

  async ready(): Promise<void> {
    const { place, ready } = this.started();
    place.ref();
    try {
      await ready;
    } finally {
      this.letGo(place);
    }
  }

  readonly call: MethodCaller<Methods>['call'] = async (method, argument, transfer = []) => {
    const { place } = this.started();
    this.isCalled = true;
    const alone = this.pending.size === 0;
    if (alone) place.ref();
    const { id, answer } = this.pending.open();
    this.outgoing.push({ id, method, argument });
    this.transfer.push(...transfer);
    if (this.outgoing.length === 1) this.flushSoon(alone);
    return answer as Promise<Answer<Methods, typeof method>>;
  };

  async close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  /** Ends the thread without waiting for it. */
  cutOff(): void {
    this.running?.place.cutOff();
  }

  private async end(): Promise<void> {
    this.flush();
    this.running?.place.send({ kind: 'close' }, []);
    const all = [...this.leaving, ...(this.running === undefined ? [] : [this.running])];
    all.forEach(({ place }) => place.ref());
    await Promise.all(all.map(({ exited }) => exited));
  }

  private endIfIdle(): void {
    const { running } = this;
    if (running !== undefined && !this.isCalled && this.pending.size === 0 && this.closed === undefined) {
      this.running = undefined;
      this.leaving.add(running);
      running.place.send({ kind: 'close' }, []);
    }
    this.isCalled = false;
  }

  /** A thread without waiting calls doesn't keep the process alive. */
  private letGo(place: ServicePlace): void {
    if (this.thread.keepsProcess !== true && this.pending.size === 0 && this.closed === undefined)
      place.unref();
  }

  /** Sends calls of the same turn in one message; while others run, also calls that the turn still causes. */
  private flushSoon(alone: boolean): void {
    if (alone) queueMicrotask(() => this.flush());
    else setImmediate(() => this.flush());
  }

  private flush(): void {
    const place = this.running?.place;
    if (place === undefined || this.outgoing.length === 0) return;
    const calls = this.outgoing;
    const transfer = this.transfer;
    this.outgoing = [];
    this.transfer = [];
    place.send({ kind: 'calls', calls }, transfer);
  }

  private started(): Running {
    if (this.closed !== undefined) throw new ServiceClosedError(`${this.thread.name} is closed`);
    return (this.running ??= this.start());
  }

  private start(): Running {
    const { name, idleMs, place: make = inThread } = this.thread;
    const place = make(this.thread);
    closedAtEnd(this);
    let looks: NodeJS.Timeout | undefined;
    const look = (every: number, first = every): void => {
      looks = setTimeout(() => (this.endIfIdle(), look(every)), first).unref();
    };
    let reason: Error = new ServiceLostError(`${name} ended`);
    const exited = new Promise<void>((resolve) => {
      place.onEnd((signal) => {
        clearTimeout(looks);
        if (signal === OVERSPENT) reason = new ServiceLostError(`${name} took too much`, 'overspent');
        if (!this.leaving.delete(started)) this.lost(reason);
        if (this.running === undefined && this.leaving.size === 0) ended(this);
        resolve();
      });
    });
    place.onError((error) => (reason = new ServiceLostError(`${name} failed: ${error.message}`)));
    const ready = new Promise<void>((resolve, reject) => {
      void exited.then(() => reject(reason));
      place.onMessage((message) => {
        if (message.kind === 'ready') {
          if (idleMs !== undefined) look(idleMs, Math.min(idleMs, UNCALLED_MS));
          resolve();
        } else if (message.kind === 'failed') reason = this.thread.revive(message.failure);
        else this.take(place, message);
      });
    });
    ready.catch(() => undefined); // reported by ready() and by every waiting call
    this.letGo(place);
    const started: Running = { place, ready, exited };
    return started;
  }

  private lost(reason: Error): void {
    this.running = undefined;
    this.outgoing = [];
    this.transfer = [];
    this.pending.rejectAll(reason);
    this.thread.onEnd?.(reason);
  }

  private take(place: ServicePlace, message: Exclude<FromThread, { kind: 'ready' | 'failed' }>): void {
    if (message.kind === 'signal') {
      this.thread.onSignal?.(message.value);
      return;
    }
    this.pending.settle(message.settled);
    this.letGo(place);
  }
}
