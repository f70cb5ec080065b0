/** Finds the columns of a statement and its rows: a label, and an amount for each year. Pure. */
import { textOfLine, type Line, type PdfWord } from './page.js';

export interface Columns {
  /** The years, the newest first. */
  readonly years: readonly number[];
  /** The right edge of each column, and the index of its year. */
  readonly edges: readonly { readonly right: number; readonly year: number }[];
  /** ISO 4217. */
  readonly currency: string;
  /** The factor of printed amounts: 1, or 1,000. */
  readonly multiplier: bigint;
  /** The maximum distance of an amount's end from the edge of its column. */
  readonly reach: number;
}

const CURRENCIES: Readonly<Record<string, string>> = { '£': 'GBP', $: 'USD', '€': 'EUR' };
const UNIT = /^([£$€])(['’‘`]?000s?)?$/;
const YEAR = /^(?:19|20)\d\d$/;
/** The maximum number of lines between the years and the units. */
const LINES_ABOVE = 5;
/** The reach of a single column. */
const SINGLE_REACH = 60;
/** The reach as a share of the distance to the next column. */
const REACH = 0.45;

const unitsOf = (line: Line): PdfWord[] => line.filter(({ text }) => UNIT.test(text));

/** Returns true if a line has only units, years and the word `notes`. */
const isUnitsLine = (line: Line): boolean => {
  const units = unitsOf(line);
  const others = line.filter((word) => !units.includes(word));
  return units.length > 0 && others.every(({ text }) => /^notes?$/i.test(text) || YEAR.test(text));
};

/** The number of columns for each year, one or two; null: unclear. */
function columnsPerYear(units: number, years: number): number | null {
  const columns = units / years;
  return columns === 1 || columns === 2 ? columns : null;
}

function columnsAt(lines: readonly Line[], at: number): Columns | null {
  const units = unitsOf(lines[at] ?? []);
  const forms = new Set(units.map(({ text }) => text.replace(/['’‘`s]/g, '')));
  const [, symbol = '', thousands] = UNIT.exec(units[0]?.text ?? '') ?? [];
  const currency = CURRENCIES[symbol];
  if (forms.size !== 1 || currency === undefined) return null;
  const above = lines.slice(Math.max(0, at - LINES_ABOVE), at + 1).reverse();
  const named = above.map((line) => line.filter(({ text }) => YEAR.test(text)));
  const years = (named.find((words) => words.length > 0) ?? []).map(({ text }) => Number(text));
  const [now = 0, before] = years;
  const perYear = years.length > 2 ? null : columnsPerYear(units.length, years.length);
  if (perYear === null || (before !== undefined && before >= now)) return null;
  const edges = units.map(({ right }, column) => ({ right, year: Math.floor(column / perYear) }));
  const gaps = edges.slice(1).map(({ right }, before) => right - (edges[before]?.right ?? 0));
  const reach = gaps.length === 0 ? SINGLE_REACH : REACH * Math.min(...gaps);
  return { years, edges, currency, multiplier: thousands === undefined ? 1n : 1_000n, reach };
}

/** The first columns of a page, and the line from which their amounts follow; null: no clear columns. */
export function columnsOf(lines: readonly Line[]): { columns: Columns; from: number } | null {
  const at = lines.findIndex(isUnitsLine);
  const columns = at < 0 ? null : columnsAt(lines, at);
  return columns === null ? null : { columns, from: at + 1 };
}

export interface StatementRow {
  /** The label in lower case, without signs and note numbers; empty: a total without a label. */
  readonly label: string;
  readonly printed: string;
  /** The amount of each year in whole units; null: not printed, or its year is unclear. */
  readonly amounts: readonly (bigint | null)[];
  /** True if this row repeats the previous one, with the line above added to its label. */
  readonly isRepeat: boolean;
}

const AMOUNT = /^([(-]?)[£$€]?(\d{1,3}(?:,\d{3})+|\d{1,12})\)?$/;
const NIL = /^(?:[-–—]|nil)$/i;

/** The amount in a text; null: the text is no amount. */
function amountOf(text: string, multiplier: bigint): bigint | null {
  if (NIL.test(text)) return 0n;
  const [, sign, digits] = AMOUNT.exec(text) ?? [];
  if (digits === undefined) return null;
  const size = BigInt(digits.replaceAll(',', '')) * multiplier;
  return sign === '' ? size : -size;
}

const plain = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/[’‘`]/g, "'")
    .replaceAll(/[()/:;.,_|*]|\s[-–—]\s/g, ' ')
    .replaceAll('&', 'and')
    .trim()
    .split(/\s+/);

/** The label of a row without note numbers at its end. */
function labelOf(text: string): string {
  const words = plain(text);
  const last = words.findLastIndex((word) => !/^\d{1,2}$/.test(word));
  return words.slice(0, last + 1).join(' ');
}

/** The words of a line, with separate brackets joined to their amounts. */
const withJoinedBrackets = (line: Line): PdfWord[] =>
  line.reduce<PdfWord[]>((words, word) => {
    const last = words.at(-1);
    if (last !== undefined && (last.text === '(' || word.text === ')'))
      words[words.length - 1] = { ...last, text: last.text + word.text, right: word.right };
    else words.push(word);
    return words;
  }, []);

function yearOf({ right }: PdfWord, { edges, reach }: Columns): number | null {
  const nearest = edges
    .map((edge) => ({ year: edge.year, distance: Math.abs(edge.right - right) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return nearest === undefined || nearest.distance > reach ? null : nearest.year;
}

function rowOf(line: Line, columns: Columns): StatementRow {
  const words = withJoinedBrackets(line).map((word) => {
    const amount = amountOf(word.text, columns.multiplier);
    const year = amount === null ? null : yearOf(word, columns);
    return { word, amount, year };
  });
  const amounts = columns.years.map((_, year) => {
    const here = words.filter((each) => each.year === year);
    return here.length === 1 ? (here[0]?.amount ?? null) : null;
  });
  const label = labelOf(textOfLine(words.filter(({ year }) => year === null).map(({ word }) => word)));
  return { label, printed: textOfLine(line).slice(0, 60), amounts, isRepeat: false };
}

const hasAmounts = ({ amounts }: StatementRow): boolean => amounts.some((amount) => amount !== null);

/** The rows below the heads of columns. A label over two lines makes two rows: its second line, and both. */
export function rowsOf(lines: readonly Line[], columns: Columns): StatementRow[] {
  const rows = lines.map((line) => rowOf(line, columns));
  return rows.flatMap((row, at) => {
    const before = rows[at - 1];
    if (before === undefined || row.label === '' || !hasAmounts(row) || hasAmounts(before)) return [row];
    return [row, { ...row, label: `${before.label} ${row.label}`, isRepeat: true }];
  });
}
