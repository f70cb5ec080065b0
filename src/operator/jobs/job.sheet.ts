/** A job as the API shows it, and lists of jobs. */
import { cell, type Cell, type SheetColumns, type SheetFacts, type Sheet } from '../../shared/sheet/sheet.js';
import { figureAdjustmentsPart, owedFacts } from '../../investigate/sheets/sheet-columns.js';
import type { JobBill } from './job-bill.js';
import type { JobShown } from './shown-jobs.js';

export const statusOf = ({ status }: Pick<JobShown, 'status'>): Cell =>
  cell.badge(
    status,
    status === 'completed' ? 'good' : ['failed', 'cancelled'].includes(status) ? 'bad' : 'plain',
  );

/** Rows that a cancel kept from being started; null until the job is over. They are no failures. */
export function skippedRows({ results_ready, counts }: JobShown): number | null {
  return results_ready ? counts.total - counts.processed : null;
}

/** What moves while it runs. */
const COUNTS: SheetColumns<JobShown> = {
  status: statusOf,
  rows: ({ counts }) => counts.total,
  delivered: ({ counts }) => counts.succeeded,
  'not found': ({ counts }) => counts.not_found,
  failed: ({ counts }) => counts.failed,
  skipped: skippedRows,
};

export const JOBS: SheetColumns<JobShown> = {
  submitted: ({ created_at }) => cell.time(created_at),
  job: ({ job_id }) => cell.job(job_id),
  key: ({ key_id }) => cell.key(key_id),
  asked: ({ operation }) => (operation === 'resolve' ? 'resolve' : 'job'),
  ...COUNTS,
};

export const jobCounts = (job: JobShown): SheetFacts =>
  Object.fromEntries(Object.entries(COUNTS).map(([name, of]) => [name, of(job)]));

/** What its customer may see of it too. */
export const jobLife = (job: JobShown): SheetFacts => ({
  asked: job.operation === 'resolve' ? 'as a single resolve' : 'as a job',
  blocks: job.blocks.join(', '),
  submitted: cell.time(job.created_at),
  finished: cell.time(job.finished_at),
  'rows kept until': cell.time(job.expires_at),
});

/** @param bill null while the billing lane stands still */
export const jobSheet = (job: JobShown, bill: JobBill | null): Sheet => ({
  title: ['Job ', cell.code(job.job_id)],
  facts: {
    account: cell.account(job.account_id),
    key: [cell.key(job.key_id), ` (${job.environment})`],
    request: cell.request(job.request_id),
    ...jobLife(job),
    ...(bill === null ? {} : owedFacts(bill)),
  },
  parts: [figureAdjustmentsPart(bill?.adjustments ?? [])],
});
