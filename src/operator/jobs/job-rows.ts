/** Reads a page of a job's rows as the API serves them. An operator's read writes an audit record. */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { readErrorsPage } from '../../jobs/pages/errors-page.js';
import { readResultsPage } from '../../jobs/pages/results-page.js';
import { ExpiryGuard } from '../../jobs/retention/expiry-guard.js';
import { retainedJobsOf } from '../../jobs/retention/retained-jobs.js';
import { isShownEnded } from '../../jobs/status/job-view.js';
import { LaneMarks } from '../../jobs/status/lane-marks.js';
import { rowsGoneFor, type RowsGone } from '../../jobs/status/rows-gone.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { plainOf } from '../../../packages/platform/src/bytes/deflated.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { driveLanesToHead, type Operator } from '../operator.js';
import { auditOf, recordAudit } from '../support/audit-records.js';
import { findJobDocument, unknownJobError } from './find-jobs.js';

export interface RowsRequest {
  readonly job: JobId;
  /** `errors`: rows that failed or were skipped, with their reasons. */
  readonly kind: 'results' | 'errors';
  /** The number of the page's first row. */
  readonly from: number;
  readonly limit: number;
  readonly reason: string | null;
  readonly now: Date;
}

export interface JobRowsPage {
  readonly job: Pick<JobStatusDocument, 'job_id' | 'account_id' | 'rows'>;
  /** The reason why the rows can't be read; null where they can. */
  readonly gone: RowsGone['outcome'] | null;
  /** The rows as the API serves them. */
  readonly rows: readonly JsonObject[];
  /** The first row of the next page; null: there is none. */
  readonly next: number | null;
  readonly remaining: number;
}

/** @param clock the clock that the stores' times are compared with */
export const expiryGuardOf = ({ stores, models }: Operator, clock = systemClock): ExpiryGuard =>
  new ExpiryGuard({ coordination: stores.coordination, clock, jobs: retainedJobsOf(models) });

/** @throws WrongRequest */
export async function showJobRows(operator: Operator, request: RowsRequest): Promise<JobRowsPage> {
  const job = await loadJob(operator, request.job);
  const about = { kind: 'rows', job_id: request.job, from: request.from } as const;
  await recordAudit(operator, { ...auditOf(job), about, reason: request.reason });
  return readRows(operator, job, request);
}

/**
 * Reads rows for the job's own customer, without an audit record.
 * @throws WrongRequest for another customer's job, as for a missing one
 */
export async function customerJobRows(
  operator: Operator,
  account: AccountId,
  request: Omit<RowsRequest, 'reason'>,
): Promise<JobRowsPage> {
  const job = await loadJob(operator, request.job);
  if (job.account_id !== account) throw unknownJobError(request.job);
  return readRows(operator, job, request);
}

async function loadJob(operator: Operator, job: JobId): Promise<JobStatusDocument> {
  await driveLanesToHead(operator, 'work', 'pages');
  return findJobDocument(operator, job);
}

async function readRows(
  operator: Operator,
  job: JobStatusDocument,
  request: Omit<RowsRequest, 'reason'>,
): Promise<JobRowsPage> {
  const { models, stores } = operator;
  const rowsGone = await rowsGoneFor(job, request.now, () => expiryGuardOf(operator).isOnHold());
  if (rowsGone !== null || request.from >= job.rows)
    return { job, gone: rowsGone?.outcome ?? null, rows: [], next: null, remaining: 0 };
  const { ended_position: end } = job;
  const isEnded = end !== null && isShownEnded(job, await new LaneMarks(models).marksFor(end));
  const sources = { reader: models, events: stores.eventStore };
  const page = { job, isEnded, from: request.from, limit: request.limit };
  if (request.kind === 'errors') {
    const { entries, next, remaining } = await readErrorsPage(sources, page);
    return { job, gone: null, rows: entries.map(parseRow), next, remaining };
  }
  const results = await readResultsPage(sources, page);
  const rows: JsonObject[] = [];
  for await (const bytes of results.rowsJson()) rows.push(...rowsIn(plainOf(bytes)));
  const { next, remaining } = results;
  const numberedRows = rows.map((row, index) => ({ row: request.from + index, ...row }));
  return { job, gone: null, rows: numberedRows, next, remaining };
}

/** Parses JSON that this program wrote. */
const parseRow = (bytes: Uint8Array): JsonObject =>
  JSON.parse(Buffer.from(bytes).toString('utf8')) as JsonObject;
/** Parses one or several rows, joined by commas. */
const rowsIn = (bytes: Uint8Array): JsonObject[] =>
  JSON.parse(`[${Buffer.from(bytes).toString('utf8')}]`) as JsonObject[];
