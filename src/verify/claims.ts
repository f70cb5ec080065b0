/** Claims of idempotency keys that the walk knows: held by a job, or free again (Architecture 4.10). */
import type { IdempotencyKeyClaimed } from '../streams/idempotency/idempotency.events.js';
import type { StreamName } from '../../packages/platform/src/event-store/event-store.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import type { OpenJob } from './open-job.js';
import { freesKey } from './row-failures.js';

export interface Claim {
  readonly stream: StreamName;
  readonly data: IdempotencyKeyClaimed['data'];
}

export class Claims {
  /** Claims whose job has not been submitted yet. */
  readonly unfinished = new Map<JobId, Claim>();
  /** Streams whose last claim was released: a new one may follow. */
  private readonly free = new Set<StreamName>();

  isFree(stream: StreamName): boolean {
    return this.free.has(stream);
  }

  made(stream: StreamName, data: Claim['data']): void {
    this.free.delete(stream);
    this.unfinished.set(data.submission.job_id, { stream, data });
  }

  /** Removes a job's claim from the unfinished ones. Returns its stream, or null where the job has none. */
  take(job: JobId): StreamName | null {
    const claim = this.unfinished.get(job);
    this.unfinished.delete(job);
    return claim?.stream ?? null;
  }

  abandoned(job: JobId): void {
    const stream = this.take(job);
    if (stream !== null) this.free.add(stream);
  }

  /** Takes in the end of the job that held a key. Returns true if that frees the key. */
  ended(job: OpenJob): boolean {
    const { operation, collection } = job.submission;
    const isUnanswered = job.lastFailure !== null && freesKey(job.lastFailure);
    const isFreed = operation === 'resolve' && collection !== 'pages' && isUnanswered;
    if (isFreed && job.claim !== null) this.free.add(job.claim);
    return isFreed;
  }
}
