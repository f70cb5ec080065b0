/** The pages of a customer's own jobs: progress, cost, and the failed rows as a file. */
import {
  customerJobErrors,
  customerErrorsGoneReason,
  customerJob,
  type UnansweredKind,
} from '../../../operator/own-account/own-jobs.js';
import { jobBillOrNull, type JobBill } from '../../../operator/jobs/job-bill.js';
import { jobRequestFacts, skippedRows } from '../../../operator/jobs/job-details.sheet.js';
import { type JobDetails, everyJob, listJobs, type JobFilter } from '../../../operator/jobs/list-jobs.js';
import { owedFacts } from '../../../investigate/sheets/shared-parts.js';
import { pageNotFoundError } from '../../error-pages.js';
import { ROWS_GONE_TEXTS, type RowsGoneReason, JobProgress } from '../../view/job-progress.js';
import { csvFile, headedPage, page, part } from '../../console-page.js';
import type { Markup } from '../../view/jsx-markup.js';
import { ButtonLink } from '../../view/parts.js';
import { readJobId } from '../../form-values.js';
import { JOB_CSV_COLUMNS, JobsList, readJobFilter, type ListPlace } from '../../view/jobs-list.js';
import { partOf, readPaging } from '../../view/list-parts.js';
import { customerJobRows, everyCustomerRow } from '../../../operator/jobs/job-rows.js';
import { readRowFilter, readRowsPaging, ROW_CSV_COLUMNS, RowsList } from '../../view/rows-list.js';
import type { OwnPage, OwnVisit } from '../own-page.js';
import { ownPaths } from '../own-paths.js';
import { FactList, ListTable, type CellContent } from '../../view/sheet.js';
import { cell, type SheetColumns } from '../../../../packages/words/src/sheet/sheet.js';
import { fieldColumns } from '../../../../packages/words/src/text/csv-cell.js';
import { thousands } from '../../../../packages/words/src/text/formats.js';

/** Ids of adjustments are plain text here: only operators may open their pages. */
const OWN_ADJUSTMENT_COLUMNS: SheetColumns<JobBill['adjustments'][number], CellContent> = {
  made: ({ time }) => cell.time(time),
  adjustment: ({ adjustment_id }) => cell.code(adjustment_id),
  units: ({ units }) => units,
  reason: ({ reason, reverses }) => (reverses === null ? reason : `${reason}, reverses ${reverses}`),
  amount: ({ amount, currency }) => cell.money(amount, currency),
};

/** Reads the filter from the address. Its account is always the customer's own. */
const filterOf = ({ account, query }: OwnVisit): JobFilter => ({
  ...readJobFilter({ ...query, account: undefined }),
  account,
});

const OWN_JOBS_PLACE: ListPlace = { path: ownPaths.jobs, ownJobPath: ownPaths.job };

const ownJobsPage: OwnPage = {
  path: '/jobs',
  answer: async (visit) => {
    const [filter, paging] = [filterOf(visit), readPaging(visit.query)];
    const list = await listJobs(visit.operator, filter, partOf(paging));
    return headedPage(
      'Jobs',
      <JobsList list={list} filter={filter} paging={paging} place={OWN_JOBS_PLACE} />,
    );
  },
};

const ownJobsFile: OwnPage = {
  path: '/jobs.csv',
  answer: async (visit) => {
    const jobs = await everyJob(visit.operator, filterOf(visit));
    return csvFile(`jobs-${visit.account}.csv`, jobs, JOB_CSV_COLUMNS);
  },
};

const ownJobPage: OwnPage = {
  path: '/jobs/:job',
  answer: async ({ operator, account, params, now }) => {
    const id = readJobId(params['job']);
    const job = await customerJob(operator, account, id);
    const goneReason = await customerErrorsGoneReason(operator, { account, job: id, now });
    const jobPath = ownPaths.job(id);
    const bill = await jobBillOrNull(operator, id);
    return page(
      `Job ${id}`,
      <>
        <h1>
          Job <code>{id}</code>
        </h1>
        <JobProgress job={job} path={jobPath} />
        <p class="acts">
          <ButtonLink to={`${jobPath}/rows`}>Rows, with their cost</ButtonLink>
        </p>
        <FactList
          facts={{
            key: cell.code(job.key_id),
            ...jobRequestFacts(job),
            ...(bill === null ? {} : owedFacts(bill)),
          }}
        />
        {bill !== null && bill.adjustments.length > 0 && (
          <ListTable name="Adjustments" items={bill.adjustments} columns={OWN_ADJUSTMENT_COLUMNS} />
        )}
        <FailedRowLinks path={jobPath} goneReason={goneReason} job={job} />
      </>,
    );
  },
};

type FailedRowLinksProps = { path: string; goneReason: RowsGoneReason | null; job: JobDetails };

/** Links to the failed and to the skipped rows as files. Rows skipped by a cancel do not count as failed. */
function FailedRowLinks({ path, goneReason, job }: FailedRowLinksProps): Markup {
  if (goneReason !== null) return <p class="soft">{ROWS_GONE_TEXTS[goneReason]}</p>;
  const soFar = job.results_ready ? '' : ' so far';
  const failed = job.counts.not_found + job.counts.failed;
  const skipped = skippedRows(job) ?? 0;
  return (
    <>
      {failed === 0 ? (
        <p class="soft">No row has failed as a whole{soFar}.</p>
      ) : (
        <p class="acts">
          <ButtonLink to={`${path}/errors.csv`} isDownload>
            Rows that failed as a whole{soFar} ({thousands(failed)}), as CSV
          </ButtonLink>
        </p>
      )}
      {skipped > 0 && (
        <p class="acts">
          <ButtonLink to={`${path}/skipped.csv`} isDownload>
            Rows that the cancel skipped ({thousands(skipped)}), as CSV
          </ButtonLink>
        </p>
      )}
    </>
  );
}

/** The rows of the job, each with its cost. */
const ownRowsPage: OwnPage = {
  path: '/jobs/:job/rows',
  answer: async ({ operator, account, params, query, now }) => {
    const [job, filter, paging] = [readJobId(params['job']), readRowFilter(query), readRowsPaging(query)];
    const rows = await customerJobRows(operator, account, { job, filter, ...paging, now });
    return page(
      `Rows of ${job}`,
      <>
        <h1>
          Rows of <a href={ownPaths.job(job)}>{job}</a>
        </h1>
        <RowsList list={rows} filter={filter} size={paging.size} path={`${ownPaths.job(job)}/rows`} isOwn />
      </>,
    );
  },
};

const ownRowsFile: OwnPage = {
  path: '/jobs/:job/rows.csv',
  answer: async ({ operator, account, params, query, now }) => {
    const job = readJobId(params['job']);
    const rows = await everyCustomerRow(operator, account, { job, filter: readRowFilter(query), now });
    return csvFile(`rows-${job}.csv`, rows, ROW_CSV_COLUMNS);
  },
};

/** The progress part of the page, fetched again while the job runs. */
const ownJobProgress: OwnPage = {
  path: '/jobs/:job/progress',
  isPolled: true,
  answer: async ({ operator, account, params }) => {
    const id = readJobId(params['job']);
    const job = await customerJob(operator, account, id);
    return part(<JobProgress job={job} path={ownPaths.job(id)} />);
  },
};

/** The fields of a failed row in the API. */
const ERROR_COLUMNS = fieldColumns([
  ...['row', 'ref', 'company_number', 'company_name', 'domain'],
  ...['reason', 'retry_suggested', 'detail', 'candidates'],
]);

const errorsFile = (kind: UnansweredKind, name: 'errors' | 'skipped'): OwnPage => ({
  path: `/jobs/:job/${name}.csv`,
  answer: async ({ operator, account, params, now }) => {
    const request = { account, job: readJobId(params['job']), now };
    if ((await customerErrorsGoneReason(operator, request)) !== null) throw pageNotFoundError();
    return csvFile(`${name}-${request.job}.csv`, customerJobErrors(operator, request, kind), ERROR_COLUMNS);
  },
});

export const OWN_JOB_PAGES: readonly OwnPage[] = [
  ownJobsPage,
  ownJobsFile,
  ownJobPage,
  ownRowsPage,
  ownRowsFile,
  ownJobProgress,
  errorsFile('failed', 'errors'),
  errorsFile('skipped', 'skipped'),
];
