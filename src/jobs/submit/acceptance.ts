/**
 * Turns a request into a job (Architecture 3.1): looks up its idempotency key, checks entitlements, budget
 * and row caps, drafts the submission, claims the key, and calls the runner of this kind of request. If
 * another request claims the key first, all of this starts again.
 */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { nextTime } from '../../streams/envelope.js';
import type { Submission, CollectionMode } from '../../streams/job/job.events.js';
import { maxChunkRows } from '../../streams/rows/record-size.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { jobIdFrom, type JobId } from '../../../packages/contract/src/ids.js';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { AcceptanceRefusal, EnrichRequest, SubmitJob } from '../commands.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import type { LoadedJob } from '../job-stream.js';
import { cutAtBounds, planChunks, type PlannedChunk } from './chunk-plan.js';
import type { SubmissionOrigin } from './submission-events.js';
import type { IdempotencyClaim } from '../idempotency/judge-claim.js';
import { entitlementOf, type GrantedEntitlement } from './entitlement.js';
import { keyedDigest, submissionSalt } from '../idempotency/fingerprint.js';
import type { ClaimableKey, PresentedIdempotencyKey } from '../idempotency/idempotency-keys.js';
import { IdempotencyKeys, claimedOrigin } from '../idempotency/idempotency-keys.js';
import { Budgets } from '../caps/budgets.js';
import { RowCaps } from '../caps/row-caps.js';
import { SubmissionWriter } from './submission-writer.js';
import { isDeepStrictEqual } from 'node:util';
import { grantOptions } from '../../../packages/contract/src/options.js';

/** A submission that was begun, by this request or an equal one, and that this request must finish. */
export interface BegunSubmission {
  readonly origin: SubmissionOrigin;
  readonly salt: string;
  readonly chunks: Iterable<PlannedChunk>;
  /** The request whose claim holds the idempotency key. `nobody`: this request has no key. */
  readonly claimedBy: 'nobody' | 'this_request' | 'equal_request';
}

/** The steps of acceptance that differ between a resolve within its request and a job in the background. */
export interface SubmissionRunner<Outcome> {
  readonly terms: SubmissionTerms;
  /** `again`: the submission was closed meanwhile, so its key is free. */
  run(submission: BegunSubmission): Promise<Outcome | 'again'>;
  /** Answers with the job that an equal request began. */
  replay(submission: Submission, job: LoadedJob): Promise<Outcome> | Outcome;
}

interface RunOutcome {
  readonly outcome: string;
  /** The position of the job's last event; left out if the request wrote nothing. */
  readonly position?: Position;
}

/** `again`: the idempotency key must be read again. */
type TryResult<Outcome> = Outcome | AcceptanceRefusal | 'again';

@Injectable()
export class Acceptance {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: JobPorts,
    private readonly keys: IdempotencyKeys,
    private readonly writer: SubmissionWriter,
    private readonly caps: RowCaps,
    private readonly budgets: Budgets,
  ) {}

  async accept<Outcome extends RunOutcome>(
    acceptanceRequest: AcceptanceRequest,
    runner: SubmissionRunner<Outcome>,
  ): Promise<Outcome | AcceptanceRefusal> {
    const key = await this.keys.presentedKey(acceptanceRequest.identity);
    for (;;) {
      const result = await this.tryAccept(acceptanceRequest, runner, key);
      if (result !== 'again') return result;
    }
  }

  private async tryAccept<Outcome extends RunOutcome>(
    acceptanceRequest: AcceptanceRequest,
    runner: SubmissionRunner<Outcome>,
    key: PresentedIdempotencyKey | null,
  ): Promise<TryResult<Outcome>> {
    if (key === null) return this.beginNew(acceptanceRequest, runner, null);
    const keyState = await this.keys.readState(key);
    switch (keyState.status) {
      case 'reused': {
        const { submission } = keyState.claim;
        const differs = conflictingFields(submission, acceptanceRequest.request, runner.terms);
        const conflict = { job_id: submission.job_id, key_hash: key.id.keyHash, differs };
        return { outcome: 'idempotency_key_reused', conflict };
      }
      case 'held':
        return runner.replay(keyState.claim.submission, keyState.job);
      case 'unfinished':
        return this.joinEqualRequest(acceptanceRequest, runner, key, keyState.claim);
      case 'free':
        return this.beginNew(acceptanceRequest, runner, { key, chain: keyState.chain });
    }
  }

  /** Waits for the job of an equal request, or finishes the job if that request's process is gone. */
  private async joinEqualRequest<Outcome extends RunOutcome>(
    { identity, request }: AcceptanceRequest,
    runner: SubmissionRunner<Outcome>,
    key: PresentedIdempotencyKey,
    claim: IdempotencyClaim,
  ): Promise<TryResult<Outcome>> {
    const { submission } = claim;
    const waitResult = await this.writer.waitFor(submission.job_id, identity.requestId);
    if (waitResult.outcome === 'abandoned') return 'again';
    if (waitResult.outcome === 'accepted') return runner.replay(submission, waitResult.job);
    try {
      const salt = submissionSalt(key.text, submission.job_id);
      const chunks = cutAtBounds(request.rows, submission.chunks);
      return await runner.run({ origin: claimedOrigin(claim), salt, chunks, claimedBy: 'equal_request' });
    } finally {
      await waitResult.lease.release();
    }
  }

  private async beginNew<Outcome extends RunOutcome>(
    acceptanceRequest: AcceptanceRequest,
    runner: SubmissionRunner<Outcome>,
    claimableKey: ClaimableKey | null,
  ): Promise<TryResult<Outcome>> {
    const { identity, request } = acceptanceRequest;
    const entitlement = entitlementOf(identity.caller, request);
    if (entitlement.outcome !== 'granted') return entitlement;
    const account = identity.caller.account_id;
    const enabledBlocks = request.blocks.filter((block) => !entitlement.not_enabled.includes(block));
    const budgetRefusal = await this.budgets.refusalOf(identity.caller, request.rows.length, enabledBlocks);
    if (budgetRefusal !== null) return budgetRefusal;
    const reservation = await this.caps.reserve(account, request.rows.length);
    if (reservation.outcome === 'too_many_open_rows') return reservation;
    let position: Position | null = null;
    try {
      const outcome = await this.beginGranted(acceptanceRequest, runner, claimableKey, entitlement);
      if (outcome !== 'again') position = outcome.position ?? null;
      return outcome;
    } finally {
      this.caps.settle(account, reservation, position);
    }
  }

  private async beginGranted<Outcome extends RunOutcome>(
    acceptanceRequest: AcceptanceRequest,
    runner: SubmissionRunner<Outcome>,
    claimableKey: ClaimableKey | null,
    entitlement: GrantedEntitlement,
  ): Promise<Outcome | 'again'> {
    const { request } = acceptanceRequest;
    const chunks = await planAllChunks(request.rows, request.blocks, this.ports.settings.maxChunkRows);
    const plan = { terms: runner.terms, entitlement, chunks: chunks.map(({ from }) => from) };
    const { origin, salt } = await this.draft(acceptanceRequest, claimableKey, plan);
    if (claimableKey === null) return runner.run({ origin, salt, chunks, claimedBy: 'nobody' });
    const lease = await this.writer.acquireLease(origin.submission.job_id, origin.requestId);
    try {
      if ((await this.keys.claim(claimableKey, origin)) === 'lost') return 'again';
      return await runner.run({ origin, salt, chunks, claimedBy: 'this_request' });
    } finally {
      await lease?.release();
    }
  }

  private async draft(
    { identity, request }: AcceptanceRequest,
    claimableKey: ClaimableKey | null,
    plan: Pick<Draft, 'terms' | 'entitlement' | 'chunks'>,
  ): Promise<{ origin: SubmissionOrigin; salt: string }> {
    const { clock, entropy, settings } = this.ports;
    const now = clock.now();
    const jobId = jobIdFrom(entropy.ulid());
    const salt =
      claimableKey === null
        ? Buffer.from(entropy.bytes(16)).toString('hex')
        : submissionSalt(claimableKey.key.text, jobId);
    const submission = draftSubmission({
      identity,
      request,
      jobId,
      now,
      ...plan,
      retentionDays: settings.retentionDaysByKey?.[identity.caller.key_id] ?? settings.resultRetentionDays,
      digest: claimableKey?.key.fingerprint ?? (await keyedDigest(salt, identity.canonical)),
    });
    const time = nextTime(now, claimableKey?.chain.time ?? null);
    return { origin: { submission, requestId: identity.requestId, time }, salt };
  }
}

/** The number of chunks that are planned before other work gets a turn: some milliseconds. */
const CHUNKS_PER_TURN = 8;

async function planAllChunks(
  rows: readonly SubmittedRow[],
  blocks: readonly BlockKey[],
  rowLimit = Infinity,
): Promise<PlannedChunk[]> {
  const chunks: PlannedChunk[] = [];
  // One row always fits, whatever blocks are requested.
  const maxRows = rows.length === 1 ? 1 : Math.min(rowLimit, maxChunkRows(blocks));
  for (const chunk of planChunks(rows, maxRows)) {
    chunks.push(chunk);
    if (chunks.length % CHUNKS_PER_TURN === 0) await nextTurn();
  }
  return chunks;
}

const differingCollectionFields = (earlierMode: CollectionMode, mode: CollectionMode): string[] => {
  if (earlierMode === mode) return [];
  return earlierMode === 'pages' || mode === 'pages' ? ['wait'] : ['defer_live'];
};

/**
 * Returns the names of the fields that differ: `operation`, `wait`, `defer_live`, `store`, `blocks`,
 * `options.<name>`, `rows` (their number). An empty list means that the content of the rows differs, or that
 * only one of the requests spelled out a default.
 */
export function conflictingFields(
  earlierRequest: Pick<Submission, 'operation' | 'collection' | 'stored' | 'blocks' | 'options' | 'rows'>,
  request: EnrichRequest,
  { operation, collection, stored }: Pick<SubmissionTerms, 'operation' | 'collection' | 'stored'>,
): string[] {
  if (earlierRequest.operation !== operation) return ['operation'];
  const options = grantOptions(request.options, operation);
  const names = Object.keys(options) as (keyof typeof options)[];
  return [
    ...differingCollectionFields(earlierRequest.collection, collection),
    ...(earlierRequest.stored === stored ? [] : ['store']),
    ...(isDeepStrictEqual(earlierRequest.blocks, request.blocks) ? [] : ['blocks']),
    ...names
      .filter((name) => !isDeepStrictEqual(earlierRequest.options[name], options[name]))
      .map((name) => `options.${name}`),
    ...(earlierRequest.rows === request.rows.length ? [] : ['rows']),
  ];
}

/** The terms of a job that depend on the kind of its request. */
interface SubmissionTerms {
  readonly operation: 'enrich_job' | 'resolve';
  readonly collection: CollectionMode;
  readonly stored: boolean;
  /** The time for which the request itself works on the job; null if only workers do. */
  readonly inlineMs: number | null;
}

type AcceptanceRequest = Pick<SubmitJob, 'identity' | 'request'>;

interface Draft extends AcceptanceRequest {
  readonly terms: SubmissionTerms;
  readonly entitlement: GrantedEntitlement;
  readonly jobId: JobId;
  readonly now: Date;
  /** The first row of each chunk. */
  readonly chunks: readonly number[];
  readonly retentionDays: number;
  readonly digest: string;
}

/** Builds the data of JobSubmitted. */
function draftSubmission(draft: Draft): Submission {
  const { identity, request, terms, entitlement } = draft;
  const { operation, stored, collection, inlineMs } = terms;
  const { account_id, key_id, environment } = identity.caller;
  const { not_enabled, nested_not_enabled } = entitlement;
  return {
    job_id: draft.jobId,
    account_id,
    key_id,
    environment,
    operation,
    blocks: request.blocks,
    not_enabled,
    ...(nested_not_enabled.length > 0 && { nested_not_enabled }),
    options: grantOptions(request.options, operation),
    rows: request.rows.length,
    chunks: draft.chunks,
    retention_days: draft.retentionDays,
    stored,
    collection,
    idempotent: identity.idempotencyKey !== null,
    inline_until: inlineMs === null ? null : new Date(draft.now.getTime() + inlineMs).toISOString(),
    digest: draft.digest,
  };
}
