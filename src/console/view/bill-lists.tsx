/** The lists of a bill, page by page: the jobs that have a part in it, and its charges. */
import type { ExplainedBill, ExplainedCharge } from '../../investigate/explain/explained-bill.js';
import { BILL_JOB_COLUMNS, chargeColumns } from '../../investigate/sheets/bill.sheet.js';
import type { CsvColumns } from '../../../packages/words/src/text/csv-cell.js';
import { readCount, readIfFilled } from '../form-values.js';
import type { Markup } from './jsx-markup.js';
import { FilterForm, Pager, partOf, readPaging, type FilterField, type Query } from './list-parts.js';
import { Section } from './parts.js';
import { TableView, viewTable } from './sheet.js';

const PATH = '/explain';
const JOBS_ON_A_PAGE = 100;
const JOBS_PAGE = 'jobs_page';

/**
 * Reads which page of charges to list. The field `from` names a row in the bill of a job. In other bills it
 * names the number of a charge, from 1. The page that has it is read.
 * @throws WrongRequest
 */
export function readChargesPage(query: Query) {
  const { page, size } = readPaging(query);
  const from = readIfFilled(query['from'], (text) => readCount(text, 'a whole number to jump to'));
  if (query['job'] !== undefined) return { page, size, jumpToRow: from };
  return { page: from === null ? page : Math.max(1, Math.ceil(from / size)), size, jumpToRow: null };
}

interface BillListProps {
  readonly bill: ExplainedBill;
  readonly query: Query;
}

/** The jobs of a bill. */
export function BillJobs({ bill: { jobs }, query }: BillListProps): Markup {
  const paging = { size: JOBS_ON_A_PAGE, page: readPaging({ page: query[JOBS_PAGE] }).page };
  const { skip, limit } = partOf(paging);
  const table = viewTable(jobs.slice(skip, skip + limit), BILL_JOB_COLUMNS, {
    none: 'No job has a part in it.',
  });
  return (
    <Section title="By job">
      <TableView name="By job" titled={false} table={table} />
      {jobs.length > limit && (
        <Pager list="jobs" path={PATH} values={query} paging={paging} total={jobs.length} field={JOBS_PAGE} />
      )}
    </Section>
  );
}

/** The charges of a bill, with a form that jumps to one, and their CSV. */
export function BillCharges({ bill, query, size }: BillListProps & { size: number }): Markup {
  const values = { ...query, page: undefined, size: undefined, from: undefined };
  const jump = { label: bill.job_id === null ? 'Jump to charge number' : 'Jump to row', value: null };
  const fields: FilterField[] = [
    ...Object.entries({ ...values, size: size === 25 ? undefined : String(size) }).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, label: name, value, kind: 'hidden' as const }],
    ),
    { name: 'from', kind: 'text', ...jump },
  ];
  const paging = { page: Math.floor(bill.charges_before / size) + 1, size };
  const table = viewTable(bill.charges, chargeColumns(bill), { none: 'No charge.' });
  return (
    <Section title="Charges">
      <FilterForm list="charges" path={PATH} fields={fields} csv={`${PATH}.csv`} />
      <TableView name="Charges" titled={false} table={table} />
      <Pager list="charges" path={PATH} values={values} paging={paging} total={bill.charges_read} />
    </Section>
  );
}

export const CHARGE_CSV_COLUMNS: CsvColumns<ExplainedCharge> = {
  time: ({ time }) => time,
  job_id: ({ job_id }) => job_id,
  row: ({ row }) => row,
  units: ({ units }) => units,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  blocks: ({ blocks }) => Object.keys(blocks).join(' '),
  late: ({ late }) => late,
  charge_id: ({ charge_id }) => charge_id,
  stream: ({ stream }) => stream,
  revision: ({ revision }) => revision,
  position: ({ position }) => position,
};
