/**
 * Transforms printed text into values, by registries 1 to 5 of XBRL International (2010-04-20, 2011-07-31,
 * 2015-02-26, 2020-02-12, 2022-02-16), for English. Registries 4 and 5 have names with hyphens.
 */
import { dateIn, type DateOrder } from './dates.js';
import type { FactProblem } from './document.js';

const PLAIN = /^([+-]?)(\d*)(?:\.(\d*))?$/;
/** The maximum length of a number, above that of any amount of money. */
const MAX_CHARACTERS = 60;
const MAX_SCALE = 18;

const withoutZeros = (whole: string, fraction: string): string => {
  const front = whole.replace(/^0+(?=\d)/, '') || '0';
  let end = fraction.length;
  while (fraction.charAt(end - 1) === '0') end -= 1;
  const back = fraction.slice(0, end);
  return back === '' ? front : `${front}.${back}`;
};

const signed = (isNegative: boolean, text: string): string =>
  isNegative && text !== '0' ? `-${text}` : text;

/** The number times ten to the power of `scale`, a whole number from -18 to 18; null: invalid. */
export function scaledDecimal(text: string, scale = 0): string | null {
  if (text.length > MAX_CHARACTERS || !Number.isInteger(scale) || Math.abs(scale) > MAX_SCALE) return null;
  const [, sign, whole = '', fraction = ''] = PLAIN.exec(text) ?? [];
  if (sign === undefined || (whole === '' && fraction === '')) return null;
  const digits = `${whole}${fraction}`;
  const point = whole.length + scale;
  const padded = point <= 0 ? `${'0'.repeat(1 - point)}${digits}` : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  return signed(sign === '-', withoutZeros(padded.slice(0, at), padded.slice(at)));
}

export const negated = (decimal: string): string =>
  decimal === '0' ? decimal : decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;

export type Transformed = { readonly value: string } | { readonly problem: FactProblem };
type Transformation = (text: string) => Transformed;

const NOT_A_NUMBER: Transformed = { problem: 'not_a_number' };
const constant =
  (value: string): Transformation =>
  () => ({ value });

/** The pattern of digits in groups of three. */
const THREES = (mark: string): string => `\\d{1,3}(?:[${mark}]?\\d{3})*`;
/** The pattern of lakhs and crores: the last three digits, and groups of two before them. */
const LAKHS = (mark: string): string => `(?:\\d{1,2}[${mark}])?(?:\\d{2}[${mark}])*\\d{3}`;

/**
 * Makes a transformation of unsigned digits in groups: `12,50` is no number if the decimal mark is a point.
 * Registry 4 allows marks between any digits, but only groups of three or lakhs are accepted here, because
 * other groups are errors.
 */
function number(whole: string, mark: string, point: '.' | ','): Transformation {
  const allowed = new RegExp(`^(?:${whole})?(?:\\${point}\\d+)?$`);
  const marks = new RegExp(`[${mark}]`, 'g');
  return (text) => {
    const value = allowed.test(text) ? scaledDecimal(text.replaceAll(marks, '').replace(point, '.')) : null;
    return value === null ? NOT_A_NUMBER : { value };
  };
}

const date =
  (order: DateOrder): Transformation =>
  (text) => {
    const value = dateIn(text, order);
    return value === null ? { problem: 'not_a_date' } : { value };
  };

/** Matches whole units and hundredths: `12 pounds 50 pence`. */
const UNITS = /^(\d{1,3}(?:[.,]?\d{3})*)[^\d,.]+(\d{1,2})[^\d,.]*$/;
const units: Transformation = (text) => {
  const [, whole, hundredths] = UNITS.exec(text) ?? [];
  if (whole === undefined || hundredths === undefined) return NOT_A_NUMBER;
  const value = scaledDecimal(`${whole.replaceAll(/[,.]/g, '')}.${hundredths.padStart(2, '0')}`);
  return value === null ? NOT_A_NUMBER : { value };
};

const dash: Transformation = (text) => (/^[\p{Pd}\u2212]+$/u.test(text) ? { value: '0' } : NOT_A_NUMBER);
/** Leaves the text as printed, for values that aren't used: days or months without a year, and durations. */
const asPrinted: Transformation = (text) => ({ value: text });

const APOSTROPHES = "'\u2019\u2032\u00b4`";
/** The transformations of numbers by name. Those with hyphens, of registries 4 and 5, allow more. */
const NUMBERS: readonly (readonly [name: string, Transformation])[] = [
  ['numcommadot', number(THREES(','), ',', '.')],
  ['numspacedot', number(THREES(' '), ' ', '.')],
  ['numdotdecimal', number(THREES(', '), ', ', '.')],
  ['numdotdecimalin', number(`${LAKHS(', ')}|\\d+`, ', ', '.')],
  ['num-dot-decimal', number(`${THREES(', ')}|${LAKHS(', ')}`, ', ', '.')],
  ['num-dot-decimal-apos', number(THREES(`, ${APOSTROPHES}`), `, ${APOSTROPHES}`, '.')],
  ['numdotcomma', number(THREES('.'), '.', ',')],
  ['numspacecomma', number(THREES(' '), ' ', ',')],
  ['numcomma', number('\\d+', ',', ',')],
  ['numcommadecimal', number(THREES('. '), '. ', ',')],
  ['num-comma-decimal', number(THREES('. '), '. ', ',')],
  ['num-comma-decimal-apos', number(THREES(`. ${APOSTROPHES}`), `. ${APOSTROPHES}`, ',')],
];
const DAY_FIRST = date('day-month-year');
const MONTH_FIRST = date('month-day-year');
const YEAR_FIRST = date('year-month-day');

const namedAll = (names: string, transformation: Transformation): (readonly [string, Transformation])[] =>
  names.split(' ').map((name) => [name, transformation]);

const TRANSFORMATIONS: ReadonlyMap<string, Transformation> = new Map([
  ...NUMBERS,
  ['numunitdecimal', units],
  ...namedAll('numdash zerodash', dash),
  ['fixedzero', constant('0')],
  ...namedAll('booleantrue fixedtrue', constant('true')),
  ...namedAll('booleanfalse fixedfalse', constant('false')),
  ...namedAll('nocontent fixedempty', constant('')),
  ...namedAll(
    'datelonguk dateslasheu datedoteu dateshortuk datedaymonthyear datedaymonthyearen datedaymonthnameyearen',
    DAY_FIRST,
  ),
  ...namedAll(
    'datelongus dateslashus dateshortus datemonthdayyear datemonthdayyearen datemonthnamedayyearen',
    MONTH_FIRST,
  ),
  ...namedAll('dateyearmonthday datelongyearmonthday', YEAR_FIRST),
  ...namedAll(
    'datelongdaymonthuk datelongmonthdayus datelongmonthyear datelongyearmonth dateshortdaymonthuk dateshortmonthdayus ' +
      'dateshortmonthyear dateshortyearmonth dateslashdaymontheu dateslashmonthdayus datedaymonth datedaymonthen ' +
      'datedaymonthnameen datemonthday datemonthdayen datemonthnamedayen datemonthyear datemonthyearen ' +
      'datemonthnameyearen dateyearmonth dateyearmonthen dateyearmonthnameen',
    asPrinted,
  ),
  ...namedAll('duryear durmonth durday durhour durwordsen', asPrinted),
]);

/** @param format the transformation's local name @param text the printed text, without blanks around it */
export function transformed(format: string, text: string): Transformed {
  const name = format.toLowerCase();
  const transformation = TRANSFORMATIONS.get(name) ?? TRANSFORMATIONS.get(name.replaceAll('-', ''));
  return transformation === undefined ? { problem: 'unknown_format' } : transformation(text);
}

/** Reads a number whose printed form is its value. */
export const plainNumber = (text: string): Transformed => {
  const value = scaledDecimal(text);
  return value === null ? NOT_A_NUMBER : { value };
};
