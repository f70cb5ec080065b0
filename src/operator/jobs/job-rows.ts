/** Rows of a job as its customer is served them, a page at a time; recorded as a look. */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { readErrorsPage } from '../../jobs/pages/errors-page.js';
import { readResultsPage } from '../../jobs/pages/results-page.js';
import { ExpiryGuard } from '../../jobs/retention/expiry-guard.js';
import { retainedJobsOf } from '../../jobs/retention/retained-jobs.js';
import { isShownEnded } from '../../jobs/status/job-view.js';
import { LaneMarks } from '../../jobs/status/lane-marks.js';
import { rowsGoneFor, type RowsGone } from '../../jobs/status/rows-gone.js';
import { systemClock } from '../../platform/time/clock.js';
import { plainOf } from '../../shared/deflated.js';
import type { AccountId, JobId } from '../../shared/ids.js';
import type { JsonObject } from '../../shared/json.js';
import { upToDate, type Operator } from '../operator.js';
import { ofKeyOrAccount, recordLook } from '../support/looks.js';
import { findJob, unknownJob } from './shown-jobs.js';

export interface RowsWish {
  readonly job: JobId;
  /** `errors`: rows that failed as a whole or were skipped, with their reasons. */
  readonly which: 'results' | 'errors';
  /** The first row of the page. */
  readonly from: number;
  readonly most: number;
  readonly reason: string | null;
  readonly now: Date;
}

export interface RowsShown {
  readonly job: Pick<JobStatusDocument, 'job_id' | 'account_id' | 'rows'>;
  /** Why there are none to be read; null where there are. */
  readonly gone: RowsGone['outcome'] | null;
  /** As they are served. */
  readonly rows: readonly JsonObject[];
  /** Where the next page begins; null: there is none. */
  readonly next: number | null;
  readonly remaining: number;
}

/** @param clock by which the stores' own times are judged */
export const expiryGuardOf = ({ stores, models }: Operator, clock = systemClock): ExpiryGuard =>
  new ExpiryGuard({ coordination: stores.coordination, clock, jobs: retainedJobsOf(models) });

/** @throws WrongRequest */
export async function showRows(operator: Operator, wish: RowsWish): Promise<RowsShown> {
  const job = await jobOf(operator, wish.job);
  const about = { kind: 'rows', job_id: wish.job, from: wish.from } as const;
  await recordLook(operator, { ...ofKeyOrAccount(job), about, reason: wish.reason });
  return rowsOf(operator, job, wish);
}

/** For the customer whose job it is: no look of an operator. @throws WrongRequest where it is another's, as if it weren't there */
export async function ownRows(
  operator: Operator,
  account: AccountId,
  wish: Omit<RowsWish, 'reason'>,
): Promise<RowsShown> {
  const job = await jobOf(operator, wish.job);
  if (job.account_id !== account) throw unknownJob(wish.job);
  return rowsOf(operator, job, wish);
}

async function jobOf(operator: Operator, job: JobId): Promise<JobStatusDocument> {
  await upToDate(operator, 'work', 'pages');
  return findJob(operator, job);
}

async function rowsOf(
  operator: Operator,
  job: JobStatusDocument,
  wish: Omit<RowsWish, 'reason'>,
): Promise<RowsShown> {
  const { models, stores } = operator;
  const gone = await rowsGoneFor(job, wish.now, () => expiryGuardOf(operator).holds());
  if (gone !== null || wish.from >= job.rows)
    return { job, gone: gone?.outcome ?? null, rows: [], next: null, remaining: 0 };
  const { ended_position: end } = job;
  const ended = end !== null && isShownEnded(job, await new LaneMarks(models).marksFor(end));
  const sources = { reader: models, events: stores.eventStore };
  const page = { job, ended, from: wish.from, limit: wish.most };
  if (wish.which === 'errors') {
    const { entries, next, remaining } = await readErrorsPage(sources, page);
    return { job, gone: null, rows: entries.map(parsed), next, remaining };
  }
  const results = await readResultsPage(sources, page);
  const rows: JsonObject[] = [];
  for await (const bytes of results.rowsJson()) rows.push(...rowsIn(plainOf(bytes)));
  const { next, remaining } = results;
  const numbered = rows.map((row, place) => ({ row: wish.from + place, ...row }));
  return { job, gone: null, rows: numbered, next, remaining };
}

/** JSON of our own making. */
const parsed = (bytes: Uint8Array): JsonObject =>
  JSON.parse(Buffer.from(bytes).toString('utf8')) as JsonObject;
/** A stretch may hold several, joined by commas. */
const rowsIn = (bytes: Uint8Array): JsonObject[] =>
  JSON.parse(`[${Buffer.from(bytes).toString('utf8')}]`) as JsonObject[];
