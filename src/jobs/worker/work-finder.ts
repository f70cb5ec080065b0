/**
 * Finds the next chunk for a worker to run: a chunk that waits, or one whose worker may have died. Chunks
 * that this worker already runs are passed over.
 */
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
  private readonly takenChunks = new Map<JobId, Set<number>>();
  /**
   * The moment (`performance.now()`) before which a chunk is not taken: it just failed, or another holds it.
   */
  private readonly notBefore = new Map<JobId, Map<number, number>>();

  constructor(
    private readonly book: JobBook,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Takes the next chunk for this worker; null where there is none. */
  nextChunk(): ChunkId | null {
    const waitingChunk = pickChunk(this.fairness, [...this.candidates()]);
    if (waitingChunk === null) return null;
    const { job, chunk } = waitingChunk;
    const heldChunks = this.takenChunks.get(job) ?? new Set();
    this.takenChunks.set(job, heldChunks.add(chunk));
    return { job, chunk };
  }

  /** Puts a chunk back: this worker does not hold it any more. */
  putBack({ job, chunk }: ChunkId): void {
    const heldChunks = this.takenChunks.get(job);
    heldChunks?.delete(chunk);
    if (heldChunks?.size === 0) this.takenChunks.delete(job);
  }

  /** Keeps a chunk from being taken for a while. */
  postpone({ job, chunk }: ChunkId, milliseconds: number): void {
    const times = this.notBefore.get(job) ?? new Map<number, number>();
    this.notBefore.set(job, times.set(chunk, performance.now() + milliseconds));
  }

  /** Forgets a job that has ended. */
  forget(job: JobId): void {
    this.notBefore.delete(job);
  }

  private *candidates(): Generator<WaitingChunk> {
    const now = this.clock.now().toISOString();
    for (const loaded of this.book.active()) {
      const candidate = this.nextChunkOf(loaded, now);
      if (candidate !== null) yield candidate;
    }
  }

  private nextChunkOf({ id: job, state }: LoadedJob, now: string): WaitingChunk | null {
    if (!isActive(state)) return null;
    const { submission, chunks } = state;
    if (submission.inline_until !== null && submission.inline_until > now) return null;
    // If all chunks are completed, only the end of the job is missing. Running a completed chunk writes it.
    const onlyEndIsMissing = isOnlyEndMissing(state);
    for (const chunk of chunks.keys()) {
      if (this.mayRun(state, { job, chunk }, onlyEndIsMissing)) {
        return { account: submission.account_id, job, chunk, rows: rowsOfChunk(submission, chunk).count };
      }
    }
    return null;
  }

  private mayRun(state: ActiveJob, id: ChunkId, onlyEndIsMissing: boolean): boolean {
    const status = state.chunks[id.chunk]?.status;
    if (status === undefined || (status === 'completed') !== onlyEndIsMissing) return false;
    if (status === 'waiting' && state.status === 'cancelling') return false;
    if (this.takenChunks.get(id.job)?.has(id.chunk) === true) return false;
    const times = this.notBefore.get(id.job);
    const notBefore = times?.get(id.chunk);
    if (notBefore === undefined) return true;
    if (notBefore > performance.now()) return false;
    times?.delete(id.chunk);
    return true;
  }
}
