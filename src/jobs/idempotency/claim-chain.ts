/**
 * What an idempotency claim means to the next request with the same key (Architecture 4.10; Contract 3.10). A claim
 * never lapses by an event of its own: a release is derived from the result of the submission.
 */
import type { IdempotencyKeyClaimed } from '../../streams/idempotency/idempotency.events.js';
import { rowFailure, type ReasonCode } from '../../shared/reason-code.js';
import type { JobState } from '../../streams/job/job.state.js';

/** A submission that was not finished by then is closed, and its key is free again. */
export const SUBMISSION_LIFETIME_MS = 24 * 60 * 60 * 1_000;

export type Claim = IdempotencyKeyClaimed['data'];

export type ClaimVerdict =
  /** The key may be claimed again, behind this claim. */
  | 'free'
  /** The submission is too old: close it, then look again. */
  | 'expired'
  /** Another request holds the key. */
  | 'reused'
  /** The same request, whose job is accepted: answer with that job. */
  | 'held'
  /** The same request, whose job is not accepted yet: wait for it or finish it. */
  | 'unfinished';

export interface ClaimSight {
  readonly claim: Claim;
  readonly job: JobState;
  /** The reason with which the first row was recorded as failed; null where it was delivered or isn't recorded. */
  readonly failure: ReasonCode | null;
  /** Of the request that asks now. */
  readonly fingerprint: string;
  readonly now: Date;
}

export function verdictOn({ claim, job, failure, fingerprint, now }: ClaimSight): ClaimVerdict {
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
      if (mayRelease(claim) && failure !== null && rowFailure(failure).kind === 'unresolved') return 'free';
      return claim.fingerprint === fingerprint ? 'held' : 'reused';
  }
}

/** Only a resolve that answers in its own request can have told its client that it failed. */
export const mayRelease = ({ submission }: Claim): boolean =>
  submission.operation === 'resolve' && submission.collection !== 'pages';
