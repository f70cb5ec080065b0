import { JOB } from '../../../test/support/logs/job-builders.js';
import { OTHER_JOB } from '../../../test/support/verified.js';
import { ADJUSTMENT_RULE, adjustedDays, amountOfDays } from './adjustment-rule.js';

const day = (date: string, industry: number) => ({ date, units: { industry }, amount: null });
/** Two jobs alike, and one that was charged on the day before too. */
const charges = [
  { jobs: [JOB, OTHER_JOB], days: [day('2026-11-21', -2)] },
  { jobs: [JOB], days: [day('2026-11-20', -1), day('2026-11-21', -1)] },
];

describe('an adjustment', () => {
  it('comes to its units of all its jobs, in the order of days', () => {
    expect(adjustedDays({ charges })).toEqual([
      { day: '2026-11-20', units: { industry: -1 } },
      { day: '2026-11-21', units: { industry: -5 } },
    ]);
  });

  it('of some of its jobs comes to the units of those', () => {
    expect(adjustedDays({ charges }, (job) => job === OTHER_JOB)).toEqual([
      { day: '2026-11-21', units: { industry: -2 } },
    ]);
  });

  it('has no amount where no price was agreed, or none that stands', () => {
    const days = adjustedDays({ charges });
    const agreed = { currency: 'GBP', from: '2026-11-21', prices: { industry: '0.02' } };
    const withdrawn = { ...agreed, prices: {}, withdraws: true } as const;
    expect([amountOfDays(days, []), amountOfDays(days, [agreed])]).toEqual([null, '-0.1']);
    expect(amountOfDays(days, [agreed, withdrawn])).toBeNull();
  });

  it('is priced by the rule that statements were issued by under this number', () => {
    expect(ADJUSTMENT_RULE.version).toBe(3);
  });
});
