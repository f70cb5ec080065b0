/** Reads a customer's list: the rows to submit, and the cells of the file beside them. */
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { IDENTIFIER_FIELDS, findColumns, type ListColumns, type ListField } from './list-columns.js';
import { csvRows } from './csv-rows.js';

/** A row as the API takes it: an identifier, if the row has one, and the customer's reference. */
export type RowToSubmit = Readonly<Partial<Record<ListField, string>>>;

/** A list's file and how to read it. */
export interface ListFile {
  readonly file: string;
  readonly encoding: string;
  /** The heading that the customer gave for each field's column. */
  readonly columnNames: Readonly<Partial<Record<ListField, string>>>;
  /** Restores the leading zeros of company numbers that a spreadsheet has cut below eight digits. */
  readonly padNumbers: boolean;
}

/** The maximum characters of each field (Spec 9). */
const LIMITS: Readonly<Record<ListField, number>> = {
  company_number: 20,
  company_name: 500,
  domain: 255,
  ref: 120,
};

export interface ListCounts {
  readonly rows: number;
  /** Company numbers of fewer than eight digits, as a spreadsheet leaves them. */
  readonly shortNumbers: number;
}

/** Reads the whole list once, so that a fault in its last row is reported before its first row is billed. */
export async function countRows(settings: ListFile): Promise<ListCounts> {
  let [rows, shortNumbers] = [0, 0];
  for await (const { company_number } of rowsToSubmit({ ...settings, padNumbers: false })) {
    rows += 1;
    if (company_number !== undefined && SHORT_NUMBER.test(company_number)) shortNumbers += 1;
  }
  if (rows === 0) throw new WrongRequest('empty_list', `${settings.file} has no rows under its headings.`);
  return { rows, shortNumbers };
}

/** A row of the list as it stands in the file. */
export interface ListedRow {
  /** The row's number from 0; headings and blank lines are not counted. */
  readonly row: number;
  /** The line of the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly submitted: RowToSubmit;
}

/** Yields the headings, then the rows. */
export async function* readList(
  settings: ListFile,
): AsyncGenerator<ListedRow | { readonly headings: readonly string[] }, void, undefined> {
  let [row, columns]: [number, ListColumns | undefined] = [0, undefined];
  for await (const { line, cells } of csvRows(settings.file, settings.encoding)) {
    if (columns === undefined) {
      columns = findColumns(
        cells.map((cell) => cell.trim()),
        settings.columnNames,
      );
      yield { headings: cells };
    } else {
      yield { row, line, cells, submitted: submittedRow(cells, columns, line, settings) };
      row += 1;
    }
  }
}

/** Yields the rows to submit. */
export async function* rowsToSubmit(settings: ListFile): AsyncGenerator<RowToSubmit> {
  for await (const item of readList(settings)) if ('submitted' in item) yield item.submitted;
}

function submittedRow(
  cells: readonly string[],
  columns: ListColumns,
  line: number,
  settings: ListFile,
): RowToSubmit {
  const cell = (field: ListField): string => {
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
  const field = IDENTIFIER_FIELDS.find((identifier) => cell(identifier) !== '');
  const text = field === undefined ? '' : cell(field);
  const identifier = field === 'company_number' && settings.padNumbers ? padded(text) : text;
  return { ...(ref === '' ? {} : { ref }), ...(field === undefined ? {} : { [field]: identifier }) };
}

/** Reads the rows of the list beside the results, which come in the same order. */
export class ListReader {
  private readonly items: ReturnType<typeof readList>;

  constructor(settings: ListFile) {
    this.items = readList(settings);
  }

  async headings(): Promise<readonly string[]> {
    const { value } = await this.items.next();
    return value !== undefined && 'headings' in value ? value.headings : [];
  }

  /** Returns the row of this number. Callers ask in rising order. @throws NotDone where the list ends */
  async readRow(row: number): Promise<ListedRow> {
    for (;;) {
      const { value } = await this.items.next();
      if (value === undefined)
        throw new NotDone('list_changed', 'The list became shorter while it was being sent.');
      if ('row' in value && value.row === row) return value;
    }
  }

  async close(): Promise<void> {
    await this.items.return();
  }
}

/** A company number whose leading zeros were cut by a spreadsheet; complete ones have eight characters. */
const SHORT_NUMBER = /^\d{1,7}$/;
const padded = (number: string): string => (SHORT_NUMBER.test(number) ? number.padStart(8, '0') : number);

const numbers = (count: number): string =>
  count === 1 ? '1 company number has' : `${count} company numbers have`;

/** @param padded whether zeros are put back */
export const shortNumbersWarning = (count: number, padded: boolean): string =>
  padded
    ? `${numbers(count)} fewer than eight digits; zeros are added in front.`
    : `${numbers(count)} fewer than eight digits and will fail. A spreadsheet may have cut zeros; --pad-numbers puts them back.`;
