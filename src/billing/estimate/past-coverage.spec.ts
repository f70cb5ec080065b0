import type { CoverageDocument } from '../../../projections/coverage/coverage.document.js';
import { coverageOf, monthsOf } from './past-coverage.js';

const month = (named: number, delivered: number, available: number, notFound: number): CoverageDocument => ({
  named,
  delivered,
  available: { industry: available },
  not_found: { industry: notFound },
});

describe('what the past says', () => {
  it('is the share of all its months, to three decimals', () => {
    const { matched, of } = coverageOf([month(200, 150, 100, 50), month(100, 50, 33, 17)]);
    expect(matched).toBe(0.667);
    expect(of('industry')).toBe(0.665);
    expect(of('officers')).toBeNull();
  });

  it('is nothing under a hundred rows', () => {
    expect(coverageOf([month(99, 99, 99, 0)]).matched).toBeNull();
    expect(coverageOf([month(100, 99, 99, 0)]).of('industry')).toBeNull();
    expect(coverageOf([month(100, 100, 90, 10)]).of('industry')).toBe(0.9);
  });

  it('reaches back over the turn of the year', () => {
    expect(monthsOf('2027-01-31')).toEqual(['2027-01', '2026-12', '2026-11']);
  });
});
