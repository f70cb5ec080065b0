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

const newestOf = (account: AccountId) =>
  ({ index: 'by_account', equals: [account], order: 'descending' }) as const;

/** The newest first. */
export async function* jobsOfAccount(operator: Operator, account: AccountId): AsyncGenerator<JobShown> {
  await catchUp(operator);
  await findAccount(operator, account);
  const marks = new LaneMarks(operator.models);
  const query = newestOf(account);
  for await (const document of everyDocument(operator.models, JOB_STATUS.name, query))
    yield jobShown(JOB_STATUS.fields(document), marks);
}

export interface JobsPage {
  readonly jobs: readonly JobShown[];
  /** The last one, where there are earlier ones; null where there are none. */
  readonly last: JobId | null;
}

/**
 * A page of an account's jobs, the newest first. Reads no more of them than it shows, and one.
 * @param wish.before begins after this job, the last of the page before; null: at the newest
 * @param wish.most how many jobs a page has
 */
export async function jobsPage(
  operator: Operator,
  account: AccountId,
  { before, most }: { readonly before: JobId | null; readonly most: number },
): Promise<JobsPage> {
  await catchUp(operator);
  await findAccount(operator, account);
  const marks = new LaneMarks(operator.models);
  const query = { ...newestOf(account), limit: most + 1, ...(before === null ? {} : { to: before }) };
  const found = await operator.models.range(JOB_STATUS.name, query);
  const jobs: JobShown[] = [];
  for (const document of found.slice(0, most)) jobs.push(await jobShown(JOB_STATUS.fields(document), marks));
  return { jobs, last: found.length > most ? (jobs.at(-1)?.job_id ?? null) : null };
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
