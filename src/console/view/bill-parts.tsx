/** The parts of pages on bills: the form that opens one, its jobs and charges, and links to acts on them. */
import type { ExplainedBill, ExplainedCharge } from '../../investigate/explain/explained-bill.js';
import { BILL_JOB_COLUMNS, chargeColumns } from '../../investigate/sheets/bill.sheet.js';
import { fieldColumns, type CsvColumns } from '../../../packages/words/src/text/csv-cell.js';
import { readCount, readIfFilled, type FieldTexts } from '../form-values.js';
import { monthOf } from '../../../packages/words/src/month.js';
import { BILLING_ROLES, type Visit } from '../console-page.js';
import type { Markup } from './jsx-markup.js';
import { paths } from './links.js';
import { FilterForm, Pager, partOf, readPaging, type FilterField } from './list-parts.js';
import { ButtonLink, Section } from './parts.js';
import { ListTable } from './sheet.js';

/** The form that opens a bill, or the statements, of an account. */
export const BillForm = ({ now }: { now: Date }): Markup => (
  <form class="inline" method="get" action="/explain">
    <label for="bill-account">Account</label>
    <input id="bill-account" name="account" inputmode="numeric" pattern="[0-9]{1,12}" size={8} required />
    <label for="bill-month">Month (UTC)</label>
    <input
      id="bill-month"
      name="month"
      type="month"
      pattern="[0-9]{4}-[0-9]{2}"
      value={monthOf(now.toISOString())}
      required
    />
    <button type="submit">Show the bill</button>
    <button type="submit" class="plain" formaction="/statements">
      Show the statements
    </button>
  </form>
);

const PATH = '/explain';
const JOBS_ON_A_PAGE = 100;
const JOBS_PAGE = 'jobs_page';

/**
 * Reads which page of charges to list. The field `from` names a row in the bill of a job. In other bills it
 * names the number of a charge, from 1. The page that has it is read.
 * @throws WrongRequest
 */
export function readChargesPage(query: FieldTexts) {
  const { page, size } = readPaging(query);
  const from = readIfFilled(query['from'], (text) => readCount(text, 'a whole number to jump to'));
  if (query['job'] !== undefined) return { page, size, jumpToRow: from };
  return { page: from === null ? page : Math.max(1, Math.ceil(from / size)), size, jumpToRow: null };
}

interface BillListProps {
  readonly bill: ExplainedBill;
  readonly query: FieldTexts;
}

/** The jobs of a bill. */
export function BillJobs({ bill: { jobs }, query }: BillListProps): Markup {
  const paging = { size: JOBS_ON_A_PAGE, page: readPaging({ page: query[JOBS_PAGE] }).page };
  const { skip, limit } = partOf(paging);
  const items = jobs.slice(skip, skip + limit);
  const none = 'No job has a part in it.';
  return (
    <Section title="By job">
      <ListTable name="By job" titled={false} items={items} columns={BILL_JOB_COLUMNS} none={none} />
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
  const columns = chargeColumns(bill);
  return (
    <Section title="Charges">
      <FilterForm list="charges" path={PATH} fields={fields} csv={`${PATH}.csv`} />
      <ListTable name="Charges" titled={false} items={bill.charges} columns={columns} none="No charge." />
      <Pager list="charges" path={PATH} values={values} paging={paging} total={bill.charges_read} />
    </Section>
  );
}

/**
 * Links to the forms that correct the price of charges or adjust them; null for roles that may not act.
 * @param chargeScope a job, or an account and days; optionally a row and a block
 */
export const ChargeActLinks = ({
  user,
  chargeScope,
}: Pick<Visit, 'user'> & { readonly chargeScope: Parameters<typeof paths.adjust>[0] }): Markup | null =>
  BILLING_ROLES.includes(user.role) ? (
    <p class="acts">
      <ButtonLink to={paths.reprice(chargeScope)}>Correct a price</ButtonLink>{' '}
      <ButtonLink to={paths.adjust(chargeScope)}>Adjust charges</ButtonLink>
    </p>
  ) : null;

export const CHARGE_CSV_COLUMNS: CsvColumns<ExplainedCharge> = {
  ...fieldColumns(['time', 'job_id', 'row', 'units', 'amount', 'currency']),
  blocks: ({ blocks }) => Object.keys(blocks).join(' '),
  ...fieldColumns(['late', 'charge_id', 'stream', 'revision', 'position']),
};
