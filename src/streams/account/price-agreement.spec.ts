import type { PriceAgreement } from './account.state.js';
import { priceOn } from './price-agreement.js';

const from = (day: string, prices: PriceAgreement['prices']): PriceAgreement => ({
  currency: 'GBP',
  from: day,
  prices,
});

describe('the price of a unit', () => {
  const agreements = [
    from('2026-01-01', { industry: '0.02', charges: '0.05' }),
    from('2026-06-01', { industry: '0.03' }),
    from('2026-03-01', { industry: '0.025' }),
  ];

  it.each([
    ['2025-12-31', null],
    ['2026-01-01', '0.02'],
    ['2026-02-28', '0.02'],
    ['2026-03-01', '0.025'],
    ['2026-06-01', '0.03'],
  ])('on %s is that of the latest start: %s', (day, price) => {
    expect(priceOn(agreements, 'industry', day)?.price ?? null).toBe(price);
  });

  it('stays where a later agreement does not name the block', () => {
    expect(priceOn(agreements, 'charges', '2026-12-31')).toEqual({ price: '0.05', currency: 'GBP' });
  });

  it('is the one agreed last where two begin on one day', () => {
    const corrected = [...agreements, from('2026-06-01', { industry: '0.028' })];
    expect(priceOn(corrected, 'industry', '2026-06-01')?.price).toBe('0.028');
  });

  it('is none for a block never named', () => {
    expect(priceOn(agreements, 'officers', '2026-12-31')).toBeNull();
  });
});
