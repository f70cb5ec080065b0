/** The pages of a job: progress, counts and cost, and its rows page by page. */
import type { Markup } from '../view/jsx-markup.js';
import { showJobWithAudit, showJob } from '../../operator/jobs/find-jobs.js';
import { jobBillOrNull } from '../../operator/jobs/job-bill.js';
import { jobSheet } from '../../operator/jobs/job-details.sheet.js';
import { showJobRows, type JobRowsPage } from '../../operator/jobs/job-rows.js';
import { unansweredKind } from '../../operator/own-account/own-jobs.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import {
  ADMIN_ROLES,
  BILLING_ROLES,
  ALL_ROLES,
  get,
  page,
  part,
  redirect,
  type ConsolePage,
} from '../console-page.js';
import { FinalAct } from '../view/final-act.js';
import { ROWS_GONE, JobProgress } from '../view/job-progress.js';
import { readCount, readJobId } from '../form-values.js';
import { Badge, Csrf, Section } from '../view/parts.js';
import { SheetView, TableView, viewTable, type CellContent } from '../view/sheet.js';
import { paths } from '../view/links.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { cell, type Cell, type SheetColumns } from '../../../packages/words/src/sheet/sheet.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

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
            Results
          </a>{' '}
          <a class="button" href={`${path}/errors`}>
            Errors
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
              <Csrf token={session.csrf} />
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
                  ? 'Keeps requests and results past their retention, for evidence alone. Pages end as ever.'
                  : 'Requests and results are then deleted with their retention, or at once where it is over.'}
              </p>
              <form class="stacked" method="post" action={`${path}/hold`}>
                <Csrf token={session.csrf} />
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
            <FinalAct
              title="Erase the rows"
              to={`${path}/erase`}
              csrf={session.csrf}
              confirm="Yes, erase the rows of this job for good"
              button="Erase the rows"
            >
              Erases requests and results now instead of at the end of their retention. The API then answers
              410. Facts and charges stay.
            </FinalAct>
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
  { polled: true },
);

/** Redirects to the row that the form names. */
export const rowOfJobPage = get('/jobs/:job/rows', ALL_ROLES, async ({ params, query }) =>
  redirect(paths.row(readJobId(params['job']), readCount(query['row'], 'a row number'))),
);

const MAX_ROWS = 25;

const rowsPage = (kind: 'results' | 'errors'): ConsolePage =>
  get(`/jobs/:job/${kind}`, ALL_ROLES, async ({ operator, params, query, reason, now }) => {
    const from = query['from'] === undefined ? 0 : readCount(query['from']);
    const job = readJobId(params['job']);
    const servedRows = await showJobRows(operator, { job, kind, from, limit: MAX_ROWS, reason, now });
    const next = servedRows.next === null ? null : `${paths.job(job)}/${kind}?from=${servedRows.next}`;
    const title = kind === 'results' ? 'Results' : 'Rows that failed or were skipped';
    return page(
      `${title} of ${job}`,
      <>
        <h1>
          {title} of <a href={paths.job(job)}>{job}</a>
        </h1>
        {servedRows.gone !== null ? (
          <p class="trouble">{ROWS_GONE[servedRows.gone]}</p>
        ) : kind === 'results' ? (
          <Results servedRows={servedRows} />
        ) : (
          <Errors servedRows={servedRows} />
        )}
        <p class="acts">
          {from > 0 && (
            <a class="button" href={`${paths.job(job)}/${kind}`}>
              Back to the first row
            </a>
          )}{' '}
          {next !== null && (
            <a class="button" href={next}>
              Next ({thousands(servedRows.remaining)} more)
            </a>
          )}
        </p>
      </>,
    );
  });

export const resultsPageOfJob = rowsPage('results');
export const errorsPageOfJob = rowsPage('errors');

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

interface MatchedCompany {
  readonly company_name?: string;
  readonly company_number?: string;
}

/** The columns of every row that is served. */
const rowColumns = ({ job }: JobRowsPage): SheetColumns<JsonObject, CellContent> => ({
  row: (row) => cell.row(job.job_id, Number(row['row'])),
  ref: (row) => cell.client(textOf(row['ref'])),
});

const Results = ({ servedRows }: { servedRows: JobRowsPage }): Markup => {
  const columns: SheetColumns<JsonObject, CellContent> = {
    ...rowColumns(servedRows),
    status: (row) => textOf(row['status']) ?? '',
    company: companyOf,
    blocks: (row) => <Blocks envelopes={row['blocks']} />,
  };
  const table = viewTable(servedRows.rows, columns, { none: 'There is no row here.' });
  return <TableView name="Rows as they are served" table={table} />;
};

function companyOf(row: JsonObject): Cell {
  const { company_name, company_number } = (row['matched'] ?? {}) as MatchedCompany;
  if (company_number === undefined) return textOf(row['reason']);
  return [cell.client(company_name), ' ', cell.company(company_number)];
}

/** Shows each block's status; the receipt shows its value. */
function Blocks({ envelopes }: { envelopes: unknown }): Markup {
  const blocks = Object.entries((envelopes ?? {}) as Readonly<Record<string, JsonObject>>);
  return (
    <ul class="blocks">
      {blocks.map(([block, envelope]) => (
        <li key={block}>
          <Badge tone={envelope['status'] === 'available' ? 'good' : 'plain'}>{block}</Badge>
        </li>
      ))}
    </ul>
  );
}

const Errors = ({ servedRows }: { servedRows: JobRowsPage }): Markup => {
  const columns: SheetColumns<JsonObject, CellContent> = {
    ...rowColumns(servedRows),
    is: unansweredKind,
    why: (row) => textOf(row['reason']) ?? '',
    'in words': (row) => cell.client(textOf(row['detail'])),
  };
  const table = viewTable(servedRows.rows, columns, { none: 'No row failed or was skipped.' });
  return <TableView name="Rows without an answer" table={table} />;
};
