import type { CoverageDocument } from '../../../projections/coverage/coverage.document.js';
import { ReadModelNotReadyError } from '../../../packages/platform/src/projector/generation-reader.js';
import { coverageOf, coverageKeys, pastCoverage } from './past-coverage.js';

const month = (named: number, delivered: number, available: number, notFound: number): CoverageDocument => ({
  named,
  delivered,
  available: { industry: available },
  not_found: { industry: notFound },
});

describe('what the past says', () => {
  it('is the share of all its months, to three decimals', () => {
    const { matched, shareOfBlock } = coverageOf([month(200, 150, 100, 50), month(100, 50, 33, 17)]);
    expect(matched).toBe(0.667);
    expect(shareOfBlock('industry')).toBe(0.665);
    expect(shareOfBlock('officers')).toBeNull();
  });

  it('is nothing under a hundred rows', () => {
    expect(coverageOf([month(99, 99, 99, 0)]).matched).toBeNull();
    expect(coverageOf([month(100, 99, 99, 0)]).shareOfBlock('industry')).toBeNull();
    expect(coverageOf([month(100, 100, 90, 10)]).shareOfBlock('industry')).toBe(0.9);
  });

  it('counts a month that knows nothing of a block as none', () => {
    const without: CoverageDocument = { named: 0, delivered: 0, available: {}, not_found: {} };
    expect(coverageOf([month(200, 150, 100, 50), without]).shareOfBlock('industry')).toBe(0.667);
  });

  it('is nothing while the read model is first built, and no other fault is taken for that', async () => {
    const failing = (error: Error) => ({ getMany: () => Promise.reject(error) });
    const { matched, shareOfBlock } = await pastCoverage(
      failing(new ReadModelNotReadyError('coverage')),
      '2026-11-21',
    );
    expect([matched, shareOfBlock('industry')]).toEqual([null, null]);
    await expect(pastCoverage(failing(new Error('away')), '2026-11-21')).rejects.toThrow('away');
  });

  it('reaches back over the turn of the year', () => {
    expect(coverageKeys('2027-01-31')).toEqual(['2027-01', '2026-12', '2026-11']);
  });
});
