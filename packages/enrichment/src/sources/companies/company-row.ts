/** Checks the header of BasicCompanyData, and reads a row into a record or a reason for its rejection. */
import { isCalendarDay, type IsoDate } from '../../../../words/src/calendar.js';
import { companyNumberProblem, parsePublishedNumber } from '../../../../words/src/company-number.js';
import { textOf } from '../kit/records/values.js';
import type { CompanyRecord, PreviousName } from './company-record.js';
import columns from './basic-company-data.json';

/** The 55 columns of the published BasicCompanyData file, in order, without blanks around their names. */
export const BASIC_COLUMNS: readonly string[] = columns;

/** The first column of the previous names: 10 pairs of the day on which a name was given up, and the name. */
const FIRST_PREVIOUS_NAME = BASIC_COLUMNS.indexOf('PreviousName_1.CONDATE');
const CONFIRMATION_STATEMENT = BASIC_COLUMNS.indexOf('ConfStmtNextDueDate');

/** The fault of a header, in words; null: it has none. */
export function headerProblem(header: readonly string[]): string | null {
  const names = header.map((name) => name.replace(/^\uFEFF/, '').trim());
  const wrong = BASIC_COLUMNS.findIndex((column, i) => names[i] !== column);
  if (wrong >= 0) {
    return `column ${wrong + 1} is '${(names[wrong] ?? '').slice(0, 60)}' where BasicCompanyData has '${BASIC_COLUMNS[wrong]}'`;
  }
  return names.length === BASIC_COLUMNS.length
    ? null
    : `${names.length} columns where BasicCompanyData has ${BASIC_COLUMNS.length}`;
}

export type CompanyRow =
  | { readonly ok: true; readonly record: CompanyRecord }
  | { readonly ok: false; readonly reason: string };

/** An unreadable cell. It ends the reading of the row and is caught in this file. */
class UnreadableCell extends Error {}

/** A statistics program that saves a copy writes `NA` where a date or a number is blank. */
const isBlank = (text: string): boolean => text === '' || text === 'NA';
const MAX_SIC_CODES = 4;
const MAX_PREVIOUS_NAMES = 10;

/** Line ends inside a value, control characters, and characters that change the direction of text. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

function textAt(cells: readonly string[], column: number): string | null {
  const printed = cells[column] ?? '';
  if (printed === '') return null;
  if (UNSEEN.test(printed)) return textOf(printed, Infinity);
  const text = printed.trim();
  return text === '' ? null : text;
}

function readDate(printed: string): IsoDate | null {
  const [, day = '', month = '', year = ''] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(printed) ?? [];
  return isCalendarDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : null;
}

/** Dates by their printed form: millions of cells have few distinct days. */
const days = new Map<string, IsoDate>();
/** The maximum number of remembered days. It bounds memory, and exceeds the days of the register. */
const MAX_DAYS = 100_000;

/** `DD/MM/YYYY` */
function dateAt(cells: readonly string[], column: number): IsoDate | null {
  const printed = cells[column] ?? '';
  if (printed === '') return null;
  const rememberedDay = days.get(printed);
  if (rememberedDay !== undefined) return rememberedDay;
  const text = printed.trim();
  if (isBlank(text)) return null;
  const day = readDate(text);
  if (day === null) {
    throw new UnreadableCell(`${BASIC_COLUMNS[column]} '${text.slice(0, 20)}' is not a date DD/MM/YYYY`);
  }
  if (days.size < MAX_DAYS && printed.length === 10) days.set(printed, day);
  return day;
}

function countAt(cells: readonly string[], column: number): number | null {
  const printed = cells[column] ?? '';
  if (printed === '0') return 0;
  const text = printed.trim();
  if (isBlank(text)) return null;
  if (!/^\d{1,6}$/.test(text)) {
    throw new UnreadableCell(`${BASIC_COLUMNS[column]} '${text.slice(0, 20)}' is not a whole number`);
  }
  return Number(text);
}

function sicCodes(cells: readonly string[]): string[] {
  const codes: string[] = [];
  for (let i = 0; i < MAX_SIC_CODES; i += 1) {
    const text = textAt(cells, 26 + i);
    if (text !== null && text !== 'None Supplied') codes.push(text);
  }
  return codes;
}

function previousNames(cells: readonly string[]): PreviousName[] {
  const names: PreviousName[] = [];
  for (let i = 0; i < MAX_PREVIOUS_NAMES; i += 1) {
    const name = textAt(cells, FIRST_PREVIOUS_NAME + 2 * i + 1);
    if (name !== null) names.push({ name, ceased_on: dateAt(cells, FIRST_PREVIOUS_NAME + 2 * i) });
  }
  return names;
}

function recordOf(cells: readonly string[]): CompanyRecord {
  const number = parsePublishedNumber((cells[1] ?? '').trim());
  if (number === null) throw new UnreadableCell(companyNumberProblem(cells[1] ?? ''));
  const name = textAt(cells, 0);
  if (name === null) throw new UnreadableCell('CompanyName is blank');
  return {
    number,
    name,
    office: {
      care_of: textAt(cells, 2),
      po_box: textAt(cells, 3),
      line_1: textAt(cells, 4),
      line_2: textAt(cells, 5),
      post_town: textAt(cells, 6),
      county: textAt(cells, 7),
      country: textAt(cells, 8),
      postcode: textAt(cells, 9),
    },
    category: textAt(cells, 10),
    status: textAt(cells, 11),
    country_of_origin: textAt(cells, 12),
    dissolved_on: dateAt(cells, 13),
    incorporated_on: dateAt(cells, 14),
    accounts: {
      reference_day: countAt(cells, 15),
      reference_month: countAt(cells, 16),
      next_due_on: dateAt(cells, 17),
      last_made_up_on: dateAt(cells, 18),
      category: textAt(cells, 19),
    },
    confirmation_statement: {
      next_due_on: dateAt(cells, CONFIRMATION_STATEMENT),
      last_made_up_on: dateAt(cells, CONFIRMATION_STATEMENT + 1),
    },
    mortgages: {
      charges: countAt(cells, 22),
      outstanding: countAt(cells, 23),
      part_satisfied: countAt(cells, 24),
      satisfied: countAt(cells, 25),
    },
    sic: sicCodes(cells),
    partners: { general: countAt(cells, 30), limited: countAt(cells, 31) },
    previous_names: previousNames(cells),
    profile: null,
    version: null,
  };
}

/** Reads a row of cells. The former annual return (`Returns.*`) and the link (`URI`) are left out. */
export function readCompanyRow(cells: readonly string[]): CompanyRow {
  if (cells.length !== BASIC_COLUMNS.length) {
    return { ok: false, reason: `${cells.length} columns where the header has ${BASIC_COLUMNS.length}` };
  }
  try {
    return { ok: true, record: recordOf(cells) };
  } catch (problem) {
    if (problem instanceof UnreadableCell) return { ok: false, reason: problem.message };
    throw problem;
  }
}
