/** Finds jobs, and lists them by account, key, days, state, kind and failures, in an order of choice. */
import { endOfPrefix } from '../../../projections/key-parts.js';
import { JOB_LIST, type JobListDocument } from '../../../projections/job-list/job-list.document.js';
import type { JobHold, JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { JOB_STATUS } from '../../../projections/job-status/job-status.document.js';
import { NotNowError } from '../../../packages/platform/src/errors/not-now-error.js';
import { LaneStoppedError } from '../../../packages/platform/src/projector/applier.js';
import { OtherVersionError } from '../../../packages/platform/src/projector/drive.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import type { FieldCondition } from '../../../packages/platform/src/read-models/read-models.js';
import type { AccountId, KeyId, JobId } from '../../../packages/contract/src/ids.js';
import { LaneProgress } from '../../jobs/status/lane-progress.js';
import { findAccount, findKey } from '../accounts/find-account.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { recordAudit } from '../support/audit-records.js';
import type { JobView } from '../../jobs/status/job-bodies.js';
import { isLapsed } from '../../streams/job/hold.decider.js';
import { jobView } from '../../jobs/status/job-view.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

export const JOB_STATES = ['queued', 'running', 'cancelling', 'completed', 'cancelled'] as const;
export const JOB_KINDS = ['job', 'resolve'] as const;

type Field = keyof JobListDocument;
const SORTS = {
  newest: ['created_at', 'descending'],
  oldest: ['created_at', 'ascending'],
  rows: ['rows', 'descending'],
  failures: ['failures', 'descending'],
} as const satisfies Record<string, readonly [Field, 'ascending' | 'descending']>;
export type JobSort = keyof typeof SORTS;
export const JOB_SORTS = ['newest', 'oldest', 'rows', 'failures'] as const satisfies readonly JobSort[];

/** Selects jobs. Null means any. Days are UTC days on which jobs were submitted, both included. */
export interface JobFilter {
  readonly account: AccountId | null;
  readonly key: KeyId | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly state: (typeof JOB_STATES)[number] | null;
  readonly kind: (typeof JOB_KINDS)[number] | null;
  /** Only jobs in which a row failed as a whole. */
  readonly onlyWithFailures: boolean;
  readonly sort: JobSort;
}

export const EVERY_JOB: JobFilter = {
  ...{ account: null, key: null, from: null, to: null, state: null, kind: null },
  onlyWithFailures: false,
  sort: 'newest',
};

export interface ListedJobs {
  readonly jobs: readonly JobDetails[];
  /** The number of jobs that pass the filter; null while the list is first made from the log. */
  readonly total: number | null;
}

/** Part of a list: items to leave out before it, and the maximum number of items. */
interface ListPart {
  readonly skip: number;
  readonly limit: number;
}

const NOT_READY: ListedJobs = { jobs: [], total: null };

/** The number of jobs that one read of a whole list returns. */
const JOBS_AT_ONCE = 500;

/** A filter with one more bound: jobs submitted before `until`. The console's URLs don't have this bound. */
type BoundedFilter = JobFilter & { readonly until?: string };

/** @throws WrongRequest for an unknown account or key */
export async function listJobs(
  operator: OperatorServices,
  filter: JobFilter,
  part: ListPart,
): Promise<ListedJobs> {
  await catchUpJobs(operator);
  if (filter.account !== null) await findAccount(operator, filter.account);
  try {
    await driveLanesToHead(operator, 'support');
  } catch (error) {
    // The page may show other things too, so a missing list is no error.
    if (error instanceof LaneStoppedError || error instanceof OtherVersionError) return NOT_READY;
    throw error;
  }
  return whenReady(() => readJobs(operator, filter, part), NOT_READY);
}

async function readJobs(
  operator: OperatorServices,
  filter: BoundedFilter,
  part: ListPart & { readonly isCounted?: boolean },
): Promise<ListedJobs> {
  const { models } = operator;
  const [sort, order] = SORTS[filter.sort];
  const conditions = await conditionsOf(operator, filter);
  const { documents, total } = await models.select(JOB_LIST.name, {
    index: 'list',
    where: conditions,
    sort,
    order,
    ...part,
  });
  const ids = documents.map(({ key }) => key);
  const lanes = new LaneProgress(models);
  const jobs: JobDetails[] = [];
  for (const document of await models.getMany(JOB_STATUS.name, ids))
    jobs.push(await jobDetails(JOB_STATUS.fields(document), lanes));
  return { jobs, total };
}

/** Shows an operator the list. An audit record of the account or key is written. @throws WrongRequest */
export async function listJobsWithAudit(
  operator: OperatorServices,
  filter: JobFilter,
  { reason, ...part }: ListPart & { readonly reason: string | null },
): Promise<ListedJobs> {
  const list = await listJobs(operator, filter, part);
  await auditList(operator, filter, reason);
  return list;
}

async function auditList(
  operator: OperatorServices,
  { account, key }: JobFilter,
  reason: string | null,
): Promise<void> {
  if (key !== null) {
    const { account_id } = await findKey(operator, key);
    const owner = { key_id: key, account_id };
    await recordAudit(operator, { owner, about: { kind: 'key', key_id: key }, reason });
  } else if (account !== null) {
    const owner = { account_id: account };
    await recordAudit(operator, { owner, about: { kind: 'account', account_id: account }, reason });
  }
}

/**
 * Returns every job that is in the list at the time of the call.
 * @throws WrongRequest
 * @throws NotNowError while the list is being made
 */
export async function everyJob(
  operator: OperatorServices,
  filter: JobFilter,
): Promise<AsyncIterable<JobDetails>> {
  const { jobs, total } = await listJobs(operator, { ...filter, sort: 'newest' }, { skip: 0, limit: 1 });
  if (total === null) throw new NotNowError('The list of jobs is being made from the log. Try again later.');
  // Jobs that are submitted meanwhile must not move the others to another part.
  const until = jobs.map(({ created_at }) => endOfPrefix(created_at))[0];
  return jobsInParts(operator, { ...filter, ...(until === undefined ? {} : { until }) }, total);
}

/** Gives an operator every job of the list. An audit record is written first, as for the list. */
export async function everyJobWithAudit(
  operator: OperatorServices,
  filter: JobFilter,
  reason: string | null,
): Promise<AsyncIterable<JobDetails>> {
  const jobs = await everyJob(operator, filter);
  await auditList(operator, filter, reason);
  return jobs;
}

async function* jobsInParts(
  operator: OperatorServices,
  filter: BoundedFilter,
  total: number,
): AsyncGenerator<JobDetails> {
  for (let skip = 0; skip < total;) {
    const { jobs } = await readJobs(operator, filter, { skip, limit: JOBS_AT_ONCE, isCounted: false });
    if (jobs.length === 0) return;
    yield* jobs;
    skip += jobs.length;
  }
}

async function conditionsOf(
  operator: OperatorServices,
  { account, key, from, to, until, state, kind, onlyWithFailures }: BoundedFilter,
): Promise<Readonly<Partial<Record<Field, FieldCondition>>>> {
  // The index begins with the account, so the account of the key is needed too.
  const owner = account ?? (key === null ? null : (await findKey(operator, key)).account_id);
  const ends = [...(to === null ? [] : [endOfPrefix(to)]), ...(until === undefined ? [] : [until])].sort();
  const times = { ...(from === null ? {} : { from }), ...(ends[0] === undefined ? {} : { to: ends[0] }) };
  return {
    ...(owner === null ? {} : { account_id: owner }),
    ...(key === null ? {} : { key_id: key }),
    ...(Object.keys(times).length === 0 ? {} : { created_at: times }),
    ...(state === null ? {} : { status: state }),
    ...(kind === null ? {} : { operation: kind === 'resolve' ? 'resolve' : 'enrich_job' }),
    ...(onlyWithFailures ? { failures: { from: 1 } } : {}),
  };
}

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
async function catchUpJobs(operator: OperatorServices): Promise<void> {
  await driveLanesToHead(operator, 'access', 'work', 'pages');
  // Jobs are shown even if the billing lane is stopped.
  await driveLanesToHead(operator, 'billing').catch((error: unknown) => {
    if (!(error instanceof LaneStoppedError)) throw error;
  });
}

/** Shows a job as ended only once its pages and its usage can be read. */
async function jobDetails(job: JobStatusDocument, lanes: LaneProgress): Promise<JobDetails> {
  const { account_id, key_id, request_id, operation, environment, hold = null } = job;
  const isEnded = await lanes.isShownEnded(job);
  const standingHold = hold !== null && isLapsed(hold, new Date().toISOString()) ? null : hold;
  const requestFields = { account_id, key_id, request_id, operation, environment };
  return { ...jobView(job, isEnded), ...requestFields, hold: standingHold };
}
