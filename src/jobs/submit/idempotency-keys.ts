/**
 * Who holds an idempotency key, and how a request comes to hold it. The claim stream is a chain: a new claim goes
 * behind the last one, at the revision read, so that of two claimants exactly one succeeds on every store.
 */
import type { IdempotencyKeyClaimed } from '../../streams/idempotency/idempotency.events.js';
import { decodeIdempotencyEvent, idempotencyStream } from '../../streams/idempotency/idempotency.events.js';
import { decodeRowsEvents, rowsStream } from '../../streams/rows/rows.events.js';
import { appendSurely } from '../../platform/event-store/append-surely.js';
import type { EventStore, StreamName } from '../../platform/event-store/event-store.js';
import { derivedId } from '../../shared/derived-id.js';
import type { JobId } from '../../shared/ids.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import type { RequestIdentity } from '../commands.js';
import type { JobPorts } from '../job-ports.js';
import type { LoadedJob } from '../job-stream.js';
import { loadJob } from '../job-stream.js';
import type { Claim } from './claim-chain.js';
import { mayRelease, verdictOn } from './claim-chain.js';
import { abandonUnfinished } from './close-submission.js';
import { idempotencyKeyHash, keyedDigest } from './fingerprint.js';
import type { SubmissionOrigin } from './submission-events.js';
import { keyClaimed, submissionContext } from './submission-events.js';

/** A request's key as the log knows it. The text stays in the request: it salts the submission. */
export interface PresentedKey {
  readonly text: string;
  readonly stream: StreamName;
  readonly fingerprint: string;
}

export interface ClaimPlace {
  readonly expected: number | 'no_stream';
  readonly lastTime: string | null;
}

/** A free key that a request means to claim. */
export interface KeyClaim {
  readonly key: PresentedKey;
  readonly place: ClaimPlace;
}

export type KeyStanding =
  /** The key may be claimed at this revision, not before the time of the claim that stands there. */
  | { readonly standing: 'free'; readonly place: ClaimPlace }
  | { readonly standing: 'reused' }
  | { readonly standing: 'held'; readonly claim: Claim; readonly job: LoadedJob }
  | { readonly standing: 'unfinished'; readonly claim: Claim };

export class IdempotencyKeys {
  constructor(private readonly ports: JobPorts) {}

  /** Null for a request without a key. */
  async presented(identity: RequestIdentity): Promise<PresentedKey | null> {
    const { idempotencyKey: text, caller, canonical } = identity;
    if (text === null) return null;
    const hash = idempotencyKeyHash(this.ports.settings.keyHashSecret, caller.account_id, text);
    return {
      text,
      stream: idempotencyStream(caller.account_id, hash),
      fingerprint: await keyedDigest(text, canonical),
    };
  }

  /** What the key's last claim means to this request; closes a submission that is too old on the way. */
  async standingOf(key: PresentedKey): Promise<KeyStanding> {
    for (;;) {
      const last = await this.lastClaim(key.stream);
      if (last === null) return { standing: 'free', place: { expected: 'no_stream', lastTime: null } };
      const { claim, revision } = last;
      const job = await loadJob(this.ports.store, claim.submission.job_id);
      const failure = mayRelease(claim) ? await firstFailure(this.ports.store, job.job) : null;
      const now = this.ports.clock.now();
      const verdict = verdictOn({ claim, job: job.state, failure, fingerprint: key.fingerprint, now });
      switch (verdict) {
        case 'free':
          return { standing: 'free', place: { expected: revision, lastTime: claim.time } };
        case 'reused':
          return { standing: 'reused' };
        case 'held':
          return { standing: 'held', claim, job };
        case 'unfinished':
          return { standing: 'unfinished', claim };
        case 'expired':
          await this.close(claimedOrigin(claim));
      }
    }
  }

  /** Claims a free key. `lost`: another request was first; read again. */
  async claim(
    key: PresentedKey,
    { expected }: ClaimPlace,
    origin: SubmissionOrigin,
  ): Promise<'claimed' | 'lost'> {
    const { store, entropy } = this.ports;
    const id = derivedId('claim', Buffer.from(entropy.bytes(16)).toString('hex'));
    const events = [keyClaimed(origin, key.fingerprint, id)];
    const result = await appendSurely(store, { stream: key.stream, expected, events });
    return result.outcome === 'appended' ? 'claimed' : 'lost';
  }

  private close(origin: SubmissionOrigin): Promise<void> {
    const { job_id, chunks } = origin.submission;
    return abandonUnfinished(this.ports, job_id, chunks.length, submissionContext(origin));
  }

  private async lastClaim(stream: StreamName): Promise<{ claim: Claim; revision: number } | null> {
    const slice = await this.ports.store.readStream(stream, { direction: 'backwards', limit: 1 });
    const recorded = slice.status === 'found' ? slice.events[0] : undefined;
    if (recorded === undefined) return null;
    const event: IdempotencyKeyClaimed = decodeIdempotencyEvent(recorded).event;
    return { claim: event.data, revision: recorded.revision };
  }
}

/** The submission that a claim speaks of, as its claimant began it. */
export const claimedOrigin = (claim: Claim): SubmissionOrigin => ({
  submission: claim.submission,
  requestId: claim.request_id,
  time: claim.time,
});

/** The reason with which a resolve's row was recorded as failed; null where it was delivered or isn't recorded. */
async function firstFailure(store: EventStore, job: JobId): Promise<ReasonCode | null> {
  const slice = await store.readStream(rowsStream(job, 0), { limit: 1 });
  const record = slice.status === 'found' ? slice.events[0] : undefined;
  if (record === undefined) return null;
  for (const { event } of decodeRowsEvents(record)) if (event.type === 'RowFailed') return event.data.reason;
  return null;
}
