/** Finds which request holds an idempotency key, and claims free keys: one of two claimants succeeds. */
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ClaimedKey, IdempotencyKeyClaimed } from '../../streams/idempotency/idempotency.events.js';
import { idempotencyStreams } from '../../streams/idempotency/idempotency.events.js';
import { decodeRowsEvents, rowsStream } from '../../streams/rows/rows.events.js';
import { StreamRepository, type Loaded, type StreamFold } from '../../streams/stream-repository.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { firstEvent } from '../../../packages/platform/src/event-store/stored-events.js';
import { NotNowError } from '../../../packages/platform/src/errors/not-now-error.js';
import { derivedId } from '../../streams/derived-id.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import { AbandonSubmission, type RequestIdentity } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { JobRepository, type LoadedJob } from '../job-stream.js';
import { ExpiryGuard } from '../retention/expiry-guard.js';
import { mayFreeKey, judgeClaim, type ClaimVerdict, type IdempotencyClaim } from './judge-claim.js';
import { idempotencyKeyHash, keyedDigest } from './fingerprint.js';
import { submissionContext, type SubmissionOrigin } from '../submit/submission-events.js';

/** The idempotency key of a request. Its text stays in memory, where it salts the submission. */
export interface PresentedIdempotencyKey {
  readonly text: string;
  readonly id: ClaimedKey;
  readonly fingerprint: string;
}

/** A key's stream of claims. Only the last claim counts: it is the state. */
type KeyChain = Loaded<ClaimedKey, IdempotencyClaim | null>;

/** A free key that a request wants to claim, and the chain that its claim extends. */
export interface ClaimableKey {
  readonly key: PresentedIdempotencyKey;
  readonly chain: KeyChain;
}

/** The result of comparing a request with the last claim on its key, and the job of that claim. */
type KeyState =
  | { readonly status: 'free'; readonly chain: KeyChain }
  | {
      readonly status: Exclude<ClaimVerdict, 'free' | 'expired'>;
      readonly claim: IdempotencyClaim;
      readonly job: LoadedJob;
    };

const KEY_CHAIN: StreamFold<ClaimedKey, IdempotencyKeyClaimed, IdempotencyClaim | null> = {
  stream: idempotencyStreams,
  initial: null,
  evolve: (before, events) => events.at(-1)?.event.data ?? before,
  // The id is random: with a derived id the store would report success to both of two claimants.
  eventId: (_key, _claim, randomHex) => derivedId('claim', randomHex),
  lastOnly: true,
};

@Injectable()
export class IdempotencyKeys {
  private readonly chains: StreamRepository<ClaimedKey, IdempotencyKeyClaimed, IdempotencyClaim | null>;

  constructor(
    @Inject(JOB_PORTS) private readonly ports: JobPorts,
    private readonly jobs: JobRepository,
    private readonly commands: CommandBus,
    private readonly expiryGuard: ExpiryGuard,
  ) {
    this.chains = new StreamRepository(ports, KEY_CHAIN);
  }

  async presentedKey(identity: RequestIdentity): Promise<PresentedIdempotencyKey | null> {
    const { idempotencyKey: text, caller, canonical } = identity;
    if (text === null) return null;
    const keyHash = idempotencyKeyHash(this.ports.settings.keyHashSecret, caller.account_id, text);
    return {
      text,
      id: { account: caller.account_id, keyHash },
      fingerprint: await keyedDigest(text, canonical),
    };
  }

  /** Reads the state of a key for this request. A submission that is too old is closed first. */
  async readState(key: PresentedIdempotencyKey): Promise<KeyState> {
    for (;;) {
      const chain = await this.chains.load(key.id);
      const { state: claim } = chain;
      if (claim === null) return { status: 'free', chain };
      const job = await this.jobs.load(claim.submission.job_id);
      const failure = mayFreeKey(claim) ? await readFirstFailure(this.ports.store, job.id) : null;
      const now = this.ports.clock.now();
      const verdict = judgeClaim({ claim, job: job.state, failure, fingerprint: key.fingerprint, now });
      if (verdict === 'free') return { status: 'free', chain };
      if (verdict !== 'expired') return { status: verdict, claim, job };
      await this.closeSubmission(claim);
    }
  }

  /** Claims a free key. `lost`: another request was first, so the key must be judged again. */
  async claim({ key, chain }: ClaimableKey, origin: SubmissionOrigin): Promise<'claimed' | 'lost'> {
    const { submission, requestId, time } = origin;
    const data = { fingerprint: key.fingerprint, request_id: requestId, time, submission };
    const randomHex = Buffer.from(this.ports.entropy.bytes(16)).toString('hex');
    const author = { context: submissionContext(origin), purpose: randomHex, time };
    const decision = await this.chains.decide(chain, author, (lastClaim) =>
      lastClaim === chain.state
        ? { outcome: 'decided', events: [{ type: 'IdempotencyKeyClaimed', data }] }
        : { outcome: 'refused' },
    );
    return decision.outcome === 'refused' ? 'lost' : 'claimed';
  }

  /** Closes the submission. @throws NotNowError if the clock may be wrong (Architecture 7.1, 7.2) */
  private async closeSubmission(claim: IdempotencyClaim): Promise<void> {
    if (await this.expiryGuard.isExpiryPaused())
      throw new NotNowError("a submission can't be closed while the clock may be wrong");
    const context = submissionContext(claimedOrigin(claim));
    await this.commands.execute(new AbandonSubmission(claim.submission.job_id, context));
  }
}

/** Returns the submission of a claim as its claimant began it. */
export const claimedOrigin = (claim: IdempotencyClaim): SubmissionOrigin => ({
  submission: claim.submission,
  requestId: claim.request_id,
  time: claim.time,
});

/** Returns the reason with which a resolve's row failed, or null if it was delivered or is not recorded. */
async function readFirstFailure(store: EventStore, job: JobId): Promise<ReasonCode | null> {
  const record = await firstEvent(store, rowsStream(job, 0));
  if (record === undefined) return null;
  for (const { event } of decodeRowsEvents(record)) if (event.type === 'RowFailed') return event.data.reason;
  return null;
}
