/**
 * Closes a submission that was never finished. SubmissionAbandoned is written where JobSubmitted would stand,
 * so exactly one of the two is ever written. Then the rows that were written are deleted for good, and
 * nothing can follow them (Architecture 3.1).
 */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { abandon } from '../../streams/job/job.decider.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { COORDINATION } from '../../../packages/platform/src/nest/tokens.js';
import { AbandonSubmission } from '../commands.js';
import { DataDeletion } from '../retention/data-deletion.js';
import { JobRepository } from '../job-stream.js';

/**
 * Prefix of the keys of notes that mark a closing in progress. If the process dies, the eraser finds the note
 * and finishes the closing.
 */
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
    const note = `${CLOSING_NOTE_PREFIX}${jobId}`;
    await this.coordination.put(note, {}, { ttl: NOTE_TTL_MS });
    const loaded = await this.jobs.load(jobId);
    const decision = await this.jobs.decide(loaded, { context, purpose: '' }, (state) =>
      abandon(state, { job_id: jobId }, 'not finished within 24 hours'),
    );
    if (decision.outcome !== 'refused') await this.deletion.deleteUnfinished(jobId, context);
    await this.coordination.delete(note);
  }
}
