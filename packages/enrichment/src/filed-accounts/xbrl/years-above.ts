/** Reads a row of headings: the years above the columns, and columns of a group or company. Pure. */
import { collapsed } from './page-text.js';

const MONTH =
  '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december|' +
  'ionawr|chwefror|mawrth|ebrill|mai|mehefin|gorffennaf|awst|medi|hydref|tachwedd|rhagfyr)';
/** Matches the words of a column's heading. A cell with other words is no heading. */
const WORDS = new RegExp(
  `\\b(?:the|as|at|to|from|for|in|on|of|year|period|months?|weeks?|days?|ended|ending|end|date|dated|restated|unaudited|audited|` +
    `pro ?forma|note|notes|total|totals|and|group|consolidated|company|parent|continuing|operations|financial|fiscal|calendar|` +
    `accounting|comparatives?|${MONTH}|fy|f\\/y|y\\/e|y\\.e|ye|actual|budget|prior|previous|current|this|last|unrestricted|restricted|` +
    `designated|general|endowment|funds?|blwyddyn|flwyddyn|cyfnod|hyd|st|nd|rd|th|gbp|usd|eur|sterling|s|k|m)\\b`,
  'gi',
);
const DAY = '\\d{1,2}(?:st|nd|rd|th)?';
/** Matches a day with its year: `31 December 2024`, `31.12.24`, `December 31, 2024`, `2024-12-31`. */
const DATE = new RegExp(
  `\\b(?:${DAY}(?: of)?[ ./,-]+(?:\\d{1,2}|[a-z]{3,9})[ ./,'’-]+(\\d{4}|\\d{2})|${MONTH}\\.? ${DAY}[ ,]+['’]?(\\d{4}|\\d{2})|` +
    '((?:19|20)\\d\\d)[./-]\\d\\d[./-]\\d\\d)\\b',
  'gi',
);
/** Matches a year; for two joined years such as `2024/25`, the second. */
const YEAR = /\b(?:(?:19|20)\d\d ?[/–-] ?)?((?:19|20)\d\d|(?<=\d\d\d\d ?[/–-] ?)\d\d)\b/g;

/** Matches a year of two digits: `FY24`, `FY24/25`, `Dec-24`, `'24`. After a blank, 28 and more are days. */
const SHORT_YEAR = new RegExp(
  `\\b(?:fy|ye) ?['’]?(?:\\d\\d ?[/-] ?)?(\\d\\d)\\b|\\b${MONTH}\\.?(?:[-/'’]*(\\d\\d)| '?((?:[01]\\d|2[0-7])))\\b(?![,/ .-]*\\d)|` +
    "(?<![\\p{L}\\d£$€])['’](\\d\\d)\\b",
  'giu',
);
/** Matches the length of a period. */
const LENGTH =
  /\b(?:\d{1,3}|(?:twenty|thirty|forty|fifty)?[ -]?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh)teen))[ -](?:months?|mths?|weeks?|wks?|days?)\b/gi;
const THOUSANDS = /['’‘]?000['’‘]?s?/g;

const fullYear = (year: string): number => (year.length === 4 ? Number(year) : 2000 + Number(year));
const yearsBy = (form: RegExp, text: string): number[] =>
  [...text.matchAll(form)].flatMap(([, ...years]) =>
    years.filter((year) => year !== undefined).map(fullYear),
  );

/** The text of a cell without the usual words of headings. */
const withoutHeadingWords = (text: string): string => text.replaceAll(WORDS, ' ').replaceAll(THOUSANDS, ' ');

/** The last year in a heading; null: the cell is no heading of a column. */
function yearIn(cell: string): number | null {
  // A quick check: most cells are words, and every year has two digits.
  if (!/\d\d/.test(cell)) return null;
  const text = cell.replaceAll(LENGTH, ' ').replaceAll(/\b(?:fy|ye)(?=\d{4})/gi, '');
  const withoutDates = text.replaceAll(DATE, ' ');
  const rest = withoutDates.replaceAll(SHORT_YEAR, ' ');
  if (/\p{L}|\d{2}/u.test(withoutHeadingWords(rest.replaceAll(YEAR, ' ')))) return null;
  return (
    [...yearsBy(SHORT_YEAR, withoutDates), ...yearsBy(DATE, text), ...yearsBy(YEAR, rest)].at(-1) ?? null
  );
}

/** Returns true if the block is only a year. */
export const isBareYear = (block: string): boolean => /^\s*(?:19|20)\d\d\s*$/.test(block);

/** Matches headings for the current or the previous year without its number. */
const RELATIVE =
  /^(?:the )?(?:(current|this)|prior|previous|last|comparative) (?:financial )?(?:year|period)[\s£$€'’0km]*$/i;
export const CURRENT = 1;
const PRIOR = 0;

/** The relative years if both are named; else empty. */
function relativeYears(cells: readonly string[]): number[] {
  const named = cells.flatMap((cell) => {
    const words = RELATIVE.exec(cell);
    return words === null ? [] : [words[1] === undefined ? PRIOR : CURRENT];
  });
  return named.length === 2 && named[0] !== named[1] ? named : [];
}

const OWNER = /^(?:the )?(group|consolidated|company|parent company)(?: (?:19|20)\d\d)?$/i;

interface YearsAbove {
  /** The years; `CURRENT` and `PRIOR` if headings only say current and prior year. */
  readonly years: readonly number[];
  /** For each cell that names group or company: true if it is the group. */
  readonly isGroupColumn: readonly boolean[];
  /** True if several cells have other words than headings of years. */
  readonly namesOthers: boolean;
}

const NOTHING: YearsAbove = { years: [], isGroupColumn: [], namesOthers: false };

/** @param row the text of each cell, from left to right */
export function headingYears(row: readonly string[]): YearsAbove {
  const cells = row.map((cell) => (/\S/.test(cell) ? collapsed(cell) : ''));
  if (cells.every((cell) => cell === '')) return NOTHING;
  const years = cells.map(yearIn);
  const isGroupColumn = cells.flatMap((cell) => {
    const owner = OWNER.exec(cell)?.[1];
    return owner === undefined ? [] : [/^[gc]on|^g/i.test(owner)];
  });
  const isPossible = years.every((year) => year === null || (year > 1980 && year < 2100));
  // If at least two later cells name years, a year in the first cell belongs to the title of the rows.
  const laterYears = years.slice(1);
  const columnYears = laterYears.filter((year) => year !== null).length > 1 ? laterYears : years;
  const hasAmount = cells.some(
    (cell, at) =>
      at > 0 &&
      years[at] === null &&
      /\d{3}|\d,\d|^[-\u2010-\u2015\u2212]$/.test(cell.replaceAll(THOUSANDS, '')),
  );
  const foundYears = isPossible && !hasAmount ? columnYears.filter((year) => year !== null) : [];
  const words = cells.filter((cell, at) => years[at] === null && /\p{L}{2}/u.test(cell));
  return {
    years: foundYears.length > 0 || hasAmount ? foundYears : relativeYears(cells),
    isGroupColumn,
    namesOthers:
      words.length > 1 && words.filter((cell) => /\p{L}{2}/u.test(withoutHeadingWords(cell))).length > 1,
  };
}
