/**
 * A role in a worker thread of its own, so that no chunk and no batch of documents ever stalls an HTTP answer. A
 * thread that dies is started again after a pause that grows: its leases lapse and its lanes go on from their
 * checkpoints, as after any crash.
 */
import { Worker } from 'node:worker_threads';
import type { Role, Settings } from '../settings/settings.js';
import type { Logger } from '../platform/telemetry/logger.js';
import type { MovedMetrics } from '../platform/telemetry/role-metrics.js';
import { threadFile } from '../platform/threads/thread-file.js';

export interface RoleThreadData {
  readonly role: Role;
  readonly settings: Settings;
}

export type FromRoleThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'metrics'; readonly metrics: MovedMetrics };

export type ToRoleThread = 'stop' | 'metrics';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A thread that is busier than this shows no metrics this time. */
const METRICS_WITHIN_MS = 1_000;
/** Longer than any role takes to drain by itself; what is cut off then is taken up again, as after a crash. */
const STOP_WITHIN_MS = 15_000;

export class RoleThreadHost {
  private worker: Worker | undefined;
  private stopping = false;
  private pause = FIRST_PAUSE_MS;
  private retry: NodeJS.Timeout | undefined;

  constructor(
    private readonly data: RoleThreadData,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the role runs; rejects with one line where it can't start at all. */
  async start(): Promise<void> {
    const worker = new Worker(threadFile(__dirname, 'role-thread'), {
      workerData: this.data,
      name: this.data.role,
    });
    this.worker = worker;
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromRoleThread) => {
        if (message.kind === 'ready') resolve();
        if (message.kind === 'failed') reject(new Error(message.message));
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error(`the ${this.data.role} thread ended before it was ready`)));
    });
    this.pause = FIRST_PAUSE_MS;
    worker.removeAllListeners('exit');
    worker.removeAllListeners('error');
    worker.on('error', (error) =>
      this.logger.error({ role: this.data.role, error: error.message }, 'role thread failed'),
    );
    worker.once('exit', () => this.restart());
  }

  /** Drains the role and waits until the thread is gone, within a bounded time. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.retry);
    const { worker } = this;
    if (worker === undefined) return;
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const late = setTimeout(() => {
      this.logger.warn({ role: this.data.role }, 'role thread did not stop in time; it is cut off');
      void worker.terminate();
    }, STOP_WITHIN_MS);
    this.tell(worker, 'stop');
    await gone;
    clearTimeout(late);
  }

  /** What the role counted; nothing while its thread is away or too busy to say. */
  async metrics(): Promise<MovedMetrics> {
    const { worker } = this;
    if (worker === undefined) return [];
    return new Promise((resolve) => {
      const told = (message: FromRoleThread): void => {
        if (message.kind === 'metrics') end(message.metrics);
      };
      const end = (metrics: MovedMetrics): void => {
        clearTimeout(late);
        worker.off('message', told);
        resolve(metrics);
      };
      const late = setTimeout(() => end([]), METRICS_WITHIN_MS);
      worker.on('message', told);
      this.tell(worker, 'metrics');
    });
  }

  private tell(worker: Worker, message: ToRoleThread): void {
    worker.postMessage(message);
  }

  private restart(): void {
    this.worker = undefined;
    if (this.stopping) return;
    this.logger.warn({ role: this.data.role, pause_ms: this.pause }, 'role thread ended; starting it again');
    this.retry = setTimeout(() => {
      this.start().catch((error: unknown) => {
        this.logger.error({ role: this.data.role, error: String(error) }, 'role thread did not start');
        this.restart();
      });
    }, this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
  }
}
