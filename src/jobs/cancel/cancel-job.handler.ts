/** Cancels a job: POST /v1/enrich/jobs/{job_id}/cancel. */
import { handledBy } from '../../../packages/platform/src/nest/stream-module.js';
import { firstLeaf } from '../../seals/sealed-tree.js';
import { requestCancel } from '../../streams/job/job.decider.js';
import { isActive, isEnded } from '../../streams/job/job.state.js';
import { CancelJob } from '../commands.js';
import { JobRepository } from '../job-stream.js';

export const cancelJobHandler = handledBy(JobRepository)(
  CancelJob,
  async (jobs, { caller: { account_id: account, key_id }, requestId, jobId }) => {
    const job = await jobs.load(jobId);
    const ownerId = isActive(job.state) || isEnded(job.state) ? job.state.submission.account_id : null;
    // A job of another account gets the same answer as a job that never existed (Spec 7.9).
    if (ownerId !== account) return { outcome: 'job_not_found' } as const;
    const context = { requestId, actor: `key:${key_id}`, account };
    const decision = await jobs.decide(job, { context, purpose: requestId }, (state, time) =>
      requestCancel(state, key_id, time),
    );
    if (decision.outcome === 'refused') return { outcome: 'job_not_found' } as const;
    const outcome = decision.outcome === 'appended' ? ('requested' as const) : ('unchanged' as const);
    const { append, loaded: newJob } = decision;
    const receipt_event =
      append === null
        ? await jobs.receiptEventOf(jobId, 'JobCancelRequested')
        : firstLeaf(append, newJob.ownEventCount - append.events.length);
    return { outcome, job_id: jobId, position: newJob.position, receipt_event };
  },
);
