/**
 * How a request becomes a job (Architecture 3.1): who holds its idempotency key, what the account may have of it,
 * whether its caps leave room for the rows, the submission as it will be recorded, the claim on the key; then a runner takes it to its answer. Where another request
 * was faster, the log is read again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { nextTime } from '../../streams/envelope.js';
import type { Submission } from '../../streams/job/job.events.js';
import type { AskedRow } from '../../streams/rowdata/rowdata.events.js';
import { maxChunkRows } from '../../streams/rows/record-size.js';
import type { BlockKey } from '../../shared/block-key.js';
import { jobIdFrom } from '../../shared/ids.js';
import type { Position } from '../../platform/event-store/event-store.js';
import type { AcceptanceRefusal, EnrichRequest, KeyConflict, RequestIdentity } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import type { LoadedJob } from '../job-stream.js';
import { cutAt, planChunks, type PlannedChunk } from './chunk-plan.js';
import type { Claim } from '../idempotency/claim-chain.js';
import { conflictingFields } from '../request/conflicting-fields.js';
import { draftSubmission, type Draft, type SubmissionTerms } from './draft-submission.js';
import { entitlementOf, type Entitlement } from './entitlement.js';
import { keyedDigest, saltOf } from '../idempotency/fingerprint.js';
import {
  IdempotencyKeys,
  claimedOrigin,
  type KeyClaim,
  type PresentedKey,
} from '../idempotency/idempotency-keys.js';
import { RowCaps } from '../caps/row-caps.js';
import type { SubmissionOrigin } from './submission-events.js';
import { SubmissionWriter } from './submission-writer.js';

/** A submission that is this request's to bring to its end. */
export interface Begun {
  readonly origin: SubmissionOrigin;
  readonly salt: string;
  readonly chunks: Iterable<PlannedChunk>;
  /** `own`: begun by this request without a key; `claimed`: under its key; `taken_over`: begun by an equal request. */
  readonly by: 'own' | 'claimed' | 'taken_over';
}

/** What a kind of request does with its submission. */
export interface Runner<Outcome> {
  readonly terms: SubmissionTerms;
  /** `again`: the submission was closed meanwhile, and its key is free. */
  run(begun: Begun): Promise<Outcome | 'again'>;
  /** The answer of a job that an equal request began. */
  replay(submission: Submission, job: LoadedJob): Promise<Outcome> | Outcome;
}

export interface Asked {
  readonly identity: RequestIdentity;
  readonly request: EnrichRequest;
}

/** `position`: where the read models must be to know of what was done; absent where nothing was. */
interface Ended {
  readonly outcome: string;
  readonly position?: Position;
}

type Granted = Extract<Entitlement, { outcome: 'granted' }>;

type Step<Outcome> = Outcome | AcceptanceRefusal | 'again';

@Injectable()
export class Acceptance {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: JobPorts,
    private readonly keys: IdempotencyKeys,
    private readonly writer: SubmissionWriter,
    private readonly caps: RowCaps,
  ) {}

  async accept<Outcome extends Ended>(
    asked: Asked,
    runner: Runner<Outcome>,
  ): Promise<Outcome | AcceptanceRefusal> {
    const key = await this.keys.presented(asked.identity);
    for (;;) {
      const step = await this.step(asked, runner, key);
      if (step !== 'again') return step;
    }
  }

  private async step<Outcome extends Ended>(
    asked: Asked,
    runner: Runner<Outcome>,
    key: PresentedKey | null,
  ): Promise<Step<Outcome>> {
    if (key === null) return this.begin(asked, runner, null);
    const standing = await this.keys.standingOf(key);
    switch (standing.standing) {
      case 'reused':
        return {
          outcome: 'idempotency_key_reused',
          conflict: conflictWith(
            standing.claim,
            key,
            conflictingFields(standing.claim.submission, asked.request, runner.terms),
          ),
        };
      case 'held':
        return runner.replay(standing.claim.submission, standing.job);
      case 'unfinished':
        return this.join(asked, runner, key, standing.claim);
      case 'free':
        return this.begin(asked, runner, { key, chain: standing.chain });
    }
  }

  /** An equal request began this job: wait for it, or finish it where its process is gone. */
  private async join<Outcome extends Ended>(
    { identity, request }: Asked,
    runner: Runner<Outcome>,
    key: PresentedKey,
    claim: Claim,
  ): Promise<Step<Outcome>> {
    const { submission } = claim;
    const waited = await this.writer.waitFor(submission.job_id, identity.requestId);
    if (waited.outcome === 'abandoned') return 'again';
    if (waited.outcome === 'accepted') return runner.replay(submission, waited.job);
    try {
      const salt = saltOf(key.text, submission.job_id);
      const chunks = cutAt(request.rows, submission.chunks);
      return await runner.run({ origin: claimedOrigin(claim), salt, chunks, by: 'taken_over' });
    } finally {
      await waited.lease.release();
    }
  }

  private async begin<Outcome extends Ended>(
    asked: Asked,
    runner: Runner<Outcome>,
    claim: KeyClaim | null,
  ): Promise<Step<Outcome>> {
    const { identity, request } = asked;
    const entitlement = entitlementOf(identity.caller, request);
    if (entitlement.outcome !== 'granted') return entitlement;
    const account = identity.caller.account_id;
    const reserved = await this.caps.reserve(account, request.rows.length);
    if (reserved.outcome === 'too_many_open_rows') return reserved;
    let position: Position | null = null;
    try {
      const done = await this.beginGranted(asked, runner, claim, entitlement);
      if (done !== 'again') position = done.position ?? null;
      return done;
    } finally {
      this.caps.settle(account, reserved, position);
    }
  }

  private async beginGranted<Outcome extends Ended>(
    asked: Asked,
    runner: Runner<Outcome>,
    claim: KeyClaim | null,
    granted: Granted,
  ): Promise<Outcome | 'again'> {
    const { request } = asked;
    const chunks = await plan(request.rows, request.blocks);
    const bounds = chunks.map(({ from }) => from);
    const { origin, salt } = await this.draft(asked, runner.terms, claim, {
      notEnabled: granted.not_enabled,
      nestedNotEnabled: granted.nested_not_enabled,
      chunks: bounds,
    });
    if (claim === null) return runner.run({ origin, salt, chunks, by: 'own' });
    const lease = await this.writer.lease(origin.submission.job_id, origin.requestId);
    try {
      if ((await this.keys.claim(claim, origin)) === 'lost') return 'again';
      return await runner.run({ origin, salt, chunks, by: 'claimed' });
    } finally {
      await lease?.release();
    }
  }

  private async draft(
    { identity, request }: Asked,
    terms: SubmissionTerms,
    claim: KeyClaim | null,
    found: Pick<Draft, 'notEnabled' | 'nestedNotEnabled' | 'chunks'>,
  ): Promise<{ origin: SubmissionOrigin; salt: string }> {
    const { clock, entropy, settings } = this.ports;
    const now = clock.now();
    const jobId = jobIdFrom(entropy.ulid());
    const salt =
      claim === null ? Buffer.from(entropy.bytes(16)).toString('hex') : saltOf(claim.key.text, jobId);
    const submission = draftSubmission({
      identity,
      request,
      terms,
      jobId,
      now,
      ...found,
      retentionDays: settings.resultRetentionDays,
      digest: claim?.key.fingerprint ?? (await keyedDigest(salt, identity.canonical)),
    });
    const time = nextTime(now, claim?.chain.time ?? null);
    return { origin: { submission, requestId: identity.requestId, time }, salt };
  }
}

const conflictWith = (
  { submission }: Claim,
  { id }: PresentedKey,
  differs: readonly string[],
): KeyConflict => ({ job_id: submission.job_id, key_hash: id.keyHash, differs });

/** Chunks between two turns of the event loop: some milliseconds of work. */
const CHUNKS_A_TURN = 8;

async function plan(rows: readonly AskedRow[], blocks: readonly BlockKey[]): Promise<PlannedChunk[]> {
  const chunks: PlannedChunk[] = [];
  // One row always fits, whatever is asked of it.
  const most = rows.length === 1 ? 1 : maxChunkRows(blocks);
  for (const chunk of planChunks(rows, most)) {
    chunks.push(chunk);
    if (chunks.length % CHUNKS_A_TURN === 0) await nextTurn();
  }
  return chunks;
}
