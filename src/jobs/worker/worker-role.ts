/**
 * A worker: follows the log of jobs, takes chunks that no worker has, and completes them. Any number may run beside
 * each other; the chunks of one that dies are taken over when its leases end.
 */
import { jobOfJobStream } from '../../streams/job/job.events.js';
import type { LogPage, Position, Subscription } from '../../platform/event-store/event-store.js';
import { LOG_START, StoreUnavailableError } from '../../platform/event-store/event-store.js';
import { pause } from '../../platform/time/pause.js';
import { WakeUp } from '../../platform/tasks/wake-up.js';
import type { JobId } from '../../shared/ids.js';
import { Eraser } from '../erase/eraser.js';
import type { RetainedJobs } from '../erase/retained-jobs.js';
import { isPending } from '../record/chunk-record.js';
import type { ChunkId } from './chunk-claims.js';
import { MOST_CLOCK_OFFSET_MS, clockOffset } from './clock-check.js';
import { ChunkClaims } from './chunk-claims.js';
import type { LateChunk } from './chunk-runner.js';
import { ChunkRunner } from './chunk-runner.js';
import { JobBook } from './job-book.js';
import { LateBlocks } from './late-blocks.js';
import type { OpenJobs } from './open-jobs.js';
import { WorkFinder } from './work-finder.js';
import type { WorkerOptions, WorkerPorts } from './worker-ports.js';
import { WORKER_OPTIONS, chunkFields } from './worker-ports.js';

const CLOCK_CHECK_MS = 30_000;

export class WorkerRole {
  private readonly stopping = new AbortController();
  private readonly wakeUp = new WakeUp();
  private readonly book: JobBook;
  private readonly finder: WorkFinder;
  private readonly claims: ChunkClaims;
  private readonly runner: ChunkRunner;
  private readonly late: LateBlocks;
  private readonly eraser: Eraser;
  private readonly options: WorkerOptions;
  private readonly running = new Set<Promise<void>>();
  private subscription: Subscription | undefined;
  private seen: Position = LOG_START;
  private clockIsOff = false;
  private readonly name: string;

  constructor(
    private readonly ports: WorkerPorts,
    private readonly models: OpenJobs & RetainedJobs,
    options: Partial<WorkerOptions> = {},
  ) {
    this.options = { ...WORKER_OPTIONS, ...options };
    this.book = new JobBook(ports, {
      arrived: () => this.wakeUp.call(),
      // It already has the chunks that it started itself; another worker's chunk belongs to that worker as long as its
      // lease lasts.
      started: (job, chunk) => this.finder.postpone({ job, chunk }, this.options.lease.ttlMs),
      ended: ({ job }) => this.finder.forget(job),
    });
    this.finder = new WorkFinder(this.book, ports.clock);
    this.name = ports.entropy.ulid();
    this.claims = new ChunkClaims(ports.coordination, this.name, this.options.lease);
    this.runner = new ChunkRunner(ports, this.book, this.claims);
    this.late = new LateBlocks(ports, this.options, this.book);
    this.eraser = new Eraser(ports, models);
  }

  /** Learns what is open, then works until `stop`. */
  async start(): Promise<void> {
    const { after, jobs } = await this.models.openJobs();
    for (const job of jobs) await this.load(job);
    this.seen = after;
    await this.checkClock();
    this.keep(this.watchClock());
    this.keep(this.follow());
    for (let lane = 0; lane < this.options.chunksAtOnce; lane++) this.keep(this.work());
    this.keep(this.erase());
  }

  /** Takes nothing new, finishes the chunks under way within the time given, and leaves the rest to others. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.late.stop();
    this.wakeUp.call();
    await this.subscription?.close();
    const drained = new AbortController();
    const all = Promise.all(this.running).finally(() => drained.abort());
    await Promise.race([all, pause(this.options.drainMs, drained.signal)]);
  }

  /** Jobs that this worker knows of and that are not over. */
  get openJobCount(): number {
    return this.book.size;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private keep(task: Promise<void>): void {
    const kept = task
      .catch((error: unknown) => this.ports.log.error({ err: error }, 'a worker task ended'))
      .finally(() => this.running.delete(kept));
    this.running.add(kept);
  }

  /** The subscription may end at any moment; the worker goes on from what it has seen. */
  private async follow(): Promise<void> {
    while (!this.isStopping) {
      this.subscription = this.ports.store.subscribe({ after: this.seen, categories: ['job'] }, (page) =>
        this.read(page),
      );
      await this.subscription.ended.catch((error: unknown) =>
        this.ports.log.warn({ err: error }, 'lost the log of jobs; reading on'),
      );
      if (!this.isStopping) await pause(this.options.retryMs, this.stopping.signal);
    }
  }

  private async read(page: LogPage): Promise<void> {
    for (const recorded of page.events) {
      try {
        this.book.see(recorded);
      } catch (error) {
        this.leaveAlone(jobOfJobStream(recorded.stream), error);
      }
    }
    this.seen = page.position;
    // Resolves come one by one, and each is over before a worker could do anything for it.
    const { gatherMs } = this.options;
    if (page.atHead && gatherMs > 0) await pause(gatherMs, this.stopping.signal);
  }

  private async load(job: JobId): Promise<void> {
    try {
      await this.book.load(job);
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      this.leaveAlone(job, error);
    }
  }

  /** A job with an event that this version can't read is left to one that can. */
  private leaveAlone(job: JobId, error: unknown): void {
    this.book.forget(job);
    this.ports.log.error({ job_id: job, err: error }, 'a job cannot be read; it is left alone');
  }

  private async watchClock(): Promise<void> {
    while (!this.isStopping) {
      await pause(CLOCK_CHECK_MS, this.stopping.signal);
      await this.checkClock();
    }
  }

  private async checkClock(): Promise<void> {
    const { coordination, clock, log } = this.ports;
    const offset = await clockOffset(coordination, clock, this.name).catch(() => null);
    if (offset === null) return; // out of reach: then there are no leases either
    const wasOff = this.clockIsOff;
    this.clockIsOff = offset > MOST_CLOCK_OFFSET_MS;
    if (this.clockIsOff)
      log.error({ offset_ms: offset }, "this clock is off the store's; no work is taken on");
    else if (wasOff) log.warn({ offset_ms: offset }, "this clock agrees with the store's again");
  }

  private async work(): Promise<void> {
    while (!this.isStopping) {
      const id = this.clockIsOff ? null : this.finder.take();
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
      const loaded = await this.late.settle({ id, claim, ...rest });
      if (!isPending(loaded.record)) {
        await this.runner.complete(id, loaded);
        completed = true;
      }
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
    this.ports.log.error(
      { ...chunkFields(id.job, id.chunk), err: error },
      'a chunk failed; it is tried again',
    );
  }

  private async erase(): Promise<void> {
    while (!this.isStopping) {
      await this.eraser
        .round(this.stopping.signal)
        .catch((error: unknown) => this.ports.log.error({ err: error }, 'erasing failed; it is tried again'));
      await pause(this.options.eraseMs, this.stopping.signal);
    }
  }
}
