/** Shows a job to an operator. An audit record is written first. */
import type { JobId } from '../../shared/ids.js';
import { showJob, type JobDetails } from './find-jobs.js';
import type { Operator } from '../operator.js';
import { auditOf, recordAudit } from '../support/audit-records.js';

/** @throws WrongRequest */
export async function lookAtJob(operator: Operator, job: JobId, reason: string | null): Promise<JobDetails> {
  const details = await showJob(operator, job);
  await recordAudit(operator, { ...auditOf(details), about: { kind: 'job', job_id: job }, reason });
  return details;
}
