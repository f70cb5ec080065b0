/** Keeps the job book up to date: loads the open jobs at the start, then follows the jobs in the log. */
import { Inject, Injectable } from '@nestjs/common';
import type {
  LogPage,
  Position,
  Subscription,
} from '../../../packages/platform/src/event-store/event-store.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import { LOGGER } from '../../../packages/platform/src/nest/tokens.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import { DamagedBytesError } from '../../../packages/platform/src/bytes/deflated.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { UnknownEventError } from '../../streams/envelope.js';
import { jobOfJobStream, type JobEvent } from '../../streams/job/job.events.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { JobBook } from './job-book.js';
import { OPEN_JOBS, type OpenJobs } from './open-jobs.js';
import { WORKER_OPTIONS, type WorkLog, type WorkerOptions } from './worker-ports.js';

const END_EVENTS: readonly string[] = ['JobCompleted', 'JobCancelled'] satisfies JobEvent['type'][];

@Injectable()
export class JobFollower {
  private lastPosition: Position = LOG_START;
  /** The head of the log when the open jobs were loaded. Later jobs reach the book only by their events. */
  private headAtLoad: Position = LOG_START;
  private subscription: Subscription | undefined;

  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'store'>,
    @Inject(OPEN_JOBS) private readonly openJobs: OpenJobs,
    @Inject(WORKER_OPTIONS) private readonly options: Pick<WorkerOptions, 'gatherMs' | 'retryMs'>,
    @Inject(LOGGER) private readonly log: WorkLog,
    private readonly book: JobBook,
  ) {}

  /** Fills the book, and notes from where `follow` reads on. */
  async loadOpenJobs(): Promise<void> {
    const { after, jobs } = await this.openJobs.openJobs();
    for (const job of jobs) await this.load(job);
    this.lastPosition = after;
    this.headAtLoad = await this.ports.store.head();
  }

  /** Follows the log. If the subscription ends, the worker continues from the last event it saw. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.catchUp(signal);
        await this.followLive(signal);
      } catch (error) {
        this.log.warn({ err: error }, 'the subscription to the jobs in the log ended; reading on');
      }
      if (!signal.aborted) await pause(this.options.retryMs, signal);
    }
  }

  /** Reads all events up to the head at loading, because a loaded job may have ended meanwhile. */
  private async catchUp(signal: AbortSignal): Promise<void> {
    for (let atHead = false; !atHead && this.lastPosition < this.headAtLoad && !signal.aborted;) {
      const page = await this.ports.store.readAll({ after: this.lastPosition, categories: ['job'] });
      await this.apply(page);
      ({ atHead } = page);
    }
  }

  private async followLive(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const logRead = { after: this.lastPosition, categories: ['job'], endedBy: END_EVENTS };
    this.subscription = this.ports.store.subscribe(logRead, async (page) => {
      await this.apply(page);
      const { gatherMs } = this.options;
      if (page.atHead && gatherMs > 0) await pause(gatherMs, signal);
    });
    await this.subscription.ended;
  }

  async stop(): Promise<void> {
    await this.subscription?.close();
  }

  private async apply(page: LogPage): Promise<void> {
    const endedStreams = new Set(
      page.events.flatMap(({ type, stream }) => (END_EVENTS.includes(type) ? [stream] : [])),
    );
    for (const event of page.events) {
      const job = jobOfJobStream(event.stream);
      // A resolve that began and ended in its request was never work for a worker.
      if (endedStreams.has(event.stream) && this.book.get(job) === undefined) continue;
      try {
        // The log or the subscription may have lost an event. The job's stream has it.
        if (!this.book.applyEvent(event)) await this.load(job);
      } catch (error) {
        if (!isReadingFault(error)) throw error;
        this.setAside(job, error);
      }
    }
    this.lastPosition = page.position;
  }

  private async load(job: JobId): Promise<void> {
    try {
      await this.book.load(job);
    } catch (error) {
      if (!isReadingFault(error)) throw error;
      this.setAside(job, error);
    }
  }

  /** Leaves a job alone that has an event which this version can't read: an unknown or a damaged one. */
  private setAside(job: JobId, error: unknown): void {
    this.book.forget(job);
    this.log.error({ job_id: job, err: error }, 'a job cannot be read; it is left alone');
  }
}

const isReadingFault = (error: unknown): boolean =>
  [UnknownEventError, DamagedBytesError, SyntaxError, TypeError].some((kind) => error instanceof kind);
