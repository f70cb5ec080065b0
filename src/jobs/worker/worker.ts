/** Runs a worker: it follows the log, takes chunks that no worker holds, and completes them. */
import { Inject, Injectable } from '@nestjs/common';
import { UnreadableEditionError } from '../../../packages/enrichment/src/index.js';
import { LOGGER } from '../../../packages/platform/src/nest/tokens.js';
import { WakeUp } from '../../../packages/platform/src/tasks/wake-up.js';
import { spanFrom } from '../../../packages/platform/src/telemetry/tracing.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import { Eraser } from '../retention/eraser.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { isPending } from '../record/chunk-record.js';
import { ChunkClaims } from './chunk-claims.js';
import { ChunkRunner, type LateChunk } from './chunk-runner.js';
import { ClockCheck } from '../../../packages/platform/src/coordination/clock-check.js';
import { JobBook } from './job-book.js';
import { JobFollower } from './job-follower.js';
import { LateBlockRunner } from './late-block-runner.js';
import { WorkFinder } from './work-finder.js';
import { WORKER_OPTIONS, chunkFields, type WorkLog, type WorkerOptions } from './worker-ports.js';

@Injectable()
export class Worker {
  private readonly stopping = new AbortController();
  private readonly wakeUp = new WakeUp();
  private readonly runningTasks = new Set<Promise<void>>();

  constructor(
    @Inject(WORKER_OPTIONS) private readonly options: WorkerOptions,
    @Inject(LOGGER) private readonly log: WorkLog,
    private readonly follower: JobFollower,
    private readonly finder: WorkFinder,
    private readonly claims: ChunkClaims,
    private readonly runner: ChunkRunner,
    private readonly lateBlocks: LateBlockRunner,
    private readonly eraser: Eraser,
    private readonly clockCheck: ClockCheck,
    private readonly book: JobBook,
  ) {
    const { events } = book;
    events.on('arrived', () => this.wakeUp.call());
    // This worker already holds the chunks that it started itself. A chunk of another worker belongs to that
    // worker while its lease lasts.
    events.on('started', (job, chunk) => this.finder.postpone({ job, chunk }, this.options.lease.ttlMs));
    events.on('ended', (job) => this.finder.forget(job));
  }

  /** Loads the open jobs, then works until `stop`. */
  async start(): Promise<void> {
    await this.follower.loadOpenJobs();
    await this.clockCheck.check();
    this.keepTask(this.clockCheck.watch(this.stopping.signal));
    this.keepTask(this.follower.follow(this.stopping.signal));
    for (let task = 0; task < this.options.chunksAtOnce; task++) this.keepTask(this.runChunks());
    this.keepTask(this.erase());
  }

  /** Takes no new chunk, waits a while for the chunks under way, and leaves the rest to other workers. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.lateBlocks.stop();
    this.wakeUp.call();
    await this.follower.stop();
    const drain = new AbortController();
    const tasksDone = Promise.all(this.runningTasks).finally(() => drain.abort());
    await Promise.race([tasksDone, pause(this.options.drainMs, drain.signal)]);
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private keepTask(task: Promise<void>): void {
    const keptTask = task
      .catch((error: unknown) => this.log.error({ err: error }, 'a worker task ended'))
      .finally(() => this.runningTasks.delete(keptTask));
    this.runningTasks.add(keptTask);
  }

  private async runChunks(): Promise<void> {
    while (!this.isStopping) {
      const id = this.clockCheck.isOff ? null : this.finder.nextChunk();
      if (id === null) await this.wakeUp.sleep(this.options.patrolMs);
      else await this.run(id);
    }
  }

  private async run(id: ChunkId): Promise<void> {
    let isLate = false;
    try {
      const result = await this.runner.run(id);
      if (result.outcome === 'not_now') this.finder.postpone(id, this.options.retryMs);
      if (result.outcome === 'late') {
        isLate = true;
        this.keepTask(this.settle(result.lateChunk));
      }
    } catch (error) {
      this.handleFailure(id, error);
    } finally {
      if (!isLate) this.finder.putBack(id);
    }
  }

  /** Fills late blocks and completes the chunk, in a task of its own, so that other chunks run meanwhile. */
  private async settle({ id, claim, ...rest }: LateChunk): Promise<void> {
    let isCompleted = false;
    try {
      const traceparent = this.book.get(id.job)?.traceparent;
      isCompleted = await spanFrom(traceparent, 'late blocks', chunkFields(id.job, id.chunk), async () => {
        const record = await this.lateBlocks.settle({ id, claim, ...rest });
        if (isPending(record.state)) return false;
        await this.runner.complete(id, claim, record);
        return true;
      });
    } catch (error) {
      this.handleFailure(id, error);
    } finally {
      await this.claims.release(id, claim, isCompleted).catch(() => undefined); // the lease expires by itself
      this.finder.putBack(id);
    }
  }

  /** Postpones a failed chunk. Nothing is lost: a worker tries again. Mostly a store is out of reach. */
  private handleFailure(id: ChunkId, error: unknown): void {
    this.finder.postpone(id, this.options.retryMs);
    if (error instanceof UnreadableEditionError) return; // the reader of the edition logs the error once
    this.log.error({ ...chunkFields(id.job, id.chunk), err: error }, 'a chunk failed; it is tried again');
  }

  private async erase(): Promise<void> {
    while (!this.isStopping) {
      await this.eraser
        .runRound(this.stopping.signal)
        .catch((error: unknown) => this.log.error({ err: error }, 'erasing failed; it is tried again'));
      await pause(this.options.eraseMs, this.stopping.signal);
    }
  }
}
