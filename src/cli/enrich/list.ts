/** A customer's list as it is read: rows that the interface takes, and the cells as they are. */
import { NotDone, WrongRequest } from '../../operator/refusal.js';
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

/** A row of the list as it stands in the file. */
export interface ListedRow {
  /** From 0, headings and blank lines not counted. */
  readonly row: number;
  /** Of the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly asked: AskedRow;
}

/** The headings, and then the rows from the first. */
export async function* listed(
  settings: ListFile,
): AsyncGenerator<ListedRow | { readonly headings: readonly string[] }, void, undefined> {
  let [row, columns]: [number, Columns | undefined] = [0, undefined];
  for await (const { line, cells } of csvRows(settings.file, settings.encoding)) {
    if (columns === undefined) {
      columns = findColumns(
        cells.map((cell) => cell.trim()),
        settings.named,
      );
      yield { headings: cells };
    } else {
      yield { row, line, cells, asked: askedRow(cells, columns, line, settings) };
      row += 1;
    }
  }
}

/** The rows as they are asked, from the first. */
export async function* rowsOf(settings: ListFile): AsyncGenerator<AskedRow> {
  for await (const item of listed(settings)) if ('asked' in item) yield item.asked;
}

function askedRow(cells: readonly string[], columns: Columns, line: number, settings: ListFile): AskedRow {
  const cell = (field: Field): string => {
    const place = columns[field];
    const text = place === undefined ? '' : (cells[place] ?? '').trim();
    if (text.length > LIMITS[field])
      throw new WrongRequest(
        'cell_too_long',
        `${settings.file}, line ${line}: the ${field} has ${text.length} characters, ${LIMITS[field]} are allowed.`,
      );
    return text;
  };
  const ref = cell('ref');
  const field = IDENTIFIERS.find((identifier) => cell(identifier) !== '');
  const text = field === undefined ? '' : cell(field);
  const identifier = field === 'company_number' && settings.padNumbers ? padded(text) : text;
  return { ...(ref === '' ? {} : { ref }), ...(field === undefined ? {} : { [field]: identifier }) };
}

/** The rows of the list beside what came back, which is in the same order. */
export class ListReader {
  private readonly items: ReturnType<typeof listed>;

  constructor(settings: ListFile) {
    this.items = listed(settings);
  }

  async headings(): Promise<readonly string[]> {
    const { value } = await this.items.next();
    return value !== undefined && 'headings' in value ? value.headings : [];
  }

  /** The row of this number, which is behind the last one that was asked for. */
  async at(row: number): Promise<ListedRow> {
    for (;;) {
      const { value } = await this.items.next();
      if (value === undefined)
        throw new NotDone('list_changed', 'The list became shorter while it was sent.');
      if ('row' in value && value.row === row) return value;
    }
  }

  async close(): Promise<void> {
    await this.items.return();
  }
}

/** Company numbers have eight characters; spreadsheets cut the zeros that they begin with. */
const SHORT_NUMBER = /^\d{1,7}$/;
const padded = (number: string): string => (SHORT_NUMBER.test(number) ? number.padStart(8, '0') : number);
