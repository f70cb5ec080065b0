import fc from 'fast-check';
import { SIZE_CLASSES, sizeClass, type SizeClass, type YearFigures } from './size-class.js';

const OLD = { start: '2024-04-01', end: '2025-03-31' };
/** The last year before the new limits, and the first under them. */
const LAST = { start: '2025-04-05', end: '2026-04-04' };
const NEW = { start: '2025-04-06', end: '2026-04-05' };
const BEFORE_2016 = { start: '2015-12-31', end: '2016-12-30' };

const figures = (
  year: { readonly start: string; readonly end: string },
  [turnover, balance_sheet_total, employees]: readonly [number | null, number | null, number | null],
): YearFigures => ({ ...year, turnover, balance_sheet_total, employees });

it.each<[string, YearFigures, SizeClass | null]>([
  ['micro by balance sheet and employees', figures(OLD, [null, 316_000, 10]), 'micro'],
  ['a pound too much', figures(OLD, [null, 316_001, 10]), null],
  ['small, where turnover is stated as well', figures(OLD, [632_001, 316_001, 10]), 'small'],
  ['micro with many employees', figures(OLD, [632_000, 316_000, 200]), 'micro'],
  ['the limits that end on 5 April 2025', figures(LAST, [1_000_000, 500_000, 5]), 'small'],
  ['the limits from 6 April 2025', figures(NEW, [1_000_000, 500_000, 11]), 'micro'],
  ['small until 2015', figures(BEFORE_2016, [6_500_001, 3_260_001, 5]), 'medium'],
  [
    'small from 2016',
    figures({ start: '2016-01-01', end: '2016-12-31' }, [6_500_001, 3_260_001, 5]),
    'small',
  ],
  ['medium', figures(OLD, [36_000_000, 90_000_000, 250]), 'medium'],
  ['large', figures(OLD, [36_000_001, 90_000_000, 20]), 'large'],
  ['large by people and assets', figures(NEW, [null, 27_000_001, 251]), 'large'],
  ['one figure alone', figures(OLD, [100, null, null]), null],
  [
    'before there were micro-entities',
    figures({ start: '2012-09-29', end: '2013-09-28' }, [1, 1, 1]),
    'small',
  ],
  ['before any known limits', figures({ start: '2007-01-01', end: '2007-12-31' }, [1, 1, 1]), null],
])('%s: %j is %p', (_what, year, size) => {
  expect(sizeClass(year)).toBe(size);
});

it('adjusts the turnover limit to a period that is no year', () => {
  const half = { start: '2024-01-01', end: '2024-06-30' };
  expect(sizeClass(figures(half, [316_000, null, 10]))).toBeNull();
  expect(sizeClass(figures(half, [315_000, null, 10]))).toBe('micro');
  // 53 weeks are a year.
  expect(sizeClass(figures({ start: '2024-01-01', end: '2025-01-05' }, [632_000, null, 10]))).toBe('micro');
});

it('never makes a company smaller for more of anything', () => {
  const amount = fc.option(fc.integer({ min: 0, max: 60_000_000 }));
  const people = fc.option(fc.integer({ min: 0, max: 500 }));
  fc.assert(
    fc.property(amount, amount, people, fc.nat(1_000_000), (turnover, assets, employees, more) => {
      const before = sizeClass(figures(OLD, [turnover, assets, employees]));
      const after = sizeClass(
        figures(OLD, [
          turnover === null ? null : turnover + more,
          assets === null ? null : assets + more,
          employees === null ? null : employees + more,
        ]),
      );
      if (before === null || after === null) return;
      expect(SIZE_CLASSES.indexOf(after)).toBeGreaterThanOrEqual(SIZE_CLASSES.indexOf(before));
    }),
  );
});
