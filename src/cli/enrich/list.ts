/** A customer's list as it is read: rows that the interface takes, and the cells as they are. */
import { WrongRequest } from '../../operator/refusal.js';
import { IDENTIFIERS, findColumns, type Columns, type Field } from './columns.js';
import { csvRows } from './csv-rows.js';

/** A row as the interface takes it: an identifier, if the file has one, and the customer's reference. */
export type AskedRow = Readonly<Partial<Record<Field, string>>>;

/** How a file is read. */
export interface ListFile {
  readonly file: string;
  readonly encoding: string;
  /** Columns that the customer names. */
  readonly named: Readonly<Partial<Record<Field, string>>>;
  /** Fill up numbers of fewer than eight digits with zeros that a spreadsheet has lost. */
  readonly padNumbers: boolean;
}

/** Characters (Spec 9). */
const LIMITS: Readonly<Record<Field, number>> = {
  company_number: 20,
  company_name: 500,
  domain: 255,
  ref: 120,
};

export interface ListCounts {
  readonly rows: number;
  /** Company numbers of fewer than eight digits, as a spreadsheet leaves them. */
  readonly short: number;
}

/** Reads the whole list once, so that a fault in its last row is reported before its first row is billed. */
export async function countRows(settings: ListFile): Promise<ListCounts> {
  let [rows, short] = [0, 0];
  for await (const { company_number } of rowsOf({ ...settings, padNumbers: false })) {
    rows += 1;
    if (company_number !== undefined && SHORT_NUMBER.test(company_number)) short += 1;
  }
  if (rows === 0) throw new WrongRequest('empty_list', `${settings.file} has no rows under its headings.`);
  return { rows, short };
}

/**
 * The list as it is, headings first, every row with as many cells as the longest of `file`: what stands beyond the
 * headings stays in its row.
 */
export async function* cellsOf(
  file: string,
  encoding: string,
): AsyncGenerator<readonly string[], void, undefined> {
  let width = 0;
  for await (const { cells } of csvRows(file, encoding)) width = Math.max(width, cells.length);
  for await (const { cells } of csvRows(file, encoding))
    yield Array.from({ length: width }, (_, column) => cells[column] ?? '');
}

/** The rows as they are asked, from the first. */
export async function* rowsOf(settings: ListFile): AsyncGenerator<AskedRow> {
  let columns: Columns | undefined;
  for await (const { row, cells } of csvRows(settings.file, settings.encoding)) {
    if (columns === undefined)
      columns = findColumns(
        cells.map((cell) => cell.trim()),
        settings.named,
      );
    else yield askedRow(cells, columns, row, settings);
  }
}

function askedRow(cells: readonly string[], columns: Columns, row: number, settings: ListFile): AskedRow {
  const cell = (field: Field): string => {
    const place = columns[field];
    const text = place === undefined ? '' : (cells[place] ?? '').trim();
    if (text.length > LIMITS[field])
      throw new WrongRequest(
        'cell_too_long',
        `${settings.file}, row ${row}: the ${field} has ${text.length} characters, ${LIMITS[field]} are allowed.`,
      );
    return text;
  };
  const ref = cell('ref');
  const field = IDENTIFIERS.find((identifier) => cell(identifier) !== '');
  const text = field === undefined ? '' : cell(field);
  const identifier = field === 'company_number' && settings.padNumbers ? padded(text) : text;
  return { ...(ref === '' ? {} : { ref }), ...(field === undefined ? {} : { [field]: identifier }) };
}

/** Company numbers have eight characters; spreadsheets cut the zeros that they begin with. */
const SHORT_NUMBER = /^\d{1,7}$/;
const padded = (number: string): string => (SHORT_NUMBER.test(number) ? number.padStart(8, '0') : number);
