/** A job: how far it is, what came of it, and its rows page by page. */
import type { Markup } from '../view/markup.js';
import { lookAtJob } from '../../operator/jobs/look-at-job.js';
import { jobBillOrNull } from '../../operator/jobs/job-bill.js';
import { jobSheet } from '../../operator/jobs/job-details.sheet.js';
import { showJob } from '../../operator/jobs/find-jobs.js';
import { showJobRows, type JobRowsPage } from '../../operator/jobs/job-rows.js';
import { unansweredKind } from '../../operator/own-account/own-jobs.js';
import type { Operator } from '../../operator/operator.js';
import type { JobId } from '../../shared/ids.js';
import type { JsonObject } from '../../shared/json.js';
import { ADMIN, BILLING, EVERYBODY, get, page, type Page } from '../page.js';
import { FinalAct } from '../view/final-act.js';
import { GONE } from '../view/job-words.js';
import { JobProgress } from '../view/job-progress.js';
import { count, jobId } from '../words.js';
import { Badge, Csrf, Section } from '../view/parts.js';
import { SheetShown, Table, tableOf } from '../view/sheet.js';
import { paths } from '../view/links.js';
import { cell, type Cell } from '../../shared/sheet/sheet.js';

export const jobPage = get(
  '/jobs/:job',
  EVERYBODY,
  async ({ operator, params, reason, session, user, now }) => {
    const job = await lookAtJob(operator, jobId(params['job']), reason);
    const of = paths.job(job.job_id);
    const sheet = jobSheet(job, await jobBillOrNull(operator, job.job_id));
    const bill = cell.bill({ job: job.job_id }, 'what it cost, charge by charge');
    return page(
      `Job ${job.job_id}`,
      <>
        <SheetShown of={{ ...sheet, facts: { ...sheet.facts, bill } }}>
          <JobProgress job={job} at={of} />
        </SheetShown>
        <p class="acts">
          <a class="button" href={`${of}/results`}>
            Results
          </a>{' '}
          <a class="button" href={`${of}/errors`}>
            Errors
          </a>{' '}
          {BILLING.includes(user.role) && (
            <a class="button" href={`/adjustments/new?job=${job.job_id}`}>
              Adjust
            </a>
          )}
        </p>
        <form class="inline" method="get" action={`${of}/rows`}>
          <label for="row">A row of it, from 0</label>
          <input id="row" name="row" inputmode="numeric" pattern="[0-9]{1,9}" required />
          <button type="submit">Its receipt</button>
        </form>
        {BILLING.includes(user.role) && (
          <Section title="Evidence for the customer">
            <p>
              A folder that anybody can check without us: what was asked, delivered and charged, with the
              events as they were recorded. Giving it away is recorded.
            </p>
            <form class="stacked" method="post" action={`${of}/dispute`}>
              <Csrf token={session.csrf} />
              <label for="rows">Rows, from 0, with commas; none: every billed row</label>
              <input id="rows" name="rows" pattern="[0-9, ]*" />
              <label for="reason">Why it is given away</label>
              <input id="reason" name="reason" maxlength={500} />
              <button type="submit">Download the bundle</button>
            </form>
          </Section>
        )}
        {ADMIN.includes(user.role) && job.expires_at !== null && job.expires_at > now.toISOString() && (
          <FinalAct
            title="Erase its rows"
            to={`${of}/erase`}
            csrf={session.csrf}
            confirm="Its rows are gone from now on, for good"
            button="Erase the rows"
          >
            What was asked and delivered goes now instead of at the end of its retention; the API answers 410.
            Facts and charges stay.
          </FinalAct>
        )}
      </>,
    );
  },
);

/** What moves: fetched again while the job runs, and not recorded again. */
export const jobProgressPart = get(
  '/jobs/:job/progress',
  EVERYBODY,
  async ({ operator, params }) => ({
    kind: 'part',
    body: await progressOf(operator, jobId(params['job'])),
  }),
  { polled: true },
);

async function progressOf(operator: Operator, job: JobId): Promise<Markup> {
  return <JobProgress job={await showJob(operator, job)} at={paths.job(job)} />;
}

/** Goes to the row that was written into the form. */
export const rowOfJobPage = get('/jobs/:job/rows', EVERYBODY, async ({ params, query }) => ({
  kind: 'go',
  to: paths.row(jobId(params['job']), count(query['row'], 'a row: whole numbers from 0')),
}));

const MOST_ROWS = 25;

const rowsPage = (which: 'results' | 'errors'): Page => ({
  method: 'GET',
  path: `/jobs/:job/${which}`,
  roles: EVERYBODY,
  answer: async ({ operator, params, query, reason, now }) => {
    const from = query['from'] === undefined ? 0 : count(query['from']);
    const job = jobId(params['job']);
    const shown = await showJobRows(operator, { job, which, from, most: MOST_ROWS, reason, now });
    const next = shown.next === null ? null : `${paths.job(job)}/${which}?from=${shown.next}`;
    const title = which === 'results' ? 'Results' : 'Rows that failed or were skipped';
    return page(
      `${title} of ${job}`,
      <>
        <h1>
          {title} of <a href={paths.job(job)}>{job}</a>
        </h1>
        {shown.gone !== null ? (
          <p class="trouble">{GONE[shown.gone]}</p>
        ) : which === 'results' ? (
          <Results shown={shown} />
        ) : (
          <Errors shown={shown} />
        )}
        <p class="acts">
          {from > 0 && (
            <a class="button" href={`${paths.job(job)}/${which}`}>
              From the first
            </a>
          )}{' '}
          {next !== null && (
            <a class="button" href={next}>
              Next ({shown.remaining.toLocaleString('en-GB')} more)
            </a>
          )}
        </p>
      </>,
    );
  },
});

export const resultsPageOfJob = rowsPage('results');
export const errorsPageOfJob = rowsPage('errors');

const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

interface Matched {
  readonly company_name?: string;
  readonly company_number?: string;
}

const Results = ({ shown }: { shown: JobRowsPage }): Markup => (
  <Table
    name="Rows as they are served"
    of={tableOf(
      shown.rows,
      {
        row: (row) => cell.row(shown.job.job_id, Number(row['row'])),
        ref: (row) => cell.client(text(row['ref'])),
        status: (row) => text(row['status']) ?? '',
        company: companyOf,
        blocks: (row) => <Blocks of={row['blocks']} />,
      },
      { none: 'No row is here.' },
    )}
  />
);

function companyOf(row: JsonObject): Cell {
  const { company_name, company_number } = (row['matched'] ?? {}) as Matched;
  if (company_number === undefined) return text(row['reason']);
  return [cell.client(company_name), ' ', cell.company(company_number)];
}

/** Each block by its status; what it says is on the receipt. */
function Blocks({ of }: { of: unknown }): Markup {
  const blocks = Object.entries((of ?? {}) as Readonly<Record<string, JsonObject>>);
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

const Errors = ({ shown }: { shown: JobRowsPage }): Markup => (
  <Table
    name="Rows without an answer"
    of={tableOf(
      shown.rows,
      {
        row: (row) => cell.row(shown.job.job_id, Number(row['row'])),
        ref: (row) => cell.client(text(row['ref'])),
        is: unansweredKind,
        why: (row) => text(row['reason']) ?? '',
        'in words': (row) => cell.client(text(row['detail'])),
      },
      { none: 'No row failed or was skipped.' },
    )}
  />
);
