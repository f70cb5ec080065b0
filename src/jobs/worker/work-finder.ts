/** Finds the next chunk that waits, or whose worker may have died, and that this worker does not run. */
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '../../../packages/platform/src/nest/tokens.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { isActive, isOnlyEndMissing, type ActiveJob } from '../../streams/job/job.state.js';
import { rowsOfChunk } from '../../streams/job/chunk-bounds.js';
import type { LoadedJob } from '../job-stream.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { newFairState, pickChunk, type WaitingChunk, type FairState } from './fair-queue.js';
import { JobBook } from './job-book.js';

@Injectable()
export class WorkFinder {
  private readonly fairness: FairState = newFairState();
  private readonly takenChunksByJob = new Map<JobId, Set<number>>();
  /** The time by `performance.now()` before which a chunk that failed or is held is not taken. */
  private readonly retryTimesByJob = new Map<JobId, Map<number, number>>();

  constructor(
    private readonly book: JobBook,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Takes the next chunk for this worker. Returns null if there is none. */
  nextChunk(): ChunkId | null {
    const waitingChunk = pickChunk(this.fairness, [...this.candidates()]);
    if (waitingChunk === null) return null;
    const { job, chunk } = waitingChunk;
    const takenChunks = this.takenChunksByJob.get(job) ?? new Set();
    this.takenChunksByJob.set(job, takenChunks.add(chunk));
    return { job, chunk };
  }

  /** Puts a chunk back: this worker does not hold it any more. */
  putBack({ job, chunk }: ChunkId): void {
    const takenChunks = this.takenChunksByJob.get(job);
    takenChunks?.delete(chunk);
    if (takenChunks?.size === 0) this.takenChunksByJob.delete(job);
  }

  /** Keeps a chunk from being taken for a while. */
  postpone({ job, chunk }: ChunkId, waitMs: number): void {
    const timeMsByChunk = this.retryTimesByJob.get(job) ?? new Map<number, number>();
    this.retryTimesByJob.set(job, timeMsByChunk.set(chunk, performance.now() + waitMs));
  }

  forget(job: JobId): void {
    this.retryTimesByJob.delete(job);
  }

  private *candidates(): Generator<WaitingChunk> {
    const now = this.clock.now().toISOString();
    for (const job of this.book.activeJobs()) {
      const candidate = this.nextChunkOf(job, now);
      if (candidate !== null) yield candidate;
    }
  }

  private nextChunkOf({ id: job, state }: LoadedJob, now: string): WaitingChunk | null {
    if (!isActive(state)) return null;
    const { submission, chunks } = state;
    if (submission.inline_until !== null && submission.inline_until > now) return null;
    // If all chunks are completed, only the end of the job is missing. Running a completed chunk writes it.
    const isEndMissing = isOnlyEndMissing(state);
    for (const chunk of chunks.keys()) {
      if (this.mayRun(state, { job, chunk }, isEndMissing)) {
        const rowCount = rowsOfChunk(submission, chunk).count;
        return { account: submission.account_id, job, chunk, rowCount };
      }
    }
    return null;
  }

  private mayRun(state: ActiveJob, id: ChunkId, isEndMissing: boolean): boolean {
    const status = state.chunks[id.chunk]?.status;
    if (status === undefined || (status === 'completed') !== isEndMissing) return false;
    if (status === 'waiting' && state.status === 'cancelling') return false;
    if (this.takenChunksByJob.get(id.job)?.has(id.chunk) === true) return false;
    const timeMsByChunk = this.retryTimesByJob.get(id.job);
    if ((timeMsByChunk?.get(id.chunk) ?? 0) > performance.now()) return false;
    timeMsByChunk?.delete(id.chunk);
    return true;
  }
}
