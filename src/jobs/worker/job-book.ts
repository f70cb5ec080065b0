/** Keeps the state of all open jobs, updated from the log, so that a worker runs chunks without reads. */
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

/** Events of jobs that have not ended. If the book lacks such a job, it missed the submission. */
const OPEN_JOB_EVENTS: readonly string[] = ['ChunkStarted', 'ChunkCompleted', 'JobCancelRequested'];

/** The number of ended or forgotten jobs that are remembered, so that their late events cause no read. */
const MAX_SETTLED_JOBS = 10_000;

@Injectable()
export class JobBook {
  readonly events = new EventEmitter<JobBookEvents>();
  private readonly jobById = new Map<JobId, LoadedJob>();
  private readonly settledJobIds = new Set<JobId>();
  /** Appends of this worker to one job run one after the other: together they would only conflict. */
  private readonly pendingWriteByJob = new Map<JobId, Promise<unknown>>();

  constructor(private readonly repository: JobRepository) {}

  activeJobs(): IterableIterator<LoadedJob> {
    return this.jobById.values();
  }

  get(id: JobId): LoadedJob | undefined {
    return this.jobById.get(id);
  }

  get size(): number {
    return this.jobById.size;
  }

  /** Removes a job that this version can't read. Later events of it cause no read. */
  forget(id: JobId): void {
    this.jobById.delete(id);
    this.settle(id);
  }

  async load(id: JobId): Promise<void> {
    this.keep(await this.repository.load(id, this.jobById.get(id)));
    this.events.emit('arrived');
  }

  /** Applies an event. Returns false if an earlier one was missed: then the job must be loaded. */
  applyEvent(storedEvent: RecordedEvent): boolean {
    const id = jobOfJobStream(storedEvent.stream);
    const job =
      this.jobById.get(id) ??
      (storedEvent.type === 'JobSubmitted' ? this.repository.emptyStream(id) : undefined);
    if (job === undefined) return this.settledJobIds.has(id) || !OPEN_JOB_EVENTS.includes(storedEvent.type);
    if (storedEvent.revision > revisionOf(job) + 1) return false;
    const newJob = this.repository.withRecorded(job, [storedEvent]);
    if (newJob === job) return true;
    this.keep(newJob);
    if (storedEvent.type === 'ChunkStarted') this.emitStarted(job, newJob);
    // The process of a resolve answers the row itself. The row becomes work for workers only if that process
    // leaves it unanswered.
    const { state } = newJob;
    if (storedEvent.type === 'JobSubmitted' && isActive(state) && state.submission.inline_until === null)
      this.events.emit('arrived');
    return true;
  }

  /** Runs `append` on a job, after this worker's earlier writes to the job, and keeps the new state. */
  async write(id: JobId, append: (job: LoadedJob) => Promise<JobWriteResult>): Promise<JobWriteResult> {
    const earlierWrite = this.pendingWriteByJob.get(id) ?? Promise.resolve();
    const thisWrite = earlierWrite.then(async () => {
      const result = await append(this.jobById.get(id) ?? (await this.repository.load(id)));
      this.keep(result.loaded);
      return result;
    });
    const settledWrite = thisWrite.catch(() => undefined);
    this.pendingWriteByJob.set(id, settledWrite);
    void settledWrite.then(() => {
      if (this.pendingWriteByJob.get(id) === settledWrite) this.pendingWriteByJob.delete(id);
    });
    return thisWrite;
  }

  private keep(newJob: LoadedJob): void {
    const current = this.jobById.get(newJob.id);
    if (current !== undefined && revisionOf(current) >= revisionOf(newJob)) return;
    if (isActive(newJob.state)) this.jobById.set(newJob.id, newJob);
    else {
      this.settle(newJob.id);
      if (this.jobById.delete(newJob.id)) this.events.emit('ended', newJob.id);
    }
  }

  private settle(id: JobId): void {
    this.settledJobIds.add(id);
    const [oldest] = this.settledJobIds;
    if (this.settledJobIds.size > MAX_SETTLED_JOBS && oldest !== undefined) this.settledJobIds.delete(oldest);
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
