/** The list of jobs with its filter, for every page that lists jobs: those of operators and of customers. */
import { JOB_COLUMNS, skippedRows } from '../../operator/jobs/job-details.sheet.js';
import type { JobFilter, ListedJobs, JobDetails } from '../../operator/jobs/list-jobs.js';
import { EVERY_JOB, JOB_KINDS, JOB_SORTS, JOB_STATES } from '../../operator/jobs/list-jobs.js';
import { cell, type SheetColumns } from '../../../packages/words/src/sheet/sheet.js';
import { fieldColumns, type CsvColumns } from '../../../packages/words/src/text/csv-cell.js';
import type { FieldTexts } from '../form-values.js';
import { readAccountId, readDay, readIfFilled, readKeyId, readWord } from '../form-values.js';
import type { Markup } from './jsx-markup.js';
import { wordsOrAny, FilterForm, Pager, valuesOf, type FilterField, type Paging } from './list-parts.js';
import { ListTable, type CellContent } from './sheet.js';

/** Reads a filter of jobs from the fields of an address. @throws WrongRequest */
export const readJobFilter = (query: FieldTexts): JobFilter => ({
  account: readIfFilled(query['account'], readAccountId),
  key: readIfFilled(query['key'], readKeyId),
  from: readIfFilled(query['from'], readDay),
  to: readIfFilled(query['to'], readDay),
  state: readWord(query['state'], JOB_STATES, 'a state of jobs'),
  kind: readWord(query['kind'], JOB_KINDS, 'a kind of jobs'),
  onlyWithFailures: query['failures'] === 'yes',
  sort: readWord(query['sort'], JOB_SORTS, 'an order of jobs') ?? EVERY_JOB.sort,
});

const SORT_TEXTS = {
  newest: 'newest first',
  oldest: 'oldest first',
  rows: 'most rows first',
  failures: 'most failures first',
} as const;

/** The paths of a list's pages and, for customers, of its jobs' pages. */
export interface ListPlace {
  readonly path: string;
  /** Returns the path of a job's page for customers; null: the list is for operators. */
  readonly ownJobPath: ((id: string) => string) | null;
}

function fieldsOf(filter: JobFilter, { ownJobPath }: ListPlace): FilterField[] {
  const { account, sort } = filter;
  const accountField = {
    name: 'account',
    label: 'Account',
    value: account === null ? null : String(account),
  };
  return [
    ...(ownJobPath === null ? [{ ...accountField, kind: 'text' } as const] : []),
    { name: 'key', label: 'Key', value: filter.key, kind: 'text' },
    { name: 'from', label: 'First day (UTC)', value: filter.from, kind: 'day' },
    { name: 'to', label: 'Last day', value: filter.to, kind: 'day' },
    { name: 'state', label: 'State', value: filter.state, kind: 'choice', choices: wordsOrAny(JOB_STATES) },
    { name: 'kind', label: 'Kind', value: filter.kind, kind: 'choice', choices: wordsOrAny(JOB_KINDS) },
    { name: 'failures', label: 'With failures', value: filter.onlyWithFailures ? 'yes' : null, kind: 'yes' },
    {
      name: 'sort',
      label: 'Order',
      value: sort === EVERY_JOB.sort ? null : sort,
      kind: 'choice',
      choices: JOB_SORTS.map((order) => [order === EVERY_JOB.sort ? '' : order, SORT_TEXTS[order]]),
    },
  ];
}

const ownColumns = (ownJobPath: (id: string) => string): SheetColumns<JobDetails, CellContent> => ({
  ...JOB_COLUMNS,
  job: ({ job_id }) => (
    <a href={ownJobPath(job_id)} class="id">
      {job_id}
    </a>
  ),
  key: ({ key_id }) => cell.code(key_id),
});

const OPERATOR_COLUMNS: SheetColumns<JobDetails, CellContent> = {
  ...JOB_COLUMNS,
  account: ({ account_id }) => cell.account(account_id),
};

type JobsListProps = { list: ListedJobs; filter: JobFilter; paging: Paging; place: ListPlace };

/** A page of jobs with its filter. */
export function JobsList({ list: { jobs, total }, filter, paging, place }: JobsListProps): Markup {
  const { path, ownJobPath } = place;
  const fields = fieldsOf(filter, place);
  const columns =
    ownJobPath !== null ? ownColumns(ownJobPath) : filter.account === null ? OPERATOR_COLUMNS : JOB_COLUMNS;
  return (
    <>
      <FilterForm list="jobs" path={path} fields={fields} csv={`${path}.csv`} />
      {total === null ? (
        <p class="soft">The list of jobs is being made from the log. Look again in a minute.</p>
      ) : (
        <>
          <ListTable name="Jobs" titled={false} items={jobs} columns={columns} none="No such job." />
          <Pager list="jobs" path={path} values={valuesOf(fields)} paging={paging} total={total} />
        </>
      )}
    </>
  );
}

const COUNTS = ['total', 'processed', 'succeeded', 'not_found', 'failed', 'site_unreachable'] as const;
export const JOB_CSV_COLUMNS: CsvColumns<JobDetails> = {
  ...fieldColumns(['job_id', 'key_id', 'operation', 'status', 'created_at', 'finished_at']),
  ...Object.fromEntries(COUNTS.map((name) => [name, ({ counts }: JobDetails) => counts[name]])),
  blocks: ({ blocks }) => blocks.join(' '),
  skipped: skippedRows,
};
