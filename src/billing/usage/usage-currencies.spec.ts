import type { PriceAgreement } from '../../streams/account/price-terms.js';
import { adjustedUsageBody } from './usage-adjustments.js';
import { blockItems, dayItems, type UsageFigures } from './usage-body.js';

const PRICES: readonly PriceAgreement[] = [
  { currency: 'GBP', from: '2026-11-01', prices: { industry: '0.02', officers: '0.10' } },
  {
    currency: 'EUR',
    from: '2026-12-01',
    prices: {},
    contract: { to: null, number: 'C', purchase_order: null },
  },
  { currency: 'EUR', from: '2026-12-01', prices: { industry: '0.03' } },
];
const figures = (change: Partial<UsageFigures> = {}): UsageFigures => ({
  range: { from: '2026-11-01', to: '2026-12-31' },
  job: null,
  days: [
    { day: '2026-11-30', rows: 2, units: { industry: 2, officers: 1 } },
    { day: '2026-12-01', rows: 1, units: { industry: 1 } },
  ],
  prices: PRICES,
  monthRules: [],
  runningMonth: '2026-11',
  adjusted: [],
  credits: [],
  usageAccount: undefined,
  ...change,
});
const usage = (change: Partial<UsageFigures> = {}) =>
  adjustedUsageBody(figures(change), 'block', (days) => blockItems(days));

it('gives over two currencies the sum of each and no total', () => {
  expect(usage()).toMatchObject({
    currency: null,
    amount: null,
    currencies: [
      { currency: 'EUR', amount: '0.03' },
      { currency: 'GBP', amount: '0.14' },
    ],
    items: [
      { block: 'officers', units: 1, currency: 'GBP', amount: '0.1' },
      {
        block: 'industry',
        units: 3,
        ...{ currency: null, amount: null },
        currencies: [
          { currency: 'EUR', amount: '0.03' },
          { currency: 'GBP', amount: '0.04' },
        ],
      },
    ],
  });
  expect(dayItems(figures())).toMatchObject([
    { date: '2026-11-30', currency: 'GBP', amount: '0.14' },
    { date: '2026-12-01', currency: 'EUR', amount: '0.03' },
  ]);
});

it('gives the total of one currency, whatever the range has', () => {
  const days = figures().days.slice(0, 1);
  expect(usage({ days })).toMatchObject({ currency: 'GBP', amount: '0.14' });
  expect(usage({ days })).not.toHaveProperty('currencies');
  expect(usage({ days: [] })).toMatchObject({ currency: 'EUR', amount: '0' });
});

it('nets adjustments and credits within their currency', () => {
  const credit = { currency: 'JPY', amount: '-5', made_at: '', adjustment_id: 'adj_1', reason: 'goodwill' };
  const back = { ...figures().days[0], units: { officers: -1 }, adjustment_id: 'adj_2', made_at: '' };
  const net = usage({
    adjusted: [back] as unknown as UsageFigures['adjusted'],
    credits: [credit] as unknown as UsageFigures['credits'],
  });
  expect(net).toMatchObject({
    ...{ currency: null, amount: null, net_amount: null, net_units: 3 },
    currencies: [
      { currency: 'EUR', amount: '0.03', net_amount: '0.03' },
      { currency: 'GBP', amount: '0.14', net_amount: '0.04' },
      { currency: 'JPY', amount: '0', net_amount: '-5' },
    ],
    adjustments: [{ currency: 'GBP', amount: '-0.1' }],
  });
});

it('tells before the first price what standing repricings come to, and nothing else', () => {
  const range = { from: '2026-10-01', to: '2026-10-31' };
  const days = [{ day: '2026-10-30', rows: 1, units: { industry: 1 } }];
  const repricing = { adjustment_id: 'adj_1', reverses: null, made_at: '2026-11-02', reason: 'price_error' };
  const corrected = [{ block: 'industry', price: '0.05', units: 1 }];
  const made = { day: '2026-10-30', units: { industry: 0 }, ...repricing, corrected };
  const undoing = { adjustment_id: 'adj_2', reverses: 'adj_1', made_at: '2026-11-03' };
  const undone = { ...made, ...undoing, corrected: corrected.map((line) => ({ ...line, units: -1 })) };
  const of = (...adjusted: object[]) =>
    usage({ range, days, adjusted: adjusted as unknown as UsageFigures['adjusted'] });
  expect(of(made)).toMatchObject({
    ...{ currency: 'GBP', net_amount: '0.05', net_units: 1 },
    adjustments: [
      { units: 0, currency: 'GBP', amount: '0.05', items: [{ currency: 'GBP', amount: '0.05' }] },
    ],
  });
  expect(of(made)).not.toHaveProperty('amount');
  for (const each of [of(made, undone), of()])
    for (const name of ['net_amount', 'currency', 'amount']) expect(each).not.toHaveProperty(name);
});
