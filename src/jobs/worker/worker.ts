/**
 * A worker: follows the log of jobs, takes chunks that no worker has, and completes them. Any number may run beside
 * each other; the chunks of one that dies are taken over when its leases end.
 */
import { Inject, Injectable } from '@nestjs/common';
import { UnreadableEditionError } from '../../enrichment/no-answer-yet.js';
import { LOGGER } from '../../platform/nest/tokens.js';
import { WakeUp } from '../../platform/tasks/wake-up.js';
import { spanFrom } from '../../platform/telemetry/tracing.js';
import { pause } from '../../platform/time/pause.js';
import { Eraser } from '../retention/eraser.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { isPending } from '../record/chunk-record.js';
import { ChunkClaims } from './chunk-claims.js';
import { ChunkRunner, type LateChunk } from './chunk-runner.js';
import { ClockCheck } from '../../platform/coordination/clock-check.js';
import { JobBook } from './job-book.js';
import { JobFollower } from './job-follower.js';
import { LateBlocks } from './late-blocks.js';
import { WorkFinder } from './work-finder.js';
import { WORKER_OPTIONS, chunkFields, type WorkLog, type WorkerOptions } from './worker-ports.js';

@Injectable()
export class Worker {
  private readonly stopping = new AbortController();
  private readonly wakeUp = new WakeUp();
  private readonly running = new Set<Promise<void>>();

  constructor(
    @Inject(WORKER_OPTIONS) private readonly options: WorkerOptions,
    @Inject(LOGGER) private readonly log: WorkLog,
    private readonly follower: JobFollower,
    private readonly finder: WorkFinder,
    private readonly claims: ChunkClaims,
    private readonly runner: ChunkRunner,
    private readonly late: LateBlocks,
    private readonly eraser: Eraser,
    private readonly clock: ClockCheck,
    private readonly book: JobBook,
  ) {
    const { events } = book;
    events.on('arrived', () => this.wakeUp.call());
    // It already has the chunks that it started itself; another worker's chunk belongs to that worker as long as its
    // lease lasts.
    events.on('started', (job, chunk) => this.finder.postpone({ job, chunk }, this.options.lease.ttlMs));
    events.on('ended', (job) => this.finder.forget(job));
  }

  /** Learns what is open, then works until `stop`. */
  async start(): Promise<void> {
    await this.follower.begin();
    await this.clock.check();
    this.keep(this.clock.watch(this.stopping.signal));
    this.keep(this.follower.follow(this.stopping.signal));
    for (let lane = 0; lane < this.options.chunksAtOnce; lane++) this.keep(this.work());
    this.keep(this.erase());
  }

  /** Takes nothing new, finishes the chunks under way within the time given, and leaves the rest to others. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.late.stop();
    this.wakeUp.call();
    await this.follower.stop();
    const drained = new AbortController();
    const all = Promise.all(this.running).finally(() => drained.abort());
    await Promise.race([all, pause(this.options.drainMs, drained.signal)]);
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private keep(task: Promise<void>): void {
    const kept = task
      .catch((error: unknown) => this.log.error({ err: error }, 'a worker task ended'))
      .finally(() => this.running.delete(kept));
    this.running.add(kept);
  }

  private async work(): Promise<void> {
    while (!this.isStopping) {
      const id = this.clock.isOff ? null : this.finder.take();
      if (id === null) await this.wakeUp.sleep(this.options.patrolMs);
      else await this.run(id);
    }
  }

  private async run(id: ChunkId): Promise<void> {
    let late = false;
    try {
      const run = await this.runner.run(id);
      if (run.outcome === 'leased') this.finder.postpone(id, this.options.retryMs);
      if (run.outcome === 'late') {
        late = true;
        this.keep(this.settle(run.late));
      }
    } catch (error) {
      this.failed(id, error);
    } finally {
      if (!late) this.finder.put(id);
    }
  }

  /** Late answers take no lane: other chunks go on meanwhile. */
  private async settle({ id, claim, ...rest }: LateChunk): Promise<void> {
    let completed = false;
    try {
      const from = this.book.get(id.job)?.traceparent;
      completed = await spanFrom(from, 'late blocks', chunkFields(id.job, id.chunk), async () => {
        const loaded = await this.late.settle({ id, claim, ...rest });
        if (isPending(loaded.state)) return false;
        await this.runner.complete(id, claim, loaded);
        return true;
      });
    } catch (error) {
      this.failed(id, error);
    } finally {
      await this.claims.release(id, claim, completed).catch(() => undefined); // it expires by itself
      this.finder.put(id);
    }
  }

  /** Mostly a store that is out of reach: nothing is lost, a worker tries again. */
  private failed(id: ChunkId, error: unknown): void {
    this.finder.postpone(id, this.options.retryMs);
    if (error instanceof UnreadableEditionError) return; // told once by whoever reads it
    this.log.error({ ...chunkFields(id.job, id.chunk), err: error }, 'a chunk failed; it is tried again');
  }

  private async erase(): Promise<void> {
    while (!this.isStopping) {
      await this.eraser
        .round(this.stopping.signal)
        .catch((error: unknown) => this.log.error({ err: error }, 'erasing failed; it is tried again'));
      await pause(this.options.eraseMs, this.stopping.signal);
    }
  }
}
