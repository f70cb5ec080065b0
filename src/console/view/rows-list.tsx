/** The table of a job's rows with their outcome and cost, for the pages of operators and of customers. */
import type { JobRow, JobRowsPage } from '../../operator/jobs/job-rows.js';
import { ROW_STATES, stateOfRow, type RowFilter } from '../../operator/jobs/find-rows.js';
import { reasonInWords } from '../../investigate/row-sentences.js';
import { REASON_CODES } from '../../../packages/contract/src/reason-code.js';
import { cell, type Cell, type SheetColumns } from '../../../packages/words/src/sheet/sheet.js';
import type { CsvColumns } from '../../../packages/words/src/text/csv-cell.js';
import { countText } from '../../../packages/words/src/text/formats.js';
import { readCount, readIfFilled, readWord, type FieldTexts } from '../form-values.js';
import { ROWS_GONE_TEXTS } from './job-progress.js';
import type { Markup } from './jsx-markup.js';
import { wordsOrAny, FilterForm, Pager, readPaging, valuesOf, type FilterField } from './list-parts.js';
import { Badge } from './parts.js';
import { ListTable, type CellContent } from './sheet.js';

/** Reads a filter of rows from the fields of an address. @throws WrongRequest */
export const readRowFilter = (query: FieldTexts): RowFilter => ({
  state: readWord(query['state'], ROW_STATES, 'a state of rows'),
  reason: readWord(query['reason'], REASON_CODES, 'a reason'),
  words: query['words']?.trim() || null,
});

/** Reads which page of rows is wanted. `from` names a row to jump to. @throws WrongRequest */
export const readRowsPaging = (query: FieldTexts) => ({
  ...readPaging(query),
  jumpToRow: readIfFilled(query['from'], (row) => readCount(row, 'a row number')),
});

function fieldsOf({ state, reason, words }: RowFilter): FilterField[] {
  return [
    { name: 'words', label: 'Words of ref or company name', value: words, kind: 'text' },
    { name: 'state', label: 'State', value: state, kind: 'choice', choices: wordsOrAny(ROW_STATES) },
    { name: 'reason', label: 'Reason', value: reason, kind: 'choice', choices: wordsOrAny(REASON_CODES) },
    { name: 'from', label: 'Jump to row', value: null, kind: 'text' },
  ];
}

const COLUMNS: SheetColumns<JobRow, CellContent> = {
  ref: ({ served }) => cell.client(served?.ref),
  state: ({ served }) =>
    served && cell.badge(stateOfRow(served), served.reason === undefined ? 'plain' : 'bad'),
  company: ({ served }) => companyOf(served, cell.company),
  blocks: ({ served }) => <Blocks envelopes={served?.blocks ?? {}} />,
  units: ({ units }) => units,
  amount: ({ units, ...owed }) => (units === 0 ? null : cell.sums(owed)),
  owed: (row) => (row.units === 0 ? null : owedCell(row)),
};

/** The amount owed for a charged row. If no price is agreed and units were taken back: the units left. */
const owedCell = (row: JobRow): Cell =>
  row.net_amount === null && row.net_units !== row.units
    ? countText(row.net_units, 'unit')
    : cell.sums(row, 'net_amount');

/** The company, or why there is none. @param numberCell shows its number */
function companyOf(servedRow: JobRow['served'], numberCell: (number: string) => Cell): Cell {
  if (servedRow?.reason !== undefined) return reasonInWords(servedRow.reason);
  if (servedRow?.matched === undefined) return null;
  const { company_name, company_number } = servedRow.matched;
  return [cell.client(company_name), ' ', numberCell(company_number)];
}

type BlocksProps = { envelopes: Readonly<Record<string, { readonly status: string }>> };

/** Shows each block's status; the receipt shows its value. */
const Blocks = ({ envelopes }: BlocksProps): Markup => (
  <ul class="blocks">
    {Object.entries(envelopes).map(([block, { status }]) => (
      <li key={block}>
        <Badge tone={status === 'available' ? 'good' : 'plain'}>{block}</Badge>
      </li>
    ))}
  </ul>
);

type RowsListProps = { list: JobRowsPage; filter: RowFilter; size: number; path: string; isOwn?: boolean };

/** A page of rows with its filter. @param isOwn true for customers, who can't open the receipt of a row */
export function RowsList({ list, filter, size, path, isOwn = false }: RowsListProps): Markup {
  const { job, goneReason, rows, total, page } = list;
  const fields = fieldsOf(filter);
  const columns: SheetColumns<JobRow, CellContent> = {
    row: ({ row }) => (isOwn ? String(row) : cell.row(job.job_id, row)),
    ...COLUMNS,
    ...(isOwn ? { company: ({ served }: JobRow) => companyOf(served, cell.code) } : {}),
  };
  return (
    <>
      {goneReason === null ? (
        <FilterForm list="rows" path={path} fields={fields} csv={`${path}.csv`} />
      ) : (
        <p class="trouble">{ROWS_GONE_TEXTS[goneReason]} The bill of each row is kept.</p>
      )}
      <ListTable name="Rows" titled={false} items={rows} columns={columns} none="No such row." />
      <Pager list="rows" path={path} values={valuesOf(fields)} paging={{ page, size }} total={total} />
    </>
  );
}

/** Returns a field of the row's bill. Values of several currencies are joined by blanks, in a fixed order. */
const billField = (row: JobRow, name: 'amount' | 'net_amount' | 'currency'): string | null =>
  row.currencies === undefined ? row[name] : row.currencies.map((sums) => sums[name]).join(' ');

export const ROW_CSV_COLUMNS: CsvColumns<JobRow> = {
  row: ({ row }) => row,
  ref: ({ served }) => served?.ref,
  state: ({ served }) => served && stateOfRow(served),
  reason: ({ served }) => served?.reason,
  company_number: ({ served }) => served?.matched?.company_number,
  company_name: ({ served }) => served?.matched?.company_name,
  blocks_available: ({ served }) =>
    Object.entries(served?.blocks ?? {})
      .flatMap(([block, { status }]) => (status === 'available' ? [block] : []))
      .join(' '),
  units: ({ units }) => units,
  amount: (row) => billField(row, 'amount'),
  net_units: (row) => row.net_units,
  net_amount: (row) => billField(row, 'net_amount'),
  currency: (row) => billField(row, 'currency'),
};
