import fc from 'fast-check';
import { daysBetween, isRequestDay, parseRequestTime, yearsBefore } from './calendar.js';

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

describe('the days between two days', () => {
  it.each([
    ['2020-02-28', '2020-03-01', 2],
    ['2021-02-28', '2021-03-01', 1],
    ['1900-02-28', '1900-03-01', 1],
    ['2000-02-28', '2000-03-01', 2],
    ['1999-12-31', '2000-01-01', 1],
    ['2024-03-01', '2024-02-29', -1],
    ['0001-01-01', '0002-01-01', 365],
  ])('from %s to %s are %i', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
  });

  it('are those that the clock of the platform counts', () => {
    const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, day, (from, to) => {
        const [first, last] = [from, to].map((time) => time.toISOString().slice(0, 10)) as [string, string];
        const counted = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);
        expect(daysBetween(first, last)).toBe(counted);
      }),
    );
  });
});
