/** The table of use by day and block: what was charged beside what is owed. */
import { cellText } from '../../../packages/words/src/sheet/sheet.js';
import { usageTable } from './usage.sheet.js';

type Use = Parameters<typeof usageTable>[0];

const gbp = (amount: string) => ({ currency: 'GBP', amount });
const day = (date: string, cost: object) => ({ date, rows: 1, units: 2, blocks: { industry: 2 }, ...cost });
const use = (items: Use['items'], adjustments: object = {}): Use => ({
  ...{ from: '2026-11-01', to: '2026-11-30', granularity: 'day', job_id: null, as_of: null },
  ...{ counts: { rows: 2, units: 4 }, items, ...adjustments },
});
const adjustment = (items: object[]): object => ({
  ...{ adjustment_id: 'adj_1', reverses: null, reason: 'price_error', time: '', units: 0, items },
});
const linesOf = (shown: Use): readonly (readonly string[])[] =>
  usageTable(shown, null).lines.map((line) => line.map(cellText));

const DAYS = [day('2026-11-03', gbp('0.3')), day('2026-11-17', gbp('0.30'))];

it('tells what is owed of each day beside what was charged, once something was adjusted', () => {
  const adjustments = [
    adjustment([day('2026-11-03', gbp('-0.27'))]),
    adjustment([day('2026-11-03', gbp('-0.015'))]),
  ];
  expect(linesOf(use(DAYS))).toEqual([
    ['2026-11-03', '1', '2', '0.30 GBP'],
    ['2026-11-17', '1', '2', '0.30 GBP'],
  ]);
  expect(linesOf(use(DAYS, { adjustments }))).toEqual([
    ['2026-11-03', '1', '2', '0.30 GBP', '0.015 GBP'],
    ['2026-11-17', '1', '2', '0.30 GBP', '0.30 GBP'],
  ]);
});

it('sums each currency apart, and says where nothing has a price', () => {
  const both = { currency: null, amount: null, currencies: [gbp('1'), { currency: 'EUR', amount: '2' }] };
  const adjustments = [adjustment([day('2026-11-03', gbp('-0.5'))])];
  const lines = linesOf(use([day('2026-11-03', both), day('2026-11-17', {})], { adjustments }));
  expect(lines.map((line) => line.at(-1))).toEqual(['0.50 GBP, 2.00 EUR', 'no price agreed']);
});
