/** Jobs as the API shows them, and whose they are. */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { JOB_STATUS, jobStatusKey } from '../../../projections/job-status/job-status.document.js';
import type { JobView } from '../../jobs/status/job-bodies.js';
import { isShownEnded, jobView } from '../../jobs/status/job-view.js';
import { LaneMarks } from '../../jobs/status/lane-marks.js';
import { LaneStoppedError } from '../../platform/projector/applier.js';
import { everyDocument } from '../../platform/projector/projector-state.js';
import type { AccountId, JobId, KeyId } from '../../shared/ids.js';
import { findAccount } from '../accounts/find-account.js';
import { upToDate, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';

/** The Job of the API, and whose it is. */
export interface JobShown extends JobView {
  readonly account_id: AccountId;
  readonly key_id: KeyId;
  readonly request_id: string;
  readonly operation: JobStatusDocument['operation'];
  readonly environment: JobStatusDocument['environment'];
}

export const unknownJob = (jobId: JobId): WrongRequest =>
  new WrongRequest('unknown_job', `There is no job ${jobId}.`);

/** As the work lane knows it. @throws WrongRequest */
export async function findJob({ models }: Operator, jobId: JobId): Promise<JobStatusDocument> {
  const job = await models.find(JOB_STATUS, jobStatusKey(jobId));
  if (job === undefined) throw unknownJob(jobId);
  return job;
}

export async function showJob(operator: Operator, jobId: JobId): Promise<JobShown> {
  await catchUp(operator);
  return jobShown(await findJob(operator, jobId), new LaneMarks(operator.models));
}

/** The newest first. */
export async function* jobsOfAccount(operator: Operator, account: AccountId): AsyncGenerator<JobShown> {
  await catchUp(operator);
  await findAccount(operator, account);
  const marks = new LaneMarks(operator.models);
  const query = { index: 'by_account', equals: [account], order: 'descending' } as const;
  for await (const document of everyDocument(operator.models, JOB_STATUS.name, query))
    yield jobShown(JOB_STATUS.fields(document), marks);
}

async function catchUp(operator: Operator): Promise<void> {
  await upToDate(operator, 'access', 'work', 'pages');
  // A billing lane that has stopped doesn't hold back any job.
  await upToDate(operator, 'billing').catch((error: unknown) => {
    if (!(error instanceof LaneStoppedError)) throw error;
  });
}

/** A job is shown as ended when its pages and its usage are there to read. */
async function jobShown(job: JobStatusDocument, marks: LaneMarks): Promise<JobShown> {
  const { ended_position, account_id, key_id, request_id, operation, environment } = job;
  const ended = ended_position !== null && isShownEnded(job, await marks.marksFor(ended_position));
  return { ...jobView(job, ended), account_id, key_id, request_id, operation, environment };
}
