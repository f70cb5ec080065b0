/** The sheet of one job as the API shows it, and the columns of lists of jobs. */
import {
  cell,
  type Cell,
  type SheetColumns,
  type SheetFacts,
  type Sheet,
} from '../../../packages/words/src/sheet/sheet.js';
import { figureAdjustmentsPart, owedFacts, owedSentences } from '../../investigate/sheets/shared-parts.js';
import type { JobHold } from '../../../projections/job-status/job-status.document.js';
import { moment } from '../../../packages/words/src/text/formats.js';
import type { JobBill } from './job-bill.js';
import type { JobDetails } from './list-jobs.js';

export const jobStatusCell = ({ status }: Pick<JobDetails, 'status'>): Cell =>
  cell.badge(
    status,
    status === 'completed' ? 'good' : ['failed', 'cancelled'].includes(status) ? 'bad' : 'plain',
  );

/** Returns the number of rows that a cancel kept from starting; null until the job has ended. */
export function skippedRows({ results_ready, counts }: JobDetails): number | null {
  return results_ready ? counts.total - counts.processed : null;
}

/** Columns that change while a job runs. */
const PROGRESS_COLUMNS: SheetColumns<JobDetails> = {
  status: jobStatusCell,
  rows: ({ counts }) => counts.total,
  delivered: ({ counts }) => counts.succeeded,
  'not found': ({ counts }) => counts.not_found,
  failed: ({ counts }) => counts.failed,
  skipped: skippedRows,
};

export const JOB_COLUMNS: SheetColumns<JobDetails> = {
  submitted: ({ created_at }) => cell.time(created_at),
  job: ({ job_id }) => cell.job(job_id),
  key: ({ key_id }) => cell.key(key_id),
  asked: ({ operation }) => (operation === 'resolve' ? 'resolve' : 'job'),
  ...PROGRESS_COLUMNS,
};

export const jobProgressFacts = (job: JobDetails): SheetFacts =>
  Object.fromEntries(Object.entries(PROGRESS_COLUMNS).map(([name, column]) => [name, column(job)]));

/** Facts of a job that its customer may see as well. */
export const jobRequestFacts = (job: JobDetails): SheetFacts => ({
  asked: job.operation === 'resolve' ? 'as a single resolve' : 'as a job',
  blocks: job.blocks.join(', '),
  submitted: cell.time(job.created_at),
  finished: cell.time(job.finished_at),
  'rows kept until': cell.time(job.expires_at),
});

/** A hold in words. Its reason is an operator's text. */
export const holdText = ({ reason, until, since }: Pick<JobHold, 'reason' | 'until' | 'since'>): string =>
  `since ${moment(since)}, ${until === null ? 'until it is ended' : `until ${moment(until)}`}: ${reason}`;

/** @param bill null while the billing lane is stopped */
export const jobSheet = (job: JobDetails, bill: JobBill | null): Sheet => ({
  title: ['Job ', cell.code(job.job_id)],
  sentences: bill === null ? [] : owedSentences(bill),
  facts: {
    account: cell.account(job.account_id),
    key: [cell.key(job.key_id), ` (${job.environment})`],
    request: cell.request(job.request_id),
    ...jobRequestFacts(job),
    'held for a dispute': job.hold === null ? null : cell.client(holdText(job.hold)),
    ...(bill === null ? {} : owedFacts(bill)),
  },
  parts: [figureAdjustmentsPart(bill?.adjustments ?? [])],
});
