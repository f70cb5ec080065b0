import { isRequestDay, parseRequestTime, yearsBefore } from './calendar.js';

describe('a day that is asked for', () => {
  it.each([
    ['2026-02-28', true],
    ['2028-02-29', true],
    ['1900-01-01', true],
    ['9999-12-31', true],
    ['2026-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['1899-12-31', false],
    ['0000-01-15', false],
    ['+010000-01-01', false],
    ['2026-02-28\n', false],
    ['today', false],
  ])('%j: %s', (text, may) => {
    expect(isRequestDay(text)).toBe(may);
  });
});

describe('a time that is asked for', () => {
  it.each([
    ['2026-11-21T12:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T13:00:00+01:00', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T23:59:59.999999Z', '2026-11-21T23:59:59.999Z'],
  ])('%s is %s: UTC where it names no zone', (text, moment) => {
    expect(parseRequestTime(text)?.toISOString()).toBe(moment);
  });

  it.each([
    '2026-02-30T12:00',
    '2026-11-21T24:00',
    '2026-11-21T12:60',
    '2026-11-21',
    '2026-11-21T',
    'T12:00',
    '',
  ])('%j is none', (text) => {
    expect(parseRequestTime(text)).toBeNull();
  });
});

it.each([
  ['2026-11-22', 2, '2024-11-22'],
  ['2024-02-29', 1, '2023-02-28'],
  ['2024-02-29', 4, '2020-02-29'],
  ['1000-03-01', 20, '0980-03-01'],
])('counts from %s %d years back', (day, years, before) => {
  expect(yearsBefore(day, years)).toBe(before);
});
