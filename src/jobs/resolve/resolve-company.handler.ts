/** GET /v1/resolve, but `wait=false`: one company, answered in the request that asks for it. */
import { Inject } from '@nestjs/common';
import type { ICommandHandler } from '@nestjs/cqrs';
import { CommandHandler } from '@nestjs/cqrs';
import { nextTime } from '../../streams/envelope.js';
import type { AskedRow } from '../../streams/rowdata/rowdata.events.js';
import type { BlockKey } from '../../shared/block-key.js';
import { jobIdFrom } from '../../shared/ids.js';
import type { ResolveOutcome } from '../commands.js';
import { ResolveCompany } from '../commands.js';
import type { JobPorts } from '../job-ports.js';
import { ENRICHER, JOB_PORTS } from '../job-ports.js';
import type { Claim } from '../submit/claim-chain.js';
import { draftSubmission } from '../submit/draft-submission.js';
import { entitlementOf } from '../submit/entitlement.js';
import { keyedDigest, saltOf } from '../submit/fingerprint.js';
import type { KeyClaim, PresentedKey } from '../submit/idempotency-keys.js';
import { IdempotencyKeys, claimedOrigin } from '../submit/idempotency-keys.js';
import type { SubmissionOrigin } from '../submit/submission-events.js';
import { SubmissionWriter } from '../submit/submission-writer.js';
import type { ResolvePorts } from './inline-run.js';
import { InlineRunner } from './inline-run.js';
import { Replays } from './replays.js';
import { resolvedOutcome } from './resolved-outcome.js';

type Step = ResolveOutcome | 'again';

/** How long after its time-out a resolve may still be at work on its last appends before a worker takes it over. */
const GRACE_MS = 5_000;
/** A deferred resolve only reads the register in its request: its live blocks are a worker's, soon. */
const DEFERRED_MS = 2_000;

@CommandHandler(ResolveCompany)
export class ResolveCompanyHandler implements ICommandHandler<ResolveCompany> {
  private readonly keys: IdempotencyKeys;
  private readonly writer: SubmissionWriter;
  private readonly runner: InlineRunner;
  private readonly replays: Replays;

  constructor(
    @Inject(JOB_PORTS) private readonly ports: JobPorts,
    @Inject(ENRICHER) enricher: ResolvePorts['enricher'],
  ) {
    this.keys = new IdempotencyKeys(ports);
    this.writer = new SubmissionWriter(ports);
    this.runner = new InlineRunner({ ...ports, enricher });
    this.replays = new Replays(ports);
  }

  async execute(command: ResolveCompany): Promise<ResolveOutcome> {
    const until = performance.now() + this.ports.settings.resolveTimeoutSeconds * 1_000;
    const key = await this.keys.presented(command.identity);
    for (;;) {
      const step = await this.step(command, key, until);
      if (step !== 'again') return step;
    }
  }

  private async step(command: ResolveCompany, key: PresentedKey | null, until: number): Promise<Step> {
    if (key === null) return this.resolveNew(command, null, until);
    const standing = await this.keys.standingOf(key);
    switch (standing.standing) {
      case 'reused':
        return { outcome: 'idempotency_key_reused' };
      case 'held':
        return this.replays.of(standing.claim.submission);
      case 'unfinished':
        return this.joinOther(command, key, standing.claim, until);
      case 'free':
        return this.resolveNew(command, { key, place: standing.place }, until);
    }
  }

  /** An equal request began this job: wait for its answer, or run it where its process is gone. */
  private async joinOther(
    { identity, request }: ResolveCompany,
    key: PresentedKey,
    claim: Claim,
    until: number,
  ): Promise<Step> {
    const { submission } = claim;
    const waited = await this.writer.waitFor(submission.job_id, identity.requestId);
    if (waited.outcome === 'abandoned') return 'again';
    if (waited.outcome === 'accepted') return this.replays.of(submission);
    const [asked = {}] = request.rows;
    const salt = saltOf(key.text, submission.job_id);
    try {
      return await this.run({ origin: claimedOrigin(claim), asked, salt, until });
    } finally {
      await waited.lease.release();
    }
  }

  private async resolveNew(command: ResolveCompany, claim: KeyClaim | null, until: number): Promise<Step> {
    const { identity, request } = command;
    const entitlement = entitlementOf(identity.caller, request);
    if (entitlement.outcome !== 'granted') return entitlement;
    const { origin, salt } = await this.begin(command, claim, entitlement.not_enabled);
    const [asked = {}] = request.rows;
    if (claim === null) return asOriginal(await this.run({ origin, asked, salt, until }));
    const lease = await this.writer.lease(origin.submission.job_id, origin.requestId);
    try {
      if ((await this.keys.claim(claim.key, claim.place, origin)) === 'lost') return 'again';
      return await this.run({ origin, asked, salt, until });
    } finally {
      await lease?.release();
    }
  }

  private async run(request: {
    origin: SubmissionOrigin;
    asked: AskedRow;
    salt: string;
    until: number;
  }): Promise<Step> {
    const ran = await this.runner.run(request);
    switch (ran.outcome) {
      case 'recorded':
        return resolvedOutcome(request.origin.submission, ran.job, ran.row);
      case 'beaten':
        return this.replays.of(request.origin.submission);
      case 'abandoned':
        return 'again';
    }
  }

  private async begin(
    { identity, request, mode }: ResolveCompany,
    claim: KeyClaim | null,
    notEnabled: readonly BlockKey[],
  ): Promise<{ origin: SubmissionOrigin; salt: string }> {
    const { clock, entropy, settings } = this.ports;
    const now = clock.now();
    const jobId = jobIdFrom(entropy.ulid());
    const salt =
      claim === null ? Buffer.from(entropy.bytes(16)).toString('hex') : saltOf(claim.key.text, jobId);
    const working = mode.deferLive ? DEFERRED_MS : settings.resolveTimeoutSeconds * 1_000 + GRACE_MS;
    const submission = draftSubmission({
      identity,
      request,
      operation: 'resolve',
      collection: mode.deferLive ? 'deferred' : 'inline',
      stored: mode.store,
      inlineUntil: new Date(now.getTime() + working).toISOString(),
      jobId,
      notEnabled,
      chunks: [0],
      retentionDays: settings.resultRetentionDays,
      digest: claim?.key.fingerprint ?? (await keyedDigest(salt, identity.canonical)),
    });
    return {
      origin: {
        submission,
        requestId: identity.requestId,
        time: nextTime(now, claim?.place.lastTime ?? null),
      },
      salt,
    };
  }
}

/** Without a key nothing is a replay: a worker that was first has only finished this very request. */
const asOriginal = (step: Step): Step =>
  step !== 'again' && step.outcome === 'replayed' ? { ...step, outcome: 'resolved' } : step;
