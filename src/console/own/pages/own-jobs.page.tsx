/** The pages of a customer's own jobs: progress, cost, and the failed rows as a file. */
import {
  customerJobErrors,
  customerErrorsGone,
  customerJob,
  type UnansweredKind,
} from '../../../operator/own-account/own-jobs.js';
import { jobBillOrNull, type JobBill } from '../../../operator/jobs/job-bill.js';
import { jobRequestFacts, JOB_COLUMNS, skippedRows } from '../../../operator/jobs/job-details.sheet.js';
import { jobsOfAccount, jobsPage, type JobDetails } from '../../../operator/jobs/find-jobs.js';
import { owedFacts } from '../../../investigate/sheets/sheet-columns.js';
import { pageNotFound } from '../../error-pages.js';
import { ROWS_GONE, type RowsGoneLabel, JobProgress } from '../../view/job-progress.js';
import { page, part } from '../../console-page.js';
import type { Markup } from '../../view/jsx-markup.js';
import { readJobId } from '../../form-values.js';
import { csvFile, type CsvColumns } from '../csv-file.js';
import type { OwnPage } from '../own-page.js';
import { ownPaths } from '../own-paths.js';
import { FactList, TableView, viewTable, type CellContent } from '../../view/sheet.js';
import { cell, type SheetColumns } from '../../../../packages/words/src/sheet/sheet.js';
import { thousands } from '../../../../packages/words/src/text/formats.js';

const MAX_JOBS = 50;

const OWN_JOBS: SheetColumns<JobDetails, CellContent> = {
  ...JOB_COLUMNS,
  job: ({ job_id }) => (
    <a href={ownPaths.job(job_id)} class="id">
      {job_id}
    </a>
  ),
  key: ({ key_id }) => cell.code(key_id),
};

/** Ids of adjustments are plain text here: only operators may open their pages. */
const OWN_ADJUSTMENTS: SheetColumns<JobBill['adjustments'][number], CellContent> = {
  made: ({ time }) => cell.time(time),
  adjustment: ({ adjustment_id }) => cell.code(adjustment_id),
  units: ({ units }) => units,
  reason: ({ reason, reverses }) => (reverses === null ? reason : `${reason}, reverses ${reverses}`),
  amount: ({ amount, currency }) => cell.money(amount, currency),
};

export const ownJobsPage: OwnPage = {
  path: '/jobs',
  answer: async ({ operator, account, query }) => {
    const before = query['before'] === undefined ? null : readJobId(query['before']);
    const { jobs, last } = await jobsPage(operator, account, { before, limit: MAX_JOBS });
    return page(
      'Jobs',
      <>
        <h1>Jobs</h1>
        <p class="acts">
          <a class="button plain" href={`${ownPaths.jobs}.csv`} download>
            All jobs as CSV
          </a>
        </p>
        <TableView
          name="Jobs and single resolves, the newest first"
          table={viewTable(jobs, OWN_JOBS, { none: 'No job has been submitted yet.' })}
        />
        <p class="acts">
          {before !== null && (
            <a class="button plain" href={ownPaths.jobs}>
              The newest jobs
            </a>
          )}{' '}
          {last !== null && (
            <a class="button" href={`${ownPaths.jobs}?before=${last}`}>
              Earlier jobs
            </a>
          )}
        </p>
      </>,
    );
  },
};

const JOB_CSV_COLUMNS: CsvColumns<JobDetails> = {
  job_id: (job) => job.job_id,
  key_id: (job) => job.key_id,
  operation: (job) => job.operation,
  status: (job) => job.status,
  created_at: (job) => job.created_at,
  finished_at: (job) => job.finished_at,
  total: (job) => job.counts.total,
  processed: (job) => job.counts.processed,
  succeeded: (job) => job.counts.succeeded,
  not_found: (job) => job.counts.not_found,
  failed: (job) => job.counts.failed,
  site_unreachable: (job) => job.counts.site_unreachable,
  blocks: (job) => job.blocks.join(' '),
  skipped: skippedRows,
};

export const ownJobsFile: OwnPage = {
  path: '/jobs.csv',
  answer: async ({ operator, account }) =>
    csvFile(`jobs-${account}.csv`, jobsOfAccount(operator, account), JOB_CSV_COLUMNS),
};

export const ownJobPage: OwnPage = {
  path: '/jobs/:job',
  answer: async ({ operator, account, params, now }) => {
    const id = readJobId(params['job']);
    const job = await customerJob(operator, account, id);
    const goneReason = await customerErrorsGone(operator, { account, job: id, now });
    const jobPath = ownPaths.job(id);
    const bill = await jobBillOrNull(operator, id);
    return page(
      `Job ${id}`,
      <>
        <h1>
          Job <code>{id}</code>
        </h1>
        <JobProgress job={job} path={jobPath} />
        <FactList
          facts={{
            key: cell.code(job.key_id),
            ...jobRequestFacts(job),
            ...(bill === null ? {} : owedFacts(bill)),
          }}
        />
        {bill !== null && bill.adjustments.length > 0 && (
          <TableView name="Adjustments" table={viewTable(bill.adjustments, OWN_ADJUSTMENTS)} />
        )}
        <Errors path={jobPath} goneReason={goneReason} job={job} />
      </>,
    );
  },
};

/** Links to the failed and to the skipped rows as files. Rows skipped by a cancel do not count as failed. */
function Errors({
  path,
  goneReason,
  job,
}: {
  path: string;
  goneReason: RowsGoneLabel | null;
  job: JobDetails;
}): Markup {
  if (goneReason !== null) return <p class="soft">{ROWS_GONE[goneReason]}</p>;
  const soFar = job.results_ready ? '' : ' so far';
  const failed = job.counts.not_found + job.counts.failed;
  const skipped = skippedRows(job) ?? 0;
  return (
    <>
      {failed === 0 ? (
        <p class="soft">No row has failed as a whole{soFar}.</p>
      ) : (
        <p class="acts">
          <a class="button" href={`${path}/errors.csv`} download>
            Rows that failed as a whole{soFar} ({thousands(failed)}), as CSV
          </a>
        </p>
      )}
      {skipped > 0 && (
        <p class="acts">
          <a class="button" href={`${path}/skipped.csv`} download>
            Rows that the cancel skipped ({thousands(skipped)}), as CSV
          </a>
        </p>
      )}
    </>
  );
}

/** The progress part of the page, fetched again while the job runs. */
export const ownJobProgress: OwnPage = {
  path: '/jobs/:job/progress',
  polled: true,
  answer: async ({ operator, account, params }) => {
    const id = readJobId(params['job']);
    const job = await customerJob(operator, account, id);
    return part(<JobProgress job={job} path={ownPaths.job(id)} />);
  },
};

/** The fields of a failed row in the API. */
const ERROR_COLUMNS = [
  'row',
  'ref',
  'company_number',
  'company_name',
  'domain',
  'reason',
  'retry_suggested',
  'detail',
  'candidates',
] as const;

const errorsFile = (kind: UnansweredKind, name: 'errors' | 'skipped'): OwnPage => ({
  path: `/jobs/:job/${name}.csv`,
  answer: async ({ operator, account, params, now }) => {
    const request = { account, job: readJobId(params['job']), now };
    if ((await customerErrorsGone(operator, request)) !== null) throw pageNotFound();
    const columns = Object.fromEntries(
      ERROR_COLUMNS.map((column) => [column, (row: Readonly<Record<string, unknown>>) => row[column]]),
    );
    return csvFile(`${name}-${request.job}.csv`, customerJobErrors(operator, request, kind), columns);
  },
});

export const ownErrorsFile = errorsFile('failed', 'errors');
export const ownSkippedFile = errorsFile('skipped', 'skipped');
