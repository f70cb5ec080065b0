/** Finds jobs as the API shows them, with their accounts and keys. */
import {
  type JobHold,
  type JobStatusDocument,
  JOB_STATUS,
} from '../../../projections/job-status/job-status.document.js';
import type { JobView } from '../../jobs/status/job-bodies.js';
import { isLapsed } from '../../streams/job/hold.decider.js';
import { jobView } from '../../jobs/status/job-view.js';
import { LaneProgress } from '../../jobs/status/lane-progress.js';
import { LaneStoppedError } from '../../../packages/platform/src/projector/applier.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { recordAudit } from '../support/audit-records.js';

/** The API's Job with its account, key and request. */
export interface JobDetails extends JobView {
  readonly account_id: AccountId;
  readonly key_id: KeyId;
  readonly request_id: string;
  readonly operation: JobStatusDocument['operation'];
  readonly environment: JobStatusDocument['environment'];
  /** The hold on the data of the job's rows; null where there is none, or the hold has lapsed. */
  readonly hold: JobHold | null;
}

export const unknownJobError = (jobId: JobId): WrongRequest =>
  new WrongRequest('unknown_job', `There is no job ${jobId}.`);

/**
 * The job's document in the work lane. The caller must bring that lane up to date first. @throws WrongRequest
 */
export async function findJobDocument(
  { models }: OperatorServices,
  jobId: JobId,
): Promise<JobStatusDocument> {
  const job = await models.find(JOB_STATUS, jobId);
  if (job === undefined) throw unknownJobError(jobId);
  return job;
}

export async function showJob(operator: OperatorServices, jobId: JobId): Promise<JobDetails> {
  await catchUpJobs(operator);
  return jobDetails(await findJobDocument(operator, jobId), new LaneProgress(operator.models));
}

/** Shows a job to an operator. An audit record is written first. @throws WrongRequest */
export async function showJobWithAudit(
  operator: OperatorServices,
  job: JobId,
  reason: string | null,
): Promise<JobDetails> {
  const details = await showJob(operator, job);
  await recordAudit(operator, { owner: details, about: { kind: 'job', job_id: job }, reason });
  return details;
}

/** Brings up to date the lanes whose documents show jobs. */
export async function catchUpJobs(operator: OperatorServices): Promise<void> {
  await driveLanesToHead(operator, 'access', 'work', 'pages');
  // Jobs are shown even if the billing lane is stopped.
  await driveLanesToHead(operator, 'billing').catch((error: unknown) => {
    if (!(error instanceof LaneStoppedError)) throw error;
  });
}

/** Shows a job as ended only once its pages and its usage can be read. */
export async function jobDetails(job: JobStatusDocument, lanes: LaneProgress): Promise<JobDetails> {
  const { account_id, key_id, request_id, operation, environment, hold = null } = job;
  const isEnded = await lanes.isShownEnded(job);
  const standingHold = hold !== null && isLapsed(hold, new Date().toISOString()) ? null : hold;
  const requestFields = { account_id, key_id, request_id, operation, environment };
  return { ...jobView(job, isEnded), ...requestFields, hold: standingHold };
}
