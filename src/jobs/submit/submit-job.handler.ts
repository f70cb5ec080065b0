/** POST /v1/enrich/jobs and GET /v1/resolve with `wait=false`: a job that runs in the background. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject } from '@nestjs/common';
import type { ICommandHandler } from '@nestjs/cqrs';
import { CommandHandler } from '@nestjs/cqrs';
import { maxChunkRows } from '../../streams/rows/record-size.js';
import { nextTime } from '../../streams/envelope.js';
import type { AskedRow } from '../../streams/rowdata/rowdata.events.js';
import type { BlockKey } from '../../shared/block-key.js';
import { jobIdFrom } from '../../shared/ids.js';
import type { SubmitOutcome } from '../commands.js';
import { SubmitJob } from '../commands.js';
import type { JobPorts } from '../job-ports.js';
import { JOB_PORTS } from '../job-ports.js';
import type { PlannedChunk } from './chunk-plan.js';
import { cutAt, planChunks } from './chunk-plan.js';
import type { Claim } from './claim-chain.js';
import { draftSubmission } from './draft-submission.js';
import { entitlementOf } from './entitlement.js';
import { keyedDigest, saltOf } from './fingerprint.js';
import type { KeyClaim, PresentedKey } from './idempotency-keys.js';
import { IdempotencyKeys, claimedOrigin } from './idempotency-keys.js';
import type { SubmissionOrigin } from './submission-events.js';
import type { Written } from './submission-writer.js';
import { SubmissionWriter } from './submission-writer.js';

/** Another request was faster: the log must be read again. */
type Step = SubmitOutcome | 'again';

@CommandHandler(SubmitJob)
export class SubmitJobHandler implements ICommandHandler<SubmitJob> {
  private readonly keys: IdempotencyKeys;
  private readonly writer: SubmissionWriter;

  constructor(@Inject(JOB_PORTS) private readonly ports: JobPorts) {
    this.keys = new IdempotencyKeys(ports);
    this.writer = new SubmissionWriter(ports);
  }

  async execute(command: SubmitJob): Promise<SubmitOutcome> {
    const key = await this.keys.presented(command.identity);
    for (;;) {
      const step = await this.step(command, key);
      if (step !== 'again') return step;
    }
  }

  private async step(command: SubmitJob, key: PresentedKey | null): Promise<Step> {
    if (key === null) return this.submitNew(command, null);
    const standing = await this.keys.standingOf(key);
    switch (standing.standing) {
      case 'reused':
        return { outcome: 'idempotency_key_reused' };
      case 'held':
        return { outcome: 'replayed', job_id: standing.job.job, position: standing.job.position };
      case 'unfinished':
        return this.joinOther(command, key, standing.claim);
      case 'free':
        return this.submitNew(command, { key, place: standing.place });
    }
  }

  /** An equal request began this job: wait for it, or finish it where its process is gone. */
  private async joinOther({ identity, request }: SubmitJob, key: PresentedKey, claim: Claim): Promise<Step> {
    const { job_id, chunks } = claim.submission;
    const waited = await this.writer.waitFor(job_id, identity.requestId);
    if (waited.outcome !== 'take_over') return answer(waited, 'replayed');
    try {
      const cut = cutAt(request.rows, chunks);
      const written = await this.writer.write(claimedOrigin(claim), cut, saltOf(key.text, job_id));
      return answer(written, 'replayed');
    } finally {
      await waited.lease.release();
    }
  }

  private async submitNew(command: SubmitJob, claim: KeyClaim | null): Promise<Step> {
    const entitlement = entitlementOf(command.identity.caller, command.request);
    if (entitlement.outcome !== 'granted') return entitlement;
    const chunks = await plan(command.request.rows, command.request.blocks);
    const { origin, salt } = await this.begin(command, claim, chunks, entitlement.not_enabled);
    if (claim === null) return answer(await this.writer.write(origin, chunks, salt), 'accepted');
    const lease = await this.writer.lease(origin.submission.job_id, origin.requestId);
    try {
      if ((await this.keys.claim(claim.key, claim.place, origin)) === 'lost') return 'again';
      return answer(await this.writer.write(origin, chunks, salt), 'accepted');
    } finally {
      await lease?.release();
    }
  }

  private async begin(
    { identity, request, operation }: SubmitJob,
    claim: KeyClaim | null,
    chunks: readonly PlannedChunk[],
    notEnabled: readonly BlockKey[],
  ): Promise<{ origin: SubmissionOrigin; salt: string }> {
    const { clock, entropy, settings } = this.ports;
    const jobId = jobIdFrom(entropy.ulid());
    const salt =
      claim === null ? Buffer.from(entropy.bytes(16)).toString('hex') : saltOf(claim.key.text, jobId);
    const submission = draftSubmission({
      identity,
      request,
      operation,
      collection: 'pages',
      stored: true,
      inlineUntil: null,
      jobId,
      notEnabled,
      chunks: chunks.map(({ from }) => from),
      retentionDays: settings.resultRetentionDays,
      digest: claim?.key.fingerprint ?? (await keyedDigest(salt, identity.canonical)),
    });
    const origin = {
      submission,
      requestId: identity.requestId,
      time: nextTime(clock.now(), claim?.place.lastTime ?? null),
    };
    return { origin, salt };
  }
}

const answer = (written: Written, outcome: 'accepted' | 'replayed'): Step =>
  written.outcome === 'abandoned'
    ? 'again'
    : { outcome, job_id: written.job.job, position: written.job.position };

/** Chunks between two turns of the event loop: some milliseconds of work. */
const CHUNKS_A_TURN = 8;

async function plan(rows: readonly AskedRow[], blocks: readonly BlockKey[]): Promise<PlannedChunk[]> {
  const chunks: PlannedChunk[] = [];
  for (const chunk of planChunks(rows, maxChunkRows(blocks))) {
    chunks.push(chunk);
    if (chunks.length % CHUNKS_A_TURN === 0) await nextTurn();
  }
  return chunks;
}
