/**
 * Keeps the state of every job that has not ended, updated from the log, so that a worker runs a chunk
 * without reading the job's stream. It is only in memory: after a restart it is filled from the log again.
 */
import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { jobOfJobStream } from '../../streams/job/job.events.js';
import { isActive } from '../../streams/job/job.state.js';
import { JobRepository, type JobWriteResult, type LoadedJob } from '../job-stream.js';

interface JobBookEvents {
  /** A job was added that may have chunks to run. */
  arrived: [];
  /** A chunk was started by any worker, this one included. */
  started: [job: JobId, chunk: number];
  ended: [job: JobId];
}

/**
 * Events of jobs that have not ended. If the job of such an event is unknown here, its submission was missed.
 */
const OPEN_JOB_EVENTS: readonly string[] = ['ChunkStarted', 'ChunkCompleted', 'JobCancelRequested'];

/** The number of ended or forgotten jobs that are remembered, so that their late events cause no read. */
const MAX_SETTLED_JOBS = 10_000;

@Injectable()
export class JobBook {
  readonly events = new EventEmitter<JobBookEvents>();
  private readonly jobs = new Map<JobId, LoadedJob>();
  private readonly settledJobs = new Set<JobId>();
  /** Appends of this worker to one job run one after the other: together they would only conflict. */
  private readonly pendingWrites = new Map<JobId, Promise<unknown>>();

  constructor(private readonly repository: JobRepository) {}

  /** Returns the jobs that have not ended. */
  active(): IterableIterator<LoadedJob> {
    return this.jobs.values();
  }

  get(job: JobId): LoadedJob | undefined {
    return this.jobs.get(job);
  }

  get size(): number {
    return this.jobs.size;
  }

  /** Removes a job, which other workers then run. */
  forget(job: JobId): void {
    this.jobs.delete(job);
    this.settle(job);
  }

  /** Loads a job from its own stream. */
  async load(job: JobId): Promise<void> {
    this.keep(await this.repository.load(job, this.jobs.get(job)));
    this.events.emit('arrived');
  }

  /**
   * Applies an event of the log. Events come in order; an event that was already applied changes nothing.
   * @returns false where an event before it was missed: then nothing is folded, and the job must be loaded
   */
  applyEvent(recorded: RecordedEvent): boolean {
    const jobId = jobOfJobStream(recorded.stream);
    const job =
      this.jobs.get(jobId) ?? (recorded.type === 'JobSubmitted' ? this.repository.unread(jobId) : undefined);
    if (job === undefined) return this.settledJobs.has(jobId) || !OPEN_JOB_EVENTS.includes(recorded.type);
    if (recorded.revision > revisionOf(job) + 1) return false;
    const next = this.repository.withRecorded(job, [recorded]);
    if (next === job) return true;
    this.keep(next);
    if (recorded.type === 'ChunkStarted') this.emitStarted(job, next);
    // The process of a resolve answers the row itself. The row becomes work for workers only if that process
    // leaves it unanswered.
    const { state } = next;
    if (recorded.type === 'JobSubmitted' && isActive(state) && state.submission.inline_until === null)
      this.events.emit('arrived');
    return true;
  }

  /**
   * Runs a write on the state of a job, after earlier writes of this worker to it, and keeps the new state.
   */
  async write(job: JobId, write: (job: LoadedJob) => Promise<JobWriteResult>): Promise<JobWriteResult> {
    const earlierWrite = this.pendingWrites.get(job) ?? Promise.resolve();
    const thisWrite = earlierWrite.then(async () => {
      const result = await write(this.jobs.get(job) ?? (await this.repository.load(job)));
      this.keep(result.loaded);
      return result;
    });
    const settledWrite = thisWrite.catch(() => undefined);
    this.pendingWrites.set(job, settledWrite);
    void settledWrite.then(() => {
      if (this.pendingWrites.get(job) === settledWrite) this.pendingWrites.delete(job);
    });
    return thisWrite;
  }

  private keep(next: LoadedJob): void {
    const current = this.jobs.get(next.id);
    if (current !== undefined && revisionOf(current) >= revisionOf(next)) return;
    if (isActive(next.state)) this.jobs.set(next.id, next);
    else {
      this.settle(next.id);
      if (this.jobs.delete(next.id)) this.events.emit('ended', next.id);
    }
  }

  private settle(job: JobId): void {
    this.settledJobs.add(job);
    const [oldest] = this.settledJobs;
    if (this.settledJobs.size > MAX_SETTLED_JOBS && oldest !== undefined) this.settledJobs.delete(oldest);
  }

  private emitStarted(before: LoadedJob, after: LoadedJob): void {
    if (!isActive(after.state)) return;
    const earlierChunks = isActive(before.state) ? before.state.chunks : [];
    after.state.chunks.forEach((chunk, index) => {
      if (chunk !== earlierChunks[index] && chunk.status === 'started')
        this.events.emit('started', after.id, index);
    });
  }
}

const revisionOf = ({ revision }: LoadedJob): number => (revision === 'no_stream' ? -1 : revision);
