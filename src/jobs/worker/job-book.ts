/**
 * Keeps the jobs that have not ended, as this worker knows them: their folded states, updated from the log,
 * so that a chunk needs no read of its job. The log is the queue; nothing here is needed after a restart.
 */
import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { jobOfJobStream } from '../../streams/job/job.events.js';
import { isActive } from '../../streams/job/job.state.js';
import { JobRepository, type JobWritten, type LoadedJob } from '../job-stream.js';

interface JobBookEvents {
  /** A job became known that may have chunks to run. */
  arrived: [];
  /** A chunk was started by any worker, this one included. */
  started: [job: JobId, chunk: number];
  ended: [job: JobId];
}

/** Events of open jobs. If such a job is unknown here, this worker has missed the job's start. */
const OPEN_JOB_EVENTS: readonly string[] = ['ChunkStarted', 'ChunkCompleted', 'JobCancelRequested'];

/** The number of ended or skipped jobs that are remembered, so that late events of theirs cause no read. */
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

  /** Leaves a job to other workers. */
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

  /** Writes to a job from its state here, and keeps the new state. */
  async write(job: JobId, write: (job: LoadedJob) => Promise<JobWritten>): Promise<JobWritten> {
    const before = this.pendingWrites.get(job) ?? Promise.resolve();
    const thisWrite = before.then(async () => {
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
    const knownJob = this.jobs.get(next.id);
    if (knownJob !== undefined && revisionOf(knownJob) >= revisionOf(next)) return;
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
