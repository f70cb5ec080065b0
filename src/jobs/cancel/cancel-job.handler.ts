/** Handles POST /v1/enrich/jobs/{job_id}/cancel. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AccountId } from '../../shared/ids.js';
import { CancelJob, type CancelOutcome } from '../commands.js';
import { requestCancel } from '../../streams/job/job.decider.js';
import { isActive, isEnded, type JobState } from '../../streams/job/job.state.js';
import { JobRepository } from '../job-stream.js';

@CommandHandler(CancelJob)
export class CancelJobHandler implements ICommandHandler<CancelJob> {
  constructor(private readonly jobs: JobRepository) {}

  async execute({ caller, requestId, jobId }: CancelJob): Promise<CancelOutcome> {
    const job = await this.jobs.load(jobId);
    if (!belongsTo(job.state, caller.account_id)) return { outcome: 'job_not_found' };
    const context = { requestId, actor: `key:${caller.key_id}`, account: caller.account_id };
    const cancelled = await this.jobs.decide(job, { context, purpose: requestId }, (state, time) =>
      requestCancel(state, caller.key_id, time),
    );
    switch (cancelled.outcome) {
      case 'refused':
        return { outcome: 'job_not_found' };
      case 'appended':
      case 'unchanged': {
        const outcome = cancelled.outcome === 'appended' ? 'requested' : 'unchanged';
        return { outcome, job_id: jobId, position: cancelled.loaded.position };
      }
    }
  }
}

/** A job of another account gets the same answer as a job that never existed (Spec 7.9). */
const belongsTo = (state: JobState, account: AccountId): boolean =>
  (isActive(state) || isEnded(state)) && state.submission.account_id === account;
