/** Erases the rows of an ended job before they expire. The job's facts and charges stay. */
import { EraseJobRows } from '../../jobs/commands.js';
import { JobsModule } from '../../jobs/job-commands.module.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { send, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { holdText } from './job-details.sheet.js';
import { showJob, unknownJobError, type JobDetails } from './find-jobs.js';

/** @throws WrongRequest for a job that is missing, held or not ended */
export async function eraseJob(
  operator: OperatorServices,
  jobId: JobId,
  reason: string,
): Promise<JobDetails & { readonly changed: boolean }> {
  const { actor, requestId } = operator.context;
  const result = await send(operator, JobsModule, new EraseJobRows(jobId, reason, actor, requestId));
  const { outcome } = result;
  if (result.outcome === 'job_held')
    throw new WrongRequest(
      'job_held',
      `The rows of ${jobId} are held for a dispute ${holdText(result.hold)}. End the hold first: jobs hold ${jobId} --end.`,
    );
  if (outcome === 'job_not_found') throw unknownJobError(jobId);
  if (outcome === 'job_not_ended')
    throw new WrongRequest('job_not_ended', `Job ${jobId} is not over yet: cancel it first, or wait.`);
  return { ...(await showJob(operator, jobId)), changed: outcome === 'erased' };
}
