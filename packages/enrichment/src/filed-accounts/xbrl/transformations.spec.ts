import { dateAsPrinted } from './dates.js';
import { scaledDecimal, transformed } from './transformations.js';

it.each([
  ['datedaymonthyearen', '31 October 2025', '2025-10-31'],
  ['datedaymonthyearen', '31st day of October 2025', '2025-10-31'],
  ['datedaymonthyearen', 'Friday, 31 Oct 2025', '2025-10-31'],
  ['datedaymonthyear', '30.9.25', '2025-09-30'],
  ['datedaymonthyear', '1.1.20', '2020-01-01'],
  ['dateslasheu', '30/09/2025', '2025-09-30'],
  ['datedoteu', '30.09.2025', '2025-09-30'],
  ['datelonguk', '01 March 2023', '2023-03-01'],
  ['dateshortuk', '1 Mar 23', '2023-03-01'],
  ['datelongus', 'October 31, 2025', '2025-10-31'],
  ['dateshortus', 'Oct 31 25', '2025-10-31'],
  ['dateslashus', '10/31/2025', '2025-10-31'],
  ['datemonthdayyearen', 'October 31 2025', '2025-10-31'],
  ['dateyearmonthday', '2025-10-31', '2025-10-31'],
  ['date-day-month-year', '31.10.2025', '2025-10-31'],
  ['date-day-monthname-year-en', '31 OCTOBER 2025', '2025-10-31'],
  ['date-monthname-day-year-en', 'October 31st, 2025', '2025-10-31'],
  ['date-year-month-day', '2025/10/31', '2025-10-31'],
  ['date-month-day-year', '10.31.2025', '2025-10-31'],
  ['datedaymonthyear', '31 12 99', '1999-12-31'],
])('%s reads %s', (format, printed, value) => {
  expect(transformed(format, printed)).toEqual({ value });
});

it.each([
  ['numcommadot', '1,234,567', '1234567'],
  ['numdotdecimal', '1 234.50', '1234.5'],
  ['num-dot-decimal', '0.5', '0.5'],
  ['numspacedot', '12 345', '12345'],
  ['numcommadecimal', '1.234,5', '1234.5'],
  ['numdotcomma', '1.234.567', '1234567'],
  ['num-comma-decimal', '1 234,75', '1234.75'],
  ['numdotdecimal', '1234567', '1234567'],
  ['numdotdecimalin', '1,23,45,678.50', '12345678.5'],
  ['num-dot-decimal', '1,23,45,678', '12345678'],
  ['num-dot-decimal', '.5', '0.5'],
  ['num-dot-decimal-apos', "1'234'567.5", '1234567.5'],
  ['num-comma-decimal-apos', '1’234,5', '1234.5'],
  ['numunitdecimal', '1,012 pounds 5 pence', '1012.05'],
  ['zerodash', '-', '0'],
  ['numdash', '–', '0'],
  ['zerodash', '—', '0'],
  ['fixed-zero', 'nil', '0'],
  ['booleantrue', 'dormant', 'true'],
  ['fixed-false', 'x', 'false'],
  ['nocontent', 'anything', ''],
])('%s reads %s', (format, printed, value) => {
  expect(transformed(format, printed)).toEqual({ value });
});

it.each([
  ['numdotdecimal', '(577)', 'not_a_number'],
  ['numdotdecimal', '12a', 'not_a_number'],
  ['numdotdecimal', '1.2.3', 'not_a_number'],
  ['numdotdecimal', '', 'not_a_number'],
  ['numdotdecimal', '12,50', 'not_a_number'],
  ['numdotdecimal', '1 234,56', 'not_a_number'],
  ['numdotdecimal', '1.234,56', 'not_a_number'],
  ['numdotdecimal', "1'234", 'not_a_number'],
  ['numdotdecimal', '1,23,456', 'not_a_number'],
  ['num-dot-decimal', '12,50', 'not_a_number'],
  ['num-dot-decimal', "1'234", 'not_a_number'],
  ['numcommadot', '1 234', 'not_a_number'],
  ['numcommadecimal', '12.50', 'not_a_number'],
  ['numcommadecimal', '1,234.56', 'not_a_number'],
  ['num-comma-decimal', '12.50', 'not_a_number'],
  ['numcomma', '1.234', 'not_a_number'],
  ['numunitdecimal', '12,5 pounds 5 pence', 'not_a_number'],
  ['zerodash', 'nil', 'not_a_number'],
  ['datedaymonthyearen', '31 February 2025', 'not_a_date'],
  ['datedaymonthyearen', '31 October', 'not_a_date'],
  ['datedaymonthyearen', '31 Oktember 2025', 'not_a_date'],
  ['dateslashus', '31/10/2025', 'not_a_date'],
  ['numdotdecimalblahblah', '5', 'unknown_format'],
])('%s gives no value to %s', (format, printed, problem) => {
  expect(transformed(format, printed)).toEqual({ problem });
});

it.each([
  ['2025-10-31', '2025-10-31'],
  ['31/10/2025', '2025-10-31'],
  ['31 October 2025', '2025-10-31'],
  ['thirty-first of October', null],
])('a date without a format, %s, is %s', (printed, day) => {
  expect(dateAsPrinted(printed)).toBe(day);
});

it.each([
  ['12', 3, '12000'],
  ['2', -2, '0.02'],
  ['1.5', 6, '1500000'],
  ['0.0', 3, '0'],
  ['-0', 0, '0'],
  ['1', 19, null],
  ['1e5', 0, null],
  ['9'.repeat(70), 0, null],
])('%s scaled by %d is %s', (text, scale, value) => {
  expect(scaledDecimal(text, scale)).toBe(value);
});
