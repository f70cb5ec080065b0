/** The pages of a job: progress, counts and cost, and its rows page by page. */
import { showJobWithAudit, showJob } from '../../operator/jobs/find-jobs.js';
import { jobBillOrNull } from '../../operator/jobs/job-bill.js';
import { jobSheet } from '../../operator/jobs/job-details.sheet.js';
import { everyJobRow, showJobRows } from '../../operator/jobs/job-rows.js';
import { ADMIN_ROLES, BILLING_ROLES, ALL_ROLES, get, page, part, redirect } from '../console-page.js';
import { csvFile } from '../csv-file.js';
import { eraseAct } from './final-acts.js';
import { JobProgress } from '../view/job-progress.js';
import { readCount, readJobId } from '../form-values.js';
import { HiddenFields, Section } from '../view/parts.js';
import { readRowFilter, readRowsPaging, ROW_CSV_COLUMNS, RowsList } from '../view/rows-list.js';
import { SheetView } from '../view/sheet.js';
import { paths } from '../view/links.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';

export const jobPage = get(
  '/jobs/:job',
  ALL_ROLES,
  async ({ operator, params, reason, session, user, now }) => {
    const job = await showJobWithAudit(operator, readJobId(params['job']), reason);
    const path = paths.job(job.job_id);
    const sheet = jobSheet(job, await jobBillOrNull(operator, job.job_id));
    const bill = cell.bill({ job: job.job_id }, 'the cost, charge by charge');
    return page(
      `Job ${job.job_id}`,
      <>
        <SheetView sheet={{ ...sheet, facts: { ...sheet.facts, bill } }}>
          <JobProgress job={job} path={path} />
        </SheetView>
        <p class="acts">
          <a class="button" href={`${path}/results`}>
            Rows, with their cost
          </a>{' '}
          <a class="button" href={`${path}/results?state=failed`}>
            Failed rows
          </a>{' '}
          {BILLING_ROLES.includes(user.role) && (
            <>
              <a class="button" href={`/adjustments/new?job=${job.job_id}`}>
                Adjust
              </a>{' '}
              <a class="button" href={`/repricings/new?job=${job.job_id}`}>
                Correct a price
              </a>
            </>
          )}
        </p>
        <form class="inline" method="get" action={`${path}/rows`}>
          <label for="row">Row of the job, from 0</label>
          <input id="row" name="row" inputmode="numeric" pattern="[0-9]{1,9}" required />
          <button type="submit">Show the receipt</button>
        </form>
        {BILLING_ROLES.includes(user.role) && (
          <Section title="Evidence for the customer">
            <p>
              A folder that anybody can check without us. It shows requests, results and charges with their
              recorded events. The log records that you gave it away.
            </p>
            <form class="stacked" method="post" action={`${path}/dispute`}>
              <HiddenFields token={session.csrf} />
              <label for="rows">Rows from 0, with commas; empty: all billed rows</label>
              <input id="rows" name="rows" pattern="[0-9, ]*" />
              <label for="reason">Reason for giving it away</label>
              <input id="reason" name="reason" maxlength={500} />
              <button type="submit">Download the bundle</button>
            </form>
          </Section>
        )}
        {BILLING_ROLES.includes(user.role) &&
          (job.hold !== null || job.expires_at === null || job.expires_at > now.toISOString()) && (
            <Section title={job.hold === null ? 'Hold the rows for a dispute' : 'End the hold'}>
              <p>
                {job.hold === null
                  ? 'Keeps requests and results past their retention, only as evidence. Result pages still end.'
                  : 'Requests and results are then deleted with their retention, or at once where it is over.'}
              </p>
              <form class="stacked" method="post" action={`${path}/hold`}>
                <HiddenFields token={session.csrf} />
                {job.hold !== null && <input type="hidden" name="end" value="yes" />}
                <label for="hold-reason">Reason</label>
                <input id="hold-reason" name="reason" maxlength={500} required />
                {job.hold === null && <label for="until">Last day (UTC); empty: until it is ended</label>}
                {job.hold === null && <input id="until" name="until" type="date" min={dayOf(now)} />}
                <button type="submit">{job.hold === null ? 'Hold the rows' : 'End the hold'}</button>
              </form>
            </Section>
          )}
        {ADMIN_ROLES.includes(user.role) &&
          job.hold === null &&
          job.expires_at !== null &&
          job.expires_at > now.toISOString() && (
            <eraseAct.Form params={params} csrf={session.csrf} names={[job.job_id]} />
          )}
      </>,
    );
  },
);

/** The progress part of the page, fetched again while the job runs. It writes no audit record. */
export const jobProgressPart = get(
  '/jobs/:job/progress',
  ALL_ROLES,
  async ({ operator, params }) => {
    const job = readJobId(params['job']);
    return part(<JobProgress job={await showJob(operator, job)} path={paths.job(job)} />);
  },
  { isPolled: true },
);

/** Redirects to the row that the form names. */
export const rowRedirectPage = get('/jobs/:job/rows', ALL_ROLES, async ({ params, query }) =>
  redirect(paths.row(readJobId(params['job']), readCount(query['row'], 'a row number'))),
);

export const rowsPageOfJob = get('/jobs/:job/results', ALL_ROLES, async (visit) => {
  const { operator, params, query, reason, now } = visit;
  const [job, filter, paging] = [readJobId(params['job']), readRowFilter(query), readRowsPaging(query)];
  const rows = await showJobRows(operator, { job, filter, ...paging, reason, now });
  return page(
    `Rows of ${job}`,
    <>
      <h1>
        Rows of <a href={paths.job(job)}>{job}</a>
      </h1>
      <RowsList rows={rows} filter={filter} size={paging.size} path={`${paths.job(job)}/results`} />
    </>,
  );
});

export const rowsFileOfJob = get('/jobs/:job/results.csv', ALL_ROLES, async (visit) => {
  const { operator, params, query, reason, now } = visit;
  const job = readJobId(params['job']);
  const rows = await everyJobRow(operator, { job, filter: readRowFilter(query), now, reason });
  return csvFile(`rows-${job}.csv`, rows, ROW_CSV_COLUMNS);
});

/** Redirects to the rows that failed. */
export const failedRowsRedirectPage = get('/jobs/:job/errors', ALL_ROLES, async ({ params }) =>
  redirect(`${paths.job(readJobId(params['job']))}/results?state=failed`),
);
