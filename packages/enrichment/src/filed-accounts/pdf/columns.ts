/** Finds the columns of a statement: which amounts belong to which year, and their unit. Pure. */
import type { Line, PdfWord } from './page.js';

export interface Columns {
  /** Years from the newest. */
  readonly years: readonly number[];
  /** Right edge of each column, and the place of its year. */
  readonly edges: readonly { readonly right: number; readonly year: number }[];
  /** ISO 4217. */
  readonly currency: string;
  /** 1, or 1,000. */
  readonly times: bigint;
  /** The distance from an edge at which an amount may end. */
  readonly reach: number;
}

const CURRENCIES: Readonly<Record<string, string>> = { '£': 'GBP', $: 'USD', '€': 'EUR' };
const UNIT = /^([£$€])(['’‘`]?000s?)?$/;
const YEAR = /^(?:19|20)\d\d$/;
/** The maximum number of lines between the years and the units. */
const LINES_ABOVE = 5;
/** The reach of one column that stands alone. */
const ALONE_REACH = 60;
/** The reach, as a part of the distance to the next column. */
const REACH = 0.45;

const unitsOf = (line: Line): PdfWord[] => line.filter(({ text }) => UNIT.test(text));

/** Tells whether a line holds only units, beside the word for notes. */
const isUnitsLine = (line: Line): boolean => {
  const units = unitsOf(line);
  const others = line.filter((word) => !units.includes(word));
  return units.length > 0 && others.every(({ text }) => /^notes?$/i.test(text) || YEAR.test(text));
};

/** The number of columns a year, one or two; null: unclear. */
function yearsOfColumns(units: number, years: number): number | null {
  const each = units / years;
  return each === 1 || each === 2 ? each : null;
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
  const each = years.length > 2 ? null : yearsOfColumns(units.length, years.length);
  if (each === null || (before !== undefined && before >= now)) return null;
  const edges = units.map(({ right }, column) => ({ right, year: Math.floor(column / each) }));
  const gaps = edges.slice(1).map(({ right }, before) => right - (edges[before]?.right ?? 0));
  const reach = gaps.length === 0 ? ALONE_REACH : REACH * Math.min(...gaps);
  return { years, edges, currency, times: thousands === undefined ? 1n : 1_000n, reach };
}

/** The first columns of a page, and the line after which their amounts stand; null: none are sure. */
export function columnsOf(lines: readonly Line[]): { columns: Columns; from: number } | null {
  const at = lines.findIndex(isUnitsLine);
  const columns = at < 0 ? null : columnsAt(lines, at);
  return columns === null ? null : { columns, from: at + 1 };
}
