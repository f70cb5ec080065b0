import { ratiosOf, type RatioPeriod, type RatioFigures } from './ratios.js';

const gbp = (amount: number) => ({ amount: String(amount), currency: 'GBP' });
const period = (
  end: string,
  figures: Readonly<Record<string, number>>,
  start = `${Number(end.slice(0, 4)) - 1}${end.slice(4)}`,
): RatioPeriod => ({
  start,
  end,
  figures: Object.fromEntries(Object.entries(figures).map(([field, amount]) => [field, gbp(amount)])),
});
const of = (now: RatioPeriod, more: Partial<RatioFigures> = {}) =>
  Object.fromEntries(
    ratiosOf({ now, before: null, headcount: null, ...more }).map(({ key, value }) => [key, value]),
  );

it('takes creditors as current assets less net current assets where they are not stated', () => {
  const mazars = period('2020-08-31', { current_assets: 12_199_295, net_current_assets: -1_762_534 });
  expect(of(mazars)).toEqual({ current_ratio: 0.8738 });
  expect(ratiosOf({ now: mazars, before: null, headcount: null })[0]?.inputs).toEqual([
    { field: 'current_assets', end: '2020-08-31', value: '12199295' },
    { field: 'net_current_assets', end: '2020-08-31', value: '-1762534' },
  ]);
});

it('tells every ratio that the figures allow', () => {
  const now = period('2025-03-31', {
    turnover: 1_200_000,
    operating_profit: 60_000,
    current_assets: 300_000,
    cash: 50_000,
    creditors_within_one_year: 200_000,
    creditors_after_one_year: 100_000,
    total_assets: 800_000,
    net_assets: 400_000,
  });
  const before = period('2024-03-31', { turnover: 1_000_000, net_assets: 500_000 });
  expect(of(now, { before, headcount: 8 })).toEqual({
    current_ratio: 1.5,
    cash_to_creditors: 0.25,
    gearing: 20,
    net_assets_to_total: 0.5,
    assets_per_head: 100_000,
    turnover_per_head: 150_000,
    operating_margin: 5,
    turnover_growth: 20,
    net_assets_growth: -20,
  });
});

it('gives no number where the denominator is about nought or below, or the ratio over a thousand', () => {
  expect(of(period('2025-03-31', { current_assets: 10, creditors_within_one_year: 0 }))).toEqual({
    current_ratio: null,
  });
  expect(of(period('2025-03-31', { current_assets: 1001, creditors_within_one_year: 1 }))).toEqual({
    current_ratio: null,
  });
  expect(of(period('2025-03-31', { creditors_after_one_year: 10, net_assets: -20 }))).toEqual({
    gearing: null,
  });
  // An amount a head may be over a thousand.
  expect(of(period('2025-03-31', { total_assets: 90_000 }), { headcount: 2 })).toEqual({
    assets_per_head: 45_000,
  });
});

it('compares years with years, and like with like', () => {
  const now = period('2025-03-31', { turnover: 200, net_assets: 100 }, '2024-10-01');
  const before = period('2024-09-30', { turnover: 100, net_assets: -50 });
  expect(of(now, { before, headcount: 2 })).toEqual({});
  const inDollars: RatioPeriod = {
    ...period('2024-03-31', {}),
    figures: {
      turnover: { amount: '100', currency: 'USD' },
      total_assets: { amount: '100', currency: 'USD' },
    },
  };
  expect(of(period('2025-03-31', { turnover: 200 }), { before: inDollars })).toEqual({});
  expect(of(inDollars, { headcount: 2 })).toEqual({});
});
