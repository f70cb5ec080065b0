/** Decides what a claim means to the next request with its key (Architecture 4.10; Contract 3.10). */
import type { IdempotencyKeyClaimed } from '../../streams/idempotency/idempotency.events.js';
import { rowFailure, type ReasonCode } from '../../../packages/contract/src/reason-code.js';
import type { JobState } from '../../streams/job/job.state.js';

/** A submission that is not finished within this time is closed, and its key is free again. */
export const SUBMISSION_LIFETIME_MS = 24 * 60 * 60 * 1_000;

export type IdempotencyClaim = IdempotencyKeyClaimed['data'];

export type ClaimVerdict =
  /** The key may be claimed again, after this claim. */
  | 'free'
  /** The submission is too old: close it, then judge again. */
  | 'expired'
  | 'reused'
  /** An equal request holds the key and its job is accepted: answer with that job. */
  | 'held'
  /** An equal request holds the key and its job is not accepted yet: wait for the job or finish it. */
  | 'unfinished';

export interface ClaimFacts {
  readonly claim: IdempotencyClaim;
  readonly job: JobState;
  /** The reason with which the first row failed; null if it was delivered or is not recorded. */
  readonly failure: ReasonCode | null;
  readonly fingerprint: string;
  readonly now: Date;
}

export function judgeClaim({ claim, job, failure, fingerprint, now }: ClaimFacts): ClaimVerdict {
  switch (job.status) {
    case 'abandoned':
      return 'free';
    case 'unknown':
      if (now.getTime() - Date.parse(claim.time) > SUBMISSION_LIFETIME_MS) return 'expired';
      return claim.fingerprint === fingerprint ? 'unfinished' : 'reused';
    case 'queued':
    case 'running':
    case 'cancelling':
    case 'completed':
    case 'cancelled':
    case 'erased':
      if (mayFreeKey(claim) && failure !== null && rowFailure(failure).kind === 'unresolved') return 'free';
      return claim.fingerprint === fingerprint ? 'held' : 'reused';
  }
}

/** Returns true if a failed row frees the key, as it does for a resolve that answers within its request. */
export const mayFreeKey = ({ submission }: IdempotencyClaim): boolean =>
  submission.operation === 'resolve' && submission.collection !== 'pages';
