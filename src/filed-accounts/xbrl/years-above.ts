/** The years, and the company or group, that a row of headings names above the columns. Pure. */
import { collapsed } from './page-text.js';

/** Words of a heading of a column; a cell with other words is none. */
const WORDS =
  /\b(?:the|as|at|to|from|for|in|on|year|period|months?|weeks?|days?|ended|ending|end|restated|unaudited|audited|note|notes|total|and|group|consolidated|company|parent|continuing|operations|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december|ionawr|chwefror|mawrth|ebrill|mai|mehefin|gorffennaf|awst|medi|hydref|tachwedd|rhagfyr|fy|y\/e|ye|actual|budget|prior|previous|current|unrestricted|restricted|endowment|funds?|blwyddyn|flwyddyn|cyfnod|hyd|st|nd|rd|th|gbp|usd|eur|s|k|m)\b/gi;
const DATE = /\b\d{1,2}(?:st|nd|rd|th)?[ ./-]+(?:\d{1,2}|[a-z]{3,9})[ ./,'’-]+(\d{4}|\d{2})\b/gi;
/** A year, the second of two where they are one: `2024/25`. */
const YEAR = /\b(?:(?:19|20)\d\d ?[/–-] ?)?((?:19|20)\d\d|(?<=\d\d\d\d ?[/–-] ?)\d\d)\b/g;

/** Two digits for a year: `FY24`, `FY24/25`, `Dec-24`; behind a blank, 28 and more are days. */
const SHORT =
  /\bfy ?['’]?(?:\d\d ?[/-] ?)?(\d\d)\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?(?:[-/'’]+(\d\d)| '?((?:[01]\d|2[0-7])))\b(?![,/ .-]*\d)/gi;
/** How long a period is. */
const LENGTH = /\b\d{1,3} (?:months?|weeks?|days?)\b/gi;

const full = (year: string): number => (year.length === 4 ? Number(year) : 2000 + Number(year));

/** The last year that a heading names; null: it is no heading of a column. */
function yearIn(cell: string): number | null {
  // Most cells are words, and every year has two digits.
  if (!/\d\d/.test(cell)) return null;
  const text = cell.replaceAll(LENGTH, ' ').replaceAll(/\bfy(?=\d{4})/gi, '');
  const dates = [...text.matchAll(DATE)].map(([, year = '']) => full(year));
  const others = text.replaceAll(DATE, ' ');
  const rest = others.replaceAll(SHORT, ' ');
  const years = [...rest.matchAll(YEAR)].map(([, year = '']) => full(year));
  const short = [...others.matchAll(SHORT)].map(([, a, b, c]) => full(a ?? b ?? c ?? ''));
  const left = rest.replaceAll(YEAR, ' ').replaceAll(WORDS, ' ');
  if (/\p{L}|\d{2}/u.test(left.replaceAll(/['’‘]?000['’]?/g, ' '))) return null;
  return [...short, ...dates, ...years].at(-1) ?? null;
}

/** Headings that name no year: the current one, and the one before. */
const RELATIVE =
  /^(?:the )?(?:(current|this)|prior|previous|last|comparative) (?:financial )?(?:year|period)[\s£$€'’0km]*$/i;
export const CURRENT = 1;
const PRIOR = 0;

/** Both of them beside each other, or none. */
function relativeYears(cells: readonly string[]): number[] {
  const named = cells.flatMap((cell) => {
    const words = RELATIVE.exec(cell);
    return words === null ? [] : [words[1] === undefined ? PRIOR : CURRENT];
  });
  return named.length === 2 && named[0] !== named[1] ? named : [];
}

const OWNER = /^(?:the )?(group|consolidated|company|parent company)(?: (?:19|20)\d\d)?$/i;

/** @param row the text of each cell, from left to right */
export function yearsAbove(row: readonly string[]): {
  /** `CURRENT` and `PRIOR` where they are only called so. */
  readonly years: readonly number[];
  /** True: of the group. */
  readonly owners: readonly boolean[];
} {
  const cells = row.map(collapsed);
  const years = cells.map(yearIn);
  const owners = cells.flatMap((cell) => {
    const owner = OWNER.exec(cell)?.[1];
    return owner === undefined ? [] : [/^[gc]on|^g/i.test(owner)];
  });
  const isPossible = years.every((year) => year === null || (year > 1980 && year < 2100));
  // A date before the columns is the title of the rows, where other cells name years.
  const named = years.slice(1).some((year) => year !== null) && cells.length > 2 ? years.slice(1) : years;
  const hasAmount = cells.some((cell, at) => at > 0 && years[at] === null && /\d{3}|\d,\d/.test(cell));
  const found = isPossible && !hasAmount ? named.filter((year) => year !== null) : [];
  return { years: found.length > 0 || hasAmount ? found : relativeYears(cells), owners };
}
