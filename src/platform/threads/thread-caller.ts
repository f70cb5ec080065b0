/**
 * Calls a service that lives in a worker thread. The thread keeps the process alive only while calls wait for it, unless
 * it is told to. If it dies, what waits is rejected and the next call starts a new one.
 */
import { Worker } from 'node:worker_threads';
import {
  ServiceClosedError,
  ServiceLostError,
  type Answer,
  type Argument,
  type Call,
  type Caller,
  type Failure,
} from './calls.js';
import { PendingCalls } from './pending-calls.js';
import type { FromThread, ToThread } from './serve.js';

export interface ThreadSettings {
  /** The compiled file that calls `serve`. */
  readonly file: string;
  /** Plain data for the service's factory. */
  readonly settings: unknown;
  /** Shown by debuggers and in errors. */
  readonly name: string;
  readonly revive: (failure: Failure) => Error;
  readonly onSignal?: (value: unknown) => void;
  /** Told whenever the thread has ended, and why. */
  readonly onEnd?: (reason: Error) => void;
  readonly keepsProcess?: boolean;
  /** The most that its objects may take; past it the thread ends, and the process goes on. */
  readonly heapMb?: number;
}

interface Running {
  readonly worker: Worker;
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
}

export class ThreadCaller<Methods> implements Caller<Methods> {
  private running: Running | undefined;
  private closed: Promise<void> | undefined;
  private readonly pending: PendingCalls;
  private outgoing: Call[] = [];
  private transfer: ArrayBuffer[] = [];

  constructor(private readonly thread: ThreadSettings) {
    this.pending = new PendingCalls(thread.revive);
  }

  /** Whether there is a thread that can be called without starting one. */
  get isRunning(): boolean {
    return this.running !== undefined;
  }

  async ready(): Promise<void> {
    const { worker, ready } = this.started();
    worker.ref();
    try {
      await ready;
    } finally {
      this.letGo(worker);
    }
  }

  async call<K extends keyof Methods & string>(
    method: K,
    argument: Argument<Methods, K>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Answer<Methods, K>> {
    const { worker } = this.started();
    const alone = this.pending.size === 0;
    if (alone) worker.ref();
    const { id, answer } = this.pending.open();
    this.outgoing.push({ id, method, argument });
    this.transfer.push(...transfer);
    if (this.outgoing.length === 1) this.flushSoon(alone);
    return answer as Promise<Answer<Methods, K>>;
  }

  async close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  /** Ends the thread without waiting for it. */
  cutOff(): void {
    void this.running?.worker.terminate();
  }

  private async end(): Promise<void> {
    const running = this.running;
    if (running === undefined) return;
    this.flush();
    running.worker.ref();
    send(running.worker, { kind: 'close' });
    await running.exited;
  }

  /** Without a call that waits, the thread doesn't keep the process. */
  private letGo(worker: Worker): void {
    if (this.thread.keepsProcess !== true && this.pending.size === 0 && this.closed === undefined)
      worker.unref();
  }

  /** Calls of the same turn travel in one message. Where others are under way, all that a turn still leads to do. */
  private flushSoon(alone: boolean): void {
    if (alone) queueMicrotask(() => this.flush());
    else setImmediate(() => this.flush());
  }

  private flush(): void {
    const worker = this.running?.worker;
    if (worker === undefined || this.outgoing.length === 0) return;
    const calls = this.outgoing;
    const transfer = this.transfer;
    this.outgoing = [];
    this.transfer = [];
    send(worker, { kind: 'calls', calls }, transfer);
  }

  private started(): Running {
    if (this.closed !== undefined) throw new ServiceClosedError(`${this.thread.name} is closed`);
    return (this.running ??= this.start());
  }

  private start(): Running {
    const { file, settings: workerData, name, heapMb } = this.thread;
    const limits = heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } };
    const worker = new Worker(file, { workerData, name, ...limits });
    let reason: Error = new ServiceLostError(`the thread of ${this.thread.name} ended`);
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        this.running = undefined;
        this.outgoing = [];
        this.transfer = [];
        this.pending.rejectAll(reason);
        resolve();
        this.thread.onEnd?.(reason);
      });
    });
    worker.on('error', (error) => {
      reason = new ServiceLostError(`the thread of ${this.thread.name} failed: ${error.message}`);
    });
    const ready = new Promise<void>((resolve, reject) => {
      void exited.then(() => reject(reason));
      worker.on('message', (message: FromThread) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'failed') reason = this.thread.revive(message.failure);
        else this.take(worker, message);
      });
    });
    ready.catch(() => undefined); // reported by ready() and by every waiting call
    this.letGo(worker);
    return { worker, ready, exited };
  }

  private take(worker: Worker, message: Exclude<FromThread, { kind: 'ready' | 'failed' }>): void {
    if (message.kind === 'signal') {
      this.thread.onSignal?.(message.value);
      return;
    }
    this.pending.settle(message.settled);
    this.letGo(worker);
  }
}

function send(worker: Worker, message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer);
}
