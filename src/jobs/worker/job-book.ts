/**
 * The jobs that are not over, as this worker knows them: folded state, kept and fed with what is new in the log, so
 * that a chunk costs no reading of its job. The log is the queue; nothing here is needed after a restart.
 */
import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../platform/event-store/event-store.js';
import type { JobId } from '../../shared/ids.js';
import { jobOfJobStream } from '../../streams/job/job.events.js';
import { isActive } from '../../streams/job/job.state.js';
import { JobRepository, type JobWritten, type LoadedJob } from '../job-stream.js';

interface BookEvents {
  /** A job became known that may be work to do. */
  arrived: [];
  /** A chunk was started by any worker, this one included. */
  started: [job: JobId, chunk: number];
  ended: [job: JobId];
}

/** Of an unknown job, one of these says that its beginning was missed; the others follow its end. */
const OF_OPEN_JOBS: readonly string[] = ['ChunkStarted', 'ChunkCompleted', 'JobCancelRequested'];

/** So many jobs that are over or left alone are remembered, so that late events of theirs cause no reading. */
const MOST_SETTLED = 10_000;

@Injectable()
export class JobBook {
  readonly events = new EventEmitter<BookEvents>();
  private readonly jobs = new Map<JobId, LoadedJob>();
  private readonly settled = new Set<JobId>();
  /** Appends of this worker to one job go one after the other: they would only conflict. */
  private readonly appending = new Map<JobId, Promise<unknown>>();

  constructor(private readonly repository: JobRepository) {}

  /** Jobs that are not over. */
  active(): IterableIterator<LoadedJob> {
    return this.jobs.values();
  }

  get(job: JobId): LoadedJob | undefined {
    return this.jobs.get(job);
  }

  get size(): number {
    return this.jobs.size;
  }

  /** Leaves a job to others. */
  forget(job: JobId): void {
    this.jobs.delete(job);
    this.settle(job);
  }

  /** Learns a job from its own stream. */
  async load(job: JobId): Promise<void> {
    this.keep(await this.repository.load(job, this.jobs.get(job)));
    this.events.emit('arrived');
  }

  /**
   * An event of the log, in its order; what was known already changes nothing.
   * @returns false where an event before it was missed: then nothing is folded, and the job has to be loaded
   */
  see(recorded: RecordedEvent): boolean {
    const job = jobOfJobStream(recorded.stream);
    const known =
      this.jobs.get(job) ?? (recorded.type === 'JobSubmitted' ? this.repository.unread(job) : undefined);
    if (known === undefined) return this.settled.has(job) || !OF_OPEN_JOBS.includes(recorded.type);
    if (recorded.revision > revisionOf(known) + 1) return false;
    const next = this.repository.withRecorded(known, [recorded]);
    if (next === known) return true;
    this.keep(next);
    if (recorded.type === 'ChunkStarted') this.tellStarted(known, next);
    // A resolve is at work on itself: it becomes work for others only if it is left behind.
    const { state } = next;
    if (recorded.type === 'JobSubmitted' && isActive(state) && state.submission.inline_until === null)
      this.events.emit('arrived');
    return true;
  }

  /** Writes to a job, knowing what is known of it here, and keeps what came of it. */
  async write(job: JobId, write: (known: LoadedJob) => Promise<JobWritten>): Promise<JobWritten> {
    const before = this.appending.get(job) ?? Promise.resolve();
    const mine = before.then(async () => {
      const written = await write(this.jobs.get(job) ?? (await this.repository.load(job)));
      this.keep(written.loaded);
      return written;
    });
    const settled = mine.catch(() => undefined);
    this.appending.set(job, settled);
    void settled.then(() => {
      if (this.appending.get(job) === settled) this.appending.delete(job);
    });
    return mine;
  }

  private keep(next: LoadedJob): void {
    const known = this.jobs.get(next.id);
    if (known !== undefined && revisionOf(known) >= revisionOf(next)) return;
    if (isActive(next.state)) this.jobs.set(next.id, next);
    else {
      this.settle(next.id);
      if (this.jobs.delete(next.id)) this.events.emit('ended', next.id);
    }
  }

  private settle(job: JobId): void {
    this.settled.add(job);
    const [oldest] = this.settled;
    if (this.settled.size > MOST_SETTLED && oldest !== undefined) this.settled.delete(oldest);
  }

  private tellStarted(before: LoadedJob, after: LoadedJob): void {
    if (!isActive(after.state)) return;
    const earlier = isActive(before.state) ? before.state.chunks : [];
    after.state.chunks.forEach((chunk, index) => {
      if (chunk !== earlier[index] && chunk.status === 'started')
        this.events.emit('started', after.id, index);
    });
  }
}

const revisionOf = ({ revision }: LoadedJob): number => (revision === 'no_stream' ? -1 : revision);
