/** Reads a customer's list: the rows to submit, and the cells of the file beside them. */
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { countText } from '../../../packages/words/src/text/formats.js';
import type { ListColumns, ListField } from './list-columns.js';
import { IDENTIFIER_FIELDS, areHeadings, columnsText, findColumns } from './list-columns.js';
import type { CsvRow } from './csv-rows.js';
import type { ListFile } from './list-source.js';
import { parseListedNumber, type ParsedNumber } from './list-numbers.js';
import { companyKeyOf } from '../../billing/estimate/named-rows.js';

/** A row as the API takes it: an identifier, if the row has one, and the customer's reference. */
export type RowToSubmit = Readonly<Partial<Record<ListField, string>>>;

/** The maximum characters of each field (Spec 9). */
const MAX_LENGTHS: Readonly<Record<ListField, number>> = {
  company_number: 20,
  company_name: 500,
  domain: 255,
  ref: 120,
};

/** Reads the whole list once, so that a fault in its last row is reported before its first row is billed. */
export async function checkList(settings: ListFile) {
  let [rowCount, columnsSentence] = [0, ''];
  const listWarnings = new ListWarnings(settings.padNumbers);
  for await (const item of readList(settings)) {
    if ('headings' in item)
      columnsSentence = [
        settings.source.sheetSentence,
        item.rowsAbove === 0 ? '' : `The headings are in line ${item.line}; nothing above it is read.`,
        columnsText(item.headings, item.columns),
      ]
        .filter((sentence) => sentence !== '')
        .join(' ');
    else {
      rowCount += 1;
      listWarnings.add(item);
    }
  }
  if (rowCount === 0)
    throw new WrongRequest('empty_list', `${settings.file} has no rows under its headings.`);
  return {
    rowCount,
    /** Sentences that say which column became which field. */
    columnsSentence,
    /** Sentences about numbers that are mended, look cut or can't be read, and about cells with errors. */
    warnings: listWarnings.sentences(),
    /** The number of company numbers that are mended before they are sent. */
    mendedCount: listWarnings.mendedCount,
  };
}

/** A row of the list as it stands in the file. */
export interface ListedRow {
  /** The row's number from 0; headings and blank lines are not counted. */
  readonly row: number;
  /** The line of the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly submission: RowToSubmit;
  /** The cell of the company number, and its parsed form; absent where the row has another identifier. */
  readonly number?: { readonly cell: string; readonly parsed: ParsedNumber };
  /** The text of a cell that is ignored, because it holds an error of a spreadsheet. */
  readonly sheetError?: string;
}

interface ListHead {
  readonly headings: readonly string[];
  readonly columns: ListColumns;
  /** The line of the file that has the headings, from 1. */
  readonly line: number;
  /** The number of rows above the headings, such as a title. They are not read. */
  readonly rowsAbove: number;
}

/** The headings are looked for among this many first rows. */
const HEAD_ROWS = 20;

/** Yields the headings, then the rows below them. */
export async function* readList(settings: ListFile): AsyncGenerator<ListedRow | ListHead, void, undefined> {
  const head = await findHead(settings);
  if (head === null) return;
  yield head;
  let row = 0;
  for await (const { line, cells } of settings.source.rows()) {
    if (line <= head.line) continue;
    yield { row, line, cells, ...submissionOf(cells, head.columns, line, settings) };
    row += 1;
  }
}

/** Finds the headings: the first row that looks like them, or else the first row; null: there is no row. */
async function findHead({ source, columnNames }: ListFile): Promise<ListHead | null> {
  const firstRows: CsvRow[] = [];
  for await (const row of source.rows()) {
    firstRows.push(row);
    if (firstRows.length === HEAD_ROWS || areHeadings(trimCells(row.cells), columnNames)) break;
  }
  const headIndex = firstRows.findIndex(({ cells }) => areHeadings(trimCells(cells), columnNames));
  const rowsAbove = Math.max(0, headIndex);
  const head = firstRows[rowsAbove];
  if (head === undefined) return null;
  const { line, cells } = head;
  try {
    return { headings: cells, columns: findColumns(trimCells(cells), columnNames), line, rowsAbove };
  } catch (error) {
    if (!(error instanceof WrongRequest) || source.sheetSentence === '') throw error;
    throw new WrongRequest(error.code, `${source.sheetSentence} ${error.message}`);
  }
}

const trimCells = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim());

/** Matches the error values that a spreadsheet shows where a formula has no result. */
const SHEET_ERROR =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|UNKNOWN!|CONNECT!|GETTING_DATA)$/;

/** Yields the rows to submit. */
export async function* rowsToSubmit(settings: ListFile): AsyncGenerator<RowToSubmit> {
  for await (const item of readList(settings)) if ('submission' in item) yield item.submission;
}

function submissionOf(
  cells: readonly string[],
  columns: ListColumns,
  line: number,
  { file, padNumbers }: ListFile,
): Pick<ListedRow, 'submission' | 'number' | 'sheetError'> {
  const cellText = (field: ListField): string => {
    const column = columns[field];
    return column === undefined ? '' : (cells[column] ?? '').trim();
  };
  const usableCell = (field: ListField): string => (SHEET_ERROR.test(cellText(field)) ? '' : cellText(field));
  const checkLength = (field: ListField, text: string): string => {
    if (text.length <= MAX_LENGTHS[field]) return text;
    throw new WrongRequest(
      'cell_too_long',
      `${file}, line ${line}: the ${field} has ${text.length} characters, ${MAX_LENGTHS[field]} are allowed.`,
    );
  };
  const text = checkLength('ref', usableCell('ref'));
  const ref = text === '' ? {} : { ref: text };
  const field = IDENTIFIER_FIELDS.find((identifier) => usableCell(identifier) !== '');
  const error = IDENTIFIER_FIELDS.map(cellText).find((content) => SHEET_ERROR.test(content));
  const sheetError = error === undefined ? {} : { sheetError: error };
  if (field === undefined) return { submission: ref, ...sheetError };
  if (field !== 'company_number')
    return { submission: { ...ref, [field]: checkLength(field, usableCell(field)) }, ...sheetError };
  const parsed = parseListedNumber(usableCell(field));
  const company_number = checkLength(field, numberToSend(usableCell(field), parsed, padNumbers));
  return {
    submission: { ...ref, company_number },
    number: { cell: usableCell(field), parsed },
    ...sheetError,
  };
}

function numberToSend(cell: string, parsed: ParsedNumber, padNumbers: boolean): string {
  if (parsed.kind === 'mended') return parsed.number;
  if (parsed.kind === 'short') return padNumbers ? parsed.padded : parsed.number;
  return cell;
}

/** The maximum number of rows that a sentence about unreadable numbers names. */
const MAX_NAMED = 5;

/**
 * Counts the company numbers that are mended, look cut or can't be read, and the cells that hold a
 * spreadsheet error. Names some of their rows.
 */
class ListWarnings {
  mendedCount = 0;
  private shortCount = 0;
  private unreadableCount = 0;
  private mendedExample = '';
  private sheetErrorCount = 0;
  private sheetErrorExample = '';
  private readonly unreadableExamples: string[] = [];

  constructor(private readonly padNumbers: boolean) {}

  add({ row, line, number, submission, sheetError }: ListedRow): void {
    const rowName = `row ${row} (line ${line})`;
    if (sheetError !== undefined) {
      this.sheetErrorCount += 1;
      this.sheetErrorExample ||= `${rowName}: '${sheetError}'`;
    }
    if (number === undefined) return;
    const { cell, parsed } = number;
    if (parsed.kind === 'unreadable') {
      this.unreadableCount += 1;
      if (this.unreadableCount <= MAX_NAMED)
        this.unreadableExamples.push(`${rowName}: '${cell}' ${parsed.reason}`);
    }
    if (parsed.kind === 'short') this.shortCount += 1;
    if (parsed.kind !== 'mended') return;
    this.mendedCount += 1;
    this.mendedExample ||= `${rowName}: '${cell}' is sent as ${submission.company_number ?? ''}`;
  }

  sentences(): string[] {
    const { shortCount, mendedCount, unreadableCount, sheetErrorCount } = this;
    const moreText = unreadableCount > MAX_NAMED ? ', and so on' : '';
    return [
      ...(sheetErrorCount > 0
        ? [
            `Errors of a spreadsheet are ignored in ${countText(sheetErrorCount, 'row')} (${this.sheetErrorExample}).`,
          ]
        : []),
      ...(shortCount > 0 ? [shortNumbersWarning(shortCount, this.padNumbers)] : []),
      ...(mendedCount > 0 ? [`${numbersHaveText(mendedCount)} been mended (${this.mendedExample}).`] : []),
      ...(unreadableCount > 0
        ? [
            `${countText(unreadableCount, 'company number')} can't be read; such a row fails and costs nothing (${this.unreadableExamples.join('; ')}${moreText}).`,
          ]
        : []),
    ];
  }
}

/** Begins a sentence about company numbers. */
const numbersHaveText = (count: number): string =>
  count === 1 ? '1 company number has' : `${count} company numbers have`;

/** @param isPadded true if zeros are put back */
const shortNumbersWarning = (count: number, isPadded: boolean): string =>
  isPadded
    ? `${numbersHaveText(count)} fewer than eight digits; zeros are added in front.`
    : `${numbersHaveText(count)} fewer than eight digits and will fail. A spreadsheet may have cut zeros; --pad-numbers puts them back.`;

export interface SameCompanies {
  /** The first row that names a company, by each later row that names the same one. Rows count from 0. */
  readonly firstRowByRow: ReadonlyMap<number, number>;
  /** Says how many such rows there are, with an example; empty: there are none. */
  readonly text: string;
}

export async function findSameCompanies(list: ListFile): Promise<SameCompanies> {
  const firstRowByCompany = new Map<string, Pick<ListedRow, 'row' | 'line'>>();
  const firstRowByRow = new Map<number, number>();
  let example = '';
  for await (const item of readList(list)) {
    const companyKey = 'submission' in item ? companyKeyOf(item.submission) : null;
    if (companyKey === null || !('submission' in item)) continue;
    const { row, line } = item;
    const first = firstRowByCompany.get(companyKey);
    if (first === undefined) firstRowByCompany.set(companyKey, { row, line });
    else {
      firstRowByRow.set(row, first.row);
      example ||= `row ${row} (line ${line}) and row ${first.row} (line ${first.line})`;
    }
  }
  const rowCount = firstRowByRow.size;
  if (rowCount === 0) return { firstRowByRow, text: '' };
  const subject = rowCount === 1 ? '1 row names' : `${countText(rowCount, 'row')} name`;
  return {
    firstRowByRow,
    text: `${subject} the same company as an earlier row: ${example}${rowCount === 1 ? '' : ', and so on'}.`,
  };
}
