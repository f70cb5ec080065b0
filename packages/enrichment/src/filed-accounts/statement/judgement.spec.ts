import type { FigureKey } from '../accounts-record.js';
import type { DetailLine } from './detail-lines.js';
import type { Amount } from './amounts.js';
import { judgementOf } from './judgement.js';

const amountsOf = <K extends string>(stated: Readonly<Partial<Record<K, number>>>, unit: bigint) =>
  new Map(
    Object.entries(stated).map(([name, amount]): [K, Amount] => [
      name as K, // of the record
      { hundredths: BigInt(amount as number) * 100n, rounding: unit },
    ]),
  );
const column = (
  figures: Readonly<Partial<Record<FigureKey, number>>>,
  lines: Readonly<Partial<Record<DetailLine, number>>> = {},
  { unit = 100n, confirmed = [] as readonly FigureKey[] } = {},
) => ({
  figures: amountsOf(figures, unit),
  lines: amountsOf(lines, unit),
  withheld: new Set<FigureKey>(),
  confirmed: new Set(confirmed),
});
const contradicted = (...of: Parameters<typeof column>): string[] =>
  [...judgementOf(column(...of), null).contradicted.keys()].sort();

const SHEET = {
  fixed_assets: 500,
  current_assets: 300,
  creditors_within_one_year: 120,
  net_current_assets: 180,
  total_assets_less_current_liabilities: 680,
  total_assets: 800,
};

it('believes a balance sheet that adds up', () => {
  expect(contradicted(SHEET)).toEqual([]);
});

it('withholds the one figure that breaks sums which hold without it, and names one of them', () => {
  const { contradicted: found } = judgementOf(column({ ...SHEET, net_current_assets: 810 }), null);
  expect([...found]).toEqual([
    ['net_current_assets', 'current_assets - creditors_within_one_year = net_current_assets'],
  ]);
});

it('withholds all of a sum where it can not be told which figure is wrong', () => {
  const { current_assets, creditors_within_one_year } = SHEET;
  expect(contradicted({ current_assets, creditors_within_one_year, net_current_assets: 235 })).toEqual([
    'creditors_within_one_year',
    'current_assets',
    'net_current_assets',
  ]);
});

it('takes the figure with a usual slip for the wrong one', () => {
  const { current_assets, net_current_assets } = SHEET;
  const stated = { current_assets, net_current_assets, creditors_within_one_year: 120_000 };
  expect(contradicted(stated)).toEqual(['creditors_within_one_year']);
  expect(contradicted({ ...stated, creditors_within_one_year: 210 })).toEqual(['creditors_within_one_year']);
});

it('allows for the rounding of amounts in thousands, and for none of those to the pound', () => {
  const stated = { current_assets: 3_000, creditors_within_one_year: 1_000, net_current_assets: 3_000 };
  expect(contradicted(stated, {}, { unit: 100_000n })).toEqual([]);
  expect(contradicted({ ...stated, net_current_assets: 5_000 }, {}, { unit: 100_000n })).not.toEqual([]);
  expect(contradicted(stated)).not.toEqual([]);
});

it('allows for lines that stand between the figures', () => {
  const stated = { ...SHEET, net_current_assets: 150, total_assets_less_current_liabilities: 650 };
  expect(contradicted(stated)).not.toEqual([]);
  expect(contradicted(stated, { accruals_apart: 30 })).toEqual([]);
});

it('does not hold a sum of expenses against accounts that may leave one untagged', () => {
  const stated = { gross_profit: 900, operating_profit: 330 };
  expect(contradicted(stated, { administrative_expenses: 600 })).toEqual([]);
});

it.each([
  ['scale', 3, 300],
  ['sign', -300, 300],
  ['two digits', 138, 318],
  ['a digit', 31, 318],
])('sees a slip of %s in a sum of details', (_what, stated, meant) => {
  const operating_profit = stated;
  expect(
    contradicted({ gross_profit: 900, operating_profit }, { administrative_expenses: 900 - meant }),
  ).toEqual(['gross_profit', 'operating_profit'].filter((field) => field === 'operating_profit'));
});

it('sees figures of a sum of details that stand in each other’s column', () => {
  const now = column({ gross_profit: 900, operating_profit: 777 }, { administrative_expenses: 600 });
  const before = column({ gross_profit: 1_477, operating_profit: 300 }, { administrative_expenses: 700 });
  expect([...judgementOf(now, before).contradicted.keys()]).toEqual(['operating_profit']);
  expect([...judgementOf(before, now).contradicted.keys()]).toEqual(['operating_profit']);
});

it('withholds what stands in both columns, where it closes a sum of the other one alone', () => {
  const copied = column({ ...SHEET, creditors_within_one_year: 345 });
  const now = column({ cash: 20, creditors_within_one_year: 120 });
  expect([...judgementOf(now, copied).contradicted.keys()]).toEqual(['creditors_within_one_year']);
  expect([...judgementOf(column(SHEET), copied).contradicted.keys()]).toEqual([]);
});

it('says nothing of a sum that two figures are missing of, unless it holds', () => {
  expect(contradicted({ current_assets: 900, total_assets_less_current_liabilities: 500 })).toEqual([]);
});

it('derives a missing figure that two sums give, and none that one gives', () => {
  const { creditors_within_one_year: _creditors, ...others } = SHEET;
  const missing = judgementOf(column(others), null).missing.get('creditors_within_one_year');
  expect(missing).toMatchObject({ hundredths: 12_000n, from: ['current_assets', 'net_current_assets'] });
  const { current_assets, net_current_assets } = SHEET;
  expect(judgementOf(column({ current_assets, net_current_assets }), null).missing.size).toBe(0);
});

it('derives no figure that is withheld', () => {
  const { creditors_within_one_year: _creditors, ...others } = SHEET;
  const held = { ...column(others), withheld: new Set<FigureKey>(['creditors_within_one_year']) };
  expect(judgementOf(held, null).missing.size).toBe(0);
});

it('holds amounts of a few pounds to the pound', () => {
  const cents = { current_assets: 2, creditors_within_one_year: 1, net_current_assets: 1 };
  expect(contradicted(cents)).toEqual([]);
  expect(contradicted({ ...cents, net_current_assets: -1 })).toContain('net_current_assets');
});

it('derives nothing out of a line between, which may be a part of it or not', () => {
  const { missing } = judgementOf(
    column(
      {
        fixed_assets: 883,
        creditors_within_one_year: 7_657,
        net_current_assets: 140,
        total_assets_less_current_liabilities: 1_023,
      },
      { prepayments_apart: 239 },
    ),
    null,
  );
  expect([...missing.keys()]).toEqual([]);
});
