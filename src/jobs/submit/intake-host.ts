/**
 * Large submissions are taken in by a thread of their own, so that reading 250,000 rows delays no other request. It is
 * started with the first of them and again after it died.
 */
import { Worker } from 'node:worker_threads';
import { OutcomeUnknownError, StoreUnavailableError } from '../../platform/event-store/event-store.js';
import type { Settings } from '../../settings/settings.js';
import type { Failure } from '../../platform/threads/calls.js';
import { threadFile } from '../../platform/threads/thread-file.js';
import type { Intake, IntakeOutcome } from './take-in.js';

export type ToIntake =
  | { readonly kind: 'submission'; readonly id: number; readonly bytes: Uint8Array; readonly intake: Intake }
  | { readonly kind: 'stop' };

export type FromIntake =
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: IntakeOutcome }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure };

interface Waiting {
  readonly resolve: (outcome: IntakeOutcome) => void;
  readonly reject: (error: Error) => void;
}

/** Bytes that are not shared, so that they can be moved to the thread instead of copied. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes);

const revived = ({ name, message }: Failure): Error =>
  name === 'StoreUnavailableError'
    ? new StoreUnavailableError(message)
    : new OutcomeUnknownError(`${name}: ${message}`);

export class IntakeHost {
  private worker: Worker | undefined;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(private readonly settings: Settings) {}

  /**
   * The body's bytes move to the thread.
   * @throws StoreUnavailableError, OutcomeUnknownError
   */
  submit(bytes: Uint8Array, intake: Intake): Promise<IntakeOutcome> {
    const worker = (this.worker ??= this.start());
    const id = ++this.lastId;
    const moved = own(bytes);
    const answer = new Promise<IntakeOutcome>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    const message: ToIntake = { kind: 'submission', id, bytes: moved, intake };
    worker.postMessage(message, [moved.buffer]);
    return answer;
  }

  /** Resolves when what was handed over is done and the thread is gone. */
  async stop(): Promise<void> {
    const { worker } = this;
    if (worker === undefined) return;
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage({ kind: 'stop' } satisfies ToIntake);
    await gone;
  }

  private start(): Worker {
    const worker = new Worker(threadFile(__dirname, 'intake-thread'), {
      workerData: this.settings,
      name: 'intake',
    });
    let reason = 'the intake thread ended';
    worker.on('message', (message: FromIntake) => this.settle(message));
    worker.on('error', (error) => (reason = `the intake thread failed: ${error.message}`));
    worker.once('exit', () => {
      this.worker = undefined;
      // What it was working on may be in the log or not: the client repeats the request with its key.
      for (const { reject } of this.waiting.values()) reject(new OutcomeUnknownError(reason));
      this.waiting.clear();
    });
    return worker;
  }

  private settle(message: FromIntake): void {
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.kind === 'outcome') waiting?.resolve(message.outcome);
    else waiting?.reject(revived(message.failure));
  }
}
