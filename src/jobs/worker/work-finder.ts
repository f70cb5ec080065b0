/** What a worker may take next: chunks that are waiting, or whose worker fell silent, and that nobody here has. */
import type { Clock } from '../../platform/clock.js';
import type { JobId } from '../../shared/ids.js';
import type { ActiveJob } from '../job.state.js';
import { isActive, rowsOfChunk } from '../job.state.js';
import type { LoadedJob } from '../job-stream.js';
import type { ChunkId } from './chunk-claims.js';
import { chunkKey } from './chunk-claims.js';
import type { Candidate, FairState } from './fair-queue.js';
import { FRESH, pick } from './fair-queue.js';
import type { JobBook } from './job-book.js';

export class WorkFinder {
  private fairness: FairState = FRESH;
  private readonly inHand = new Set<string>();
  /** Chunks that somebody else has, or that failed just now: not before this moment (`performance.now()`). */
  private readonly notBefore = new Map<string, number>();

  constructor(
    private readonly book: JobBook,
    private readonly clock: Clock,
  ) {}

  /** The next chunk, now in this worker's hands; null where there is none. */
  take(): ChunkId | null {
    const picked = pick(this.fairness, [...this.candidates()]);
    if (picked === null) return null;
    this.fairness = picked.state;
    const { job, chunk } = picked.candidate;
    this.inHand.add(chunkKey({ job, chunk }));
    return { job, chunk };
  }

  /** Out of this worker's hands. */
  put(id: ChunkId): void {
    this.inHand.delete(chunkKey(id));
  }

  get chunksInHand(): number {
    return this.inHand.size;
  }

  /** Leaves a chunk alone for a while. */
  postpone(id: ChunkId, milliseconds: number): void {
    this.notBefore.set(chunkKey(id), performance.now() + milliseconds);
  }

  /** Forgets a job that is over. */
  forget(job: JobId): void {
    for (const key of this.notBefore.keys()) if (key.startsWith(`${job}.`)) this.notBefore.delete(key);
  }

  private *candidates(): Generator<Candidate> {
    const now = this.clock.now().toISOString();
    for (const loaded of this.book.active()) {
      const candidate = this.nextOf(loaded, now);
      if (candidate !== null) yield candidate;
    }
  }

  private nextOf({ job, state }: LoadedJob, now: string): Candidate | null {
    if (!isActive(state)) return null;
    const { submission, chunks } = state;
    if (submission.inline_until !== null && submission.inline_until > now) return null;
    if (state.waiting === 0 && state.open === 0) return null;
    for (const chunk of chunks.keys()) {
      if (this.mayTake(state, { job, chunk })) {
        return { account: submission.account_id, job, chunk, rows: rowsOfChunk(submission, chunk).count };
      }
    }
    return null;
  }

  private mayTake(state: ActiveJob, id: ChunkId): boolean {
    const status = state.chunks[id.chunk]?.status;
    if (status === undefined || status === 'completed') return false;
    if (status === 'waiting' && state.status === 'cancelling') return false;
    const key = chunkKey(id);
    if (this.inHand.has(key)) return false;
    const notBefore = this.notBefore.get(key);
    if (notBefore === undefined) return true;
    if (notBefore > performance.now()) return false;
    this.notBefore.delete(key);
    return true;
  }
}
