/**
 * What a worker may take next: chunks that are waiting, or whose worker stopped its heartbeat, and that no task here
 * has.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '../../platform/nest/tokens.js';
import type { Clock } from '../../platform/time/clock.js';
import type { JobId } from '../../shared/ids.js';
import { isActive, isUnended, type ActiveJob } from '../../streams/job/job.state.js';
import { rowsOfChunk } from '../../shared/chunk-bounds.js';
import type { LoadedJob } from '../job-stream.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { freshState, pick, type Candidate, type FairState } from './fair-queue.js';
import { JobBook } from './job-book.js';

@Injectable()
export class WorkFinder {
  private readonly fairness: FairState = freshState();
  private readonly inHand = new Map<JobId, Set<number>>();
  /** Chunks that another worker has, or that have just failed: not before this moment (`performance.now()`). */
  private readonly notBefore = new Map<JobId, Map<number, number>>();

  constructor(
    private readonly book: JobBook,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The next chunk, now held by this worker; null where there is none. */
  take(): ChunkId | null {
    const picked = pick(this.fairness, [...this.candidates()]);
    if (picked === null) return null;
    const { job, chunk } = picked;
    const held = this.inHand.get(job) ?? new Set();
    this.inHand.set(job, held.add(chunk));
    return { job, chunk };
  }

  /** Not held by this worker any more. */
  put({ job, chunk }: ChunkId): void {
    const held = this.inHand.get(job);
    held?.delete(chunk);
    if (held?.size === 0) this.inHand.delete(job);
  }

  /** Leaves a chunk alone for a while. */
  postpone({ job, chunk }: ChunkId, milliseconds: number): void {
    const times = this.notBefore.get(job) ?? new Map<number, number>();
    this.notBefore.set(job, times.set(chunk, performance.now() + milliseconds));
  }

  /** Forgets a job that is over. */
  forget(job: JobId): void {
    this.notBefore.delete(job);
  }

  private *candidates(): Generator<Candidate> {
    const now = this.clock.now().toISOString();
    for (const loaded of this.book.active()) {
      const candidate = this.nextOf(loaded, now);
      if (candidate !== null) yield candidate;
    }
  }

  private nextOf({ id: job, state }: LoadedJob, now: string): Candidate | null {
    if (!isActive(state)) return null;
    const { submission, chunks } = state;
    if (submission.inline_until !== null && submission.inline_until > now) return null;
    // Only its end is missing then, and a completed chunk leads there.
    const unended = isUnended(state);
    for (const chunk of chunks.keys()) {
      if (this.mayTake(state, { job, chunk }, unended)) {
        return { account: submission.account_id, job, chunk, rows: rowsOfChunk(submission, chunk).count };
      }
    }
    return null;
  }

  private mayTake(state: ActiveJob, id: ChunkId, unended: boolean): boolean {
    const status = state.chunks[id.chunk]?.status;
    if (status === undefined || (status === 'completed') !== unended) return false;
    if (status === 'waiting' && state.status === 'cancelling') return false;
    if (this.inHand.get(id.job)?.has(id.chunk) === true) return false;
    const times = this.notBefore.get(id.job);
    const notBefore = times?.get(id.chunk);
    if (notBefore === undefined) return true;
    if (notBefore > performance.now()) return false;
    times?.delete(id.chunk);
    return true;
  }
}
