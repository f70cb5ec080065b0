import * as fc from 'fast-check';
import { type BlockOutlook, estimateCost } from './estimate.js';
import { exactCount, expectedCount } from './expected-count.js';

const industry: BlockOutlook = {
  block: 'industry',
  enabled: true,
  coverage_share: 0.9,
  unit_price: '0.0200',
};

describe('what a list would cost', () => {
  it('is at most every block of every row, and probably its share of the rows that match', () => {
    const found = estimateCost({
      rows: 1_000,
      matched: exactCount(800),
      blocks: [industry],
      currency: 'GBP',
    });
    expect(found).toEqual({
      rows: 1_000,
      currency: 'GBP',
      at_most: { units: 1_000, amount: '20' },
      probable: { units: 720, amount: '14.4' },
      low: { units: 668, amount: '13.36' },
      high: { units: 753, amount: '15.06' },
      blocks: [
        {
          block: 'industry',
          coverage_share: 0.9,
          unit_price: '0.0200',
          at_most: { units: 1_000, amount: '20' },
          probable: { units: 720, amount: '14.4' },
          low: { units: 668, amount: '13.36' },
          high: { units: 753, amount: '15.06' },
        },
      ],
      not_enabled: [],
      unpriced: [],
      unknown: [],
    });
  });

  it('leaves out blocks that are not enabled, and names those without a price', () => {
    const blocks: BlockOutlook[] = [
      industry,
      { ...industry, block: 'officers', unit_price: null },
      { ...industry, block: 'scores', enabled: false },
    ];
    const found = estimateCost({ rows: 10, matched: exactCount(10), blocks, currency: 'GBP' });
    expect(found).toMatchObject({
      at_most: { units: 20, amount: '0.2' },
      not_enabled: ['scores'],
      unpriced: ['officers'],
    });
    expect(found.blocks.map(({ block, at_most }) => [block, at_most])).toEqual([
      ['industry', { units: 10, amount: '0.2' }],
      ['officers', { units: 10 }],
    ]);
  });

  it('is nothing where no block is enabled, which is known', () => {
    const blocks = [{ ...industry, enabled: false }];
    const found = estimateCost({ rows: 10, matched: exactCount(10), blocks, currency: null });
    const nothing = { units: 0 };
    expect(found).toMatchObject({ at_most: nothing, probable: nothing, low: nothing, high: nothing });
  });

  it('ranges from none to all in blocks that the options may make unlike the past', () => {
    const blocks = [industry, { ...industry, block: 'officers', options_differ: true } as const];
    const found = estimateCost({ rows: 1_000, matched: exactCount(800), blocks, currency: null });
    expect(found.asked_otherwise).toEqual(['officers']);
    expect(found.blocks).toMatchObject([
      { low: { units: 668 }, high: { units: 753 } },
      { low: { units: 0 }, probable: { units: 720 }, high: { units: 800 } },
    ]);
  });

  it('is counts only where no prices are agreed', () => {
    const blocks = [{ ...industry, unit_price: null }];
    const found = estimateCost({ rows: 10, matched: exactCount(10), blocks, currency: null });
    expect(found).toMatchObject({ at_most: { units: 10 }, probable: { units: 9 } });
    expect(JSON.stringify(found)).not.toMatch(/amount|currency|unpriced/);
  });

  it('is probably unknown where nothing is known, and then anything up to all', () => {
    const unknown: BlockOutlook = { ...industry, block: 'officers', coverage_share: null };
    const nothing = estimateCost({ rows: 10, matched: exactCount(8), blocks: [unknown], currency: 'GBP' });
    expect(nothing).toMatchObject({ probable: null, low: { units: 0 }, high: { units: 8 } });
    const partly = estimateCost({
      rows: 10,
      matched: exactCount(8),
      blocks: [industry, unknown],
      currency: 'GBP',
    });
    expect(partly).toMatchObject({ probable: { units: 7 }, unknown: ['officers'], high: { units: 16 } });
    const unmatched = estimateCost({
      rows: 10,
      matched: expectedCount(9, null),
      blocks: [industry],
      currency: 'GBP',
    });
    expect(unmatched).toMatchObject({ probable: null, unknown: ['industry'], high: { units: 9 } });
  });

  const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }));
  const cents = fc.option(fc.integer({ min: 0, max: 99_999 }));

  it('never ends above what it costs at most, in units and amount', () => {
    fc.assert(
      fc.property(fc.nat(250_000), share, share, cents, (rows, matched, coverage_share, price) => {
        const unit_price = price === null ? null : (price / 100).toFixed(2);
        const blocks: BlockOutlook[] = [
          { ...industry, coverage_share, unit_price },
          { ...industry, block: 'officers' },
        ];
        const found = estimateCost({ rows, matched: expectedCount(rows, matched), blocks, currency: 'GBP' });
        const { low, high, at_most } = found;
        for (const [less, more] of [
          [low, high],
          [high, at_most],
        ] as const) {
          expect(less.units).toBeLessThanOrEqual(more.units);
          expect(Number(less.amount)).toBeLessThanOrEqual(Number(more.amount));
        }
        expect(at_most.units).toBe(rows * 2);
      }),
    );
  });
});
