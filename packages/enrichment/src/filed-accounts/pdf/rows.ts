/** Finds the rows of a statement: a label, and an amount for each year. Pure. */
import type { Columns } from './columns.js';
import { textOfLine, type Line, type PdfWord } from './page.js';

export interface StatementRow {
  /** The label in lower case, without signs and notes; empty: a total that has none. */
  readonly label: string;
  readonly printed: string;
  /** The amount of each year in whole units; null: none is printed, or its year is unclear. */
  readonly amounts: readonly (bigint | null)[];
  /** True if the row is a repetition whose label begins with the line above. */
  readonly again: boolean;
}

const AMOUNT = /^([(-]?)[£$€]?(\d{1,3}(?:,\d{3})+|\d{1,12})\)?$/;
const NIL = /^(?:[-–—]|nil)$/i;

/** The amount that a text is; null: it is none. */
function amountOf(text: string, times: bigint): bigint | null {
  if (NIL.test(text)) return 0n;
  const [, sign, digits] = AMOUNT.exec(text) ?? [];
  if (digits === undefined) return null;
  const size = BigInt(digits.replaceAll(',', '')) * times;
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

/** The label of a row, without numbers of notes at its end. */
function labelOf(text: string): string {
  const words = plain(text);
  const last = words.findLastIndex((word) => !/^\d{1,2}$/.test(word));
  return words.slice(0, last + 1).join(' ');
}

/** The words of a line, with brackets joined to the amounts that they are set apart from. */
const joined = (line: Line): PdfWord[] =>
  line.reduce<PdfWord[]>((words, word) => {
    const last = words.at(-1);
    if (last !== undefined && (last.text === '(' || word.text === ')'))
      words[words.length - 1] = { ...last, text: last.text + word.text, right: word.right };
    else words.push(word);
    return words;
  }, []);

function placeOf({ right }: PdfWord, { edges, reach }: Columns): number | null {
  const near = edges
    .map((edge) => ({ year: edge.year, off: Math.abs(edge.right - right) }))
    .sort((a, b) => a.off - b.off)[0];
  return near === undefined || near.off > reach ? null : near.year;
}

function rowOf(line: Line, columns: Columns): StatementRow {
  const words = joined(line).map((word) => {
    const amount = amountOf(word.text, columns.times);
    const year = amount === null ? null : placeOf(word, columns);
    return { word, amount, year };
  });
  const amounts = columns.years.map((_, year) => {
    const here = words.filter((each) => each.year === year);
    return here.length === 1 ? (here[0]?.amount ?? null) : null;
  });
  const label = labelOf(textOfLine(words.filter(({ year }) => year === null).map(({ word }) => word)));
  return { label, printed: textOfLine(line).slice(0, 60), amounts, again: false };
}

const hasAmounts = ({ amounts }: StatementRow): boolean => amounts.some((amount) => amount !== null);

/** The rows below the columns' heads. A label over two lines is given whole, and as its second line. */
export function rowsOf(lines: readonly Line[], columns: Columns): StatementRow[] {
  const rows = lines.map((line) => rowOf(line, columns));
  return rows.flatMap((row, at) => {
    const before = rows[at - 1];
    if (before === undefined || row.label === '' || !hasAmounts(row) || hasAmounts(before)) return [row];
    return [row, { ...row, label: `${before.label} ${row.label}`, again: true }];
  });
}
