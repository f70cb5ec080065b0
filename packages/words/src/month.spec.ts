import { isSettled, lastDayOf, monthsOf } from './month.js';

const isSettledAt = (time: string): boolean => isSettled('2026-12', new Date(time));

describe('a month is complete', () => {
  it('from ten minutes after its end on', () => {
    expect(isSettledAt('2027-01-01T00:09:59.999Z')).toBe(false);
    expect(isSettledAt('2027-01-01T00:10:00.000Z')).toBe(true);
  });

  it('not while it lasts, nor in the minutes before its end', () => {
    expect(isSettledAt('2026-12-31T23:55:00.000Z')).toBe(false);
  });
});

it.each([
  ['2026-12', '2026-12-31'],
  ['2026-11', '2026-11-30'],
  ['2028-02', '2028-02-29'],
])('the last day of %s is %s', (month, day) => expect(lastDayOf(month)).toBe(day));

it('lists the months from one to another, to the last that a request may name', () => {
  expect(monthsOf('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
  expect(monthsOf('2026-11', '2026-10')).toEqual([]);
  expect(monthsOf('9999-12', '9999-12')).toEqual(['9999-12']);
});
