/** The pages of jobs: the list with its filter; of one job progress, cost and acts; its rows page by page. */
import {
  showJobWithAudit,
  showJob,
  type JobDetails,
  everyJobWithAudit,
  listJobsWithAudit,
} from '../../operator/jobs/list-jobs.js';
import { jobBillOrNull } from '../../operator/jobs/job-bill.js';
import { jobSheet } from '../../operator/jobs/job-details.sheet.js';
import { everyJobRow, showJobRows } from '../../operator/jobs/job-rows.js';
import {
  ADMIN_ROLES,
  ALL_ROLES,
  BILLING_ROLES,
  csvFile,
  get,
  headedPage,
  page,
  part,
  redirect,
  type ConsolePage,
} from '../console-page.js';
import { eraseAct } from './final-acts.js';
import { JobProgress } from '../view/job-progress.js';
import type { Markup } from '../view/jsx-markup.js';
import { readCount, readJobId } from '../form-values.js';
import { JOB_CSV_COLUMNS, JobsList, readJobFilter } from '../view/jobs-list.js';
import { partOf, readPaging } from '../view/list-parts.js';
import { ActForm, ButtonLink, Section } from '../view/parts.js';
import { readRowFilter, readRowsPaging, ROW_CSV_COLUMNS, RowsList } from '../view/rows-list.js';
import { SheetView } from '../view/sheet.js';
import { JOBS_PLACE, paths } from '../view/links.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';

const jobsPage = get(JOBS_PLACE.path, ALL_ROLES, async ({ operator, query, reason }) => {
  const [filter, paging] = [readJobFilter(query), readPaging(query)];
  const list = await listJobsWithAudit(operator, filter, { ...partOf(paging), reason });
  return headedPage('Jobs', <JobsList list={list} filter={filter} paging={paging} place={JOBS_PLACE} />);
});

const jobsFile = get(`${JOBS_PLACE.path}.csv`, ALL_ROLES, async ({ operator, query, reason }) => {
  const filter = readJobFilter(query);
  const columns = { account_id: (job: JobDetails) => job.account_id, ...JOB_CSV_COLUMNS };
  return csvFile('jobs.csv', await everyJobWithAudit(operator, filter, reason), columns);
});

const jobPage = get('/jobs/:job', ALL_ROLES, async (visit) => {
  const { operator, params, reason, session, user, now } = visit;
  const job = await showJobWithAudit(operator, readJobId(params['job']), reason);
  const path = paths.job(job.job_id);
  const sheet = jobSheet(job, await jobBillOrNull(operator, job.job_id));
  const bill = cell.bill({ job: job.job_id }, 'the cost, charge by charge');
  const mayBill = BILLING_ROLES.includes(user.role);
  const isExpired = job.expires_at !== null && job.expires_at <= now.toISOString();
  const isHeld = job.hold !== null;
  return page(
    `Job ${job.job_id}`,
    <>
      <SheetView sheet={{ ...sheet, facts: { ...sheet.facts, bill } }}>
        <JobProgress job={job} path={path} />
      </SheetView>
      <p class="acts">
        <ButtonLink to={`${path}/results`}>Rows, with their cost</ButtonLink>{' '}
        <ButtonLink to={`${path}/results?state=failed`}>Failed rows</ButtonLink>{' '}
        {mayBill && (
          <>
            <ButtonLink to={`/adjustments/new?job=${job.job_id}`}>Adjust</ButtonLink>{' '}
            <ButtonLink to={`/repricings/new?job=${job.job_id}`}>Correct a price</ButtonLink>
          </>
        )}
      </p>
      <form class="inline" method="get" action={`${path}/rows`}>
        <label for="row">Row of the job, from 0</label>
        <input id="row" name="row" inputmode="numeric" pattern="[0-9]{1,9}" required />
        <button type="submit">Show the receipt</button>
      </form>
      {mayBill && <EvidenceForm path={path} csrf={session.csrf} />}
      {mayBill && (isHeld || !isExpired) && (
        <HoldForm isHeld={isHeld} path={path} csrf={session.csrf} now={now} />
      )}
      {ADMIN_ROLES.includes(user.role) && !isHeld && job.expires_at !== null && !isExpired && (
        <eraseAct.Form params={params} csrf={session.csrf} names={[job.job_id]} />
      )}
    </>,
  );
});

const EvidenceForm = ({ path, csrf }: { path: string; csrf: string }): Markup => (
  <Section title="Evidence for the customer">
    <p>
      A folder that anybody can check without us. It shows requests, results and charges with their recorded
      events. The log records that you gave it away.
    </p>
    <ActForm to={`${path}/dispute`} csrf={csrf}>
      <label for="rows">Rows from 0, with commas; empty: all billed rows</label>
      <input id="rows" name="rows" pattern="[0-9, ]*" />
      <label for="reason">Reason for giving it away</label>
      <input id="reason" name="reason" maxlength={500} />
      <button type="submit">Download the bundle</button>
    </ActForm>
  </Section>
);

type HoldFormProps = { isHeld: boolean; path: string; csrf: string; now: Date };

/** The form that holds the rows for a dispute, or ends the hold. */
const HoldForm = ({ isHeld, path, csrf, now }: HoldFormProps): Markup => (
  <Section title={isHeld ? 'End the hold' : 'Hold the rows for a dispute'}>
    <p>
      {isHeld
        ? 'Requests and results are then deleted with their retention, or at once where it is over.'
        : 'Keeps requests and results past their retention, only as evidence. Result pages still end.'}
    </p>
    <ActForm to={`${path}/hold`} csrf={csrf}>
      {isHeld && <input type="hidden" name="end" value="yes" />}
      <label for="hold-reason">Reason</label>
      <input id="hold-reason" name="reason" maxlength={500} required />
      {!isHeld && <label for="until">Last day (UTC); empty: until it is ended</label>}
      {!isHeld && <input id="until" name="until" type="date" min={dayOf(now)} />}
      <button type="submit">{isHeld ? 'End the hold' : 'Hold the rows'}</button>
    </ActForm>
  </Section>
);

/** The progress part of the page, fetched again while the job runs. It writes no audit record. */
const jobProgressPart: ConsolePage = {
  ...get('/jobs/:job/progress', ALL_ROLES, async ({ operator, params }) => {
    const job = readJobId(params['job']);
    return part(<JobProgress job={await showJob(operator, job)} path={paths.job(job)} />);
  }),
  isPolled: true,
};

/** Redirects to the row that the form names. */
const rowRedirectPage = get('/jobs/:job/rows', ALL_ROLES, async ({ params, query }) =>
  redirect(paths.row(readJobId(params['job']), readCount(query['row'], 'a row number'))),
);

const rowsPageOfJob = get('/jobs/:job/results', ALL_ROLES, async (visit) => {
  const { operator, params, query, reason, now } = visit;
  const [job, filter, paging] = [readJobId(params['job']), readRowFilter(query), readRowsPaging(query)];
  const rows = await showJobRows(operator, { job, filter, ...paging, reason, now });
  return page(
    `Rows of ${job}`,
    <>
      <h1>
        Rows of <a href={paths.job(job)}>{job}</a>
      </h1>
      <RowsList list={rows} filter={filter} size={paging.size} path={`${paths.job(job)}/results`} />
    </>,
  );
});

const rowsFileOfJob = get('/jobs/:job/results.csv', ALL_ROLES, async (visit) => {
  const { operator, params, query, reason, now } = visit;
  const job = readJobId(params['job']);
  const rows = await everyJobRow(operator, { job, filter: readRowFilter(query), now, reason });
  return csvFile(`rows-${job}.csv`, rows, ROW_CSV_COLUMNS);
});

/** Redirects to the rows that failed. */
const failedRowsRedirectPage = get('/jobs/:job/errors', ALL_ROLES, async ({ params }) =>
  redirect(`${paths.job(readJobId(params['job']))}/results?state=failed`),
);

export const JOB_PAGES: readonly ConsolePage[] = [
  jobsPage,
  jobsFile,
  jobPage,
  jobProgressPart,
  rowsPageOfJob,
  rowsFileOfJob,
  failedRowsRedirectPage,
  rowRedirectPage,
];
