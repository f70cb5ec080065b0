/**
 * Closes a submission that was never finished (Architecture 3.1). SubmissionAbandoned goes where JobSubmitted
 * would, so only one of the two is ever written. Then the submitted rows are deleted for good.
 */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { abandon } from '../../streams/job/job.decider.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { COORDINATION } from '../../../packages/platform/src/nest/tokens.js';
import { AbandonSubmission } from '../commands.js';
import { DataDeletion } from '../retention/data-deletion.js';
import { JobRepository } from '../job-stream.js';

/** The prefix of notes about closings. The eraser finishes a closing whose process died. */
export const CLOSING_NOTE_PREFIX = 'erase-pending/';
const NOTE_TTL_MS = 30 * 86_400_000;

@CommandHandler(AbandonSubmission)
export class AbandonSubmissionHandler implements ICommandHandler<AbandonSubmission> {
  constructor(
    @Inject(COORDINATION) private readonly coordination: Coordination,
    private readonly jobs: JobRepository,
    private readonly deletion: DataDeletion,
  ) {}

  async execute({ jobId, context }: AbandonSubmission): Promise<void> {
    const noteKey = `${CLOSING_NOTE_PREFIX}${jobId}`;
    await this.coordination.put(noteKey, {}, { ttl: NOTE_TTL_MS });
    const job = await this.jobs.load(jobId);
    const decision = await this.jobs.decide(job, { context, purpose: '' }, (state) =>
      abandon(state, { job_id: jobId }, 'not finished within 24 hours'),
    );
    if (decision.outcome !== 'refused') await this.deletion.deleteUnfinished(jobId, context);
    await this.coordination.delete(noteKey);
  }
}
