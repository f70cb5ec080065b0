/** What a bill says to a person. */
import type { ExplainedBill, ExplainedPrice } from '../explain/explained-bill.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { cell, cellText, isToned, type SheetFacts } from '../../../packages/words/src/sheet/sheet.js';
import { billSheet } from './bill.sheet.js';

const UNPRICED: ExplainedPrice = { block: 'industry', units: 3, price: null, currency: null, amount: null };
const PRICED: ExplainedPrice = { block: 'charges', units: 2, price: '0.05', currency: 'GBP', amount: '0.1' };

const aBill = (of: Partial<ExplainedBill>): ExplainedBill => ({
  account_id: 1001 as AccountId,
  day: '2026-11-23',
  from: '2026-11-23',
  to: '2026-11-23',
  job_id: null,
  key_id: null,
  block: null,
  rows: 3,
  units: 5,
  blocks: { industry: 3, charges: 2 },
  days: [],
  currency: 'GBP',
  amount: '0.1',
  priced: [PRICED, UNPRICED],
  adjusted: [],
  adjustments: [],
  credits: [],
  month_rules: [],
  net_units: 5,
  not_billed: { failed: {}, blocks: {}, skipped: 0, unfinished: 0, replays: 0 },
  jobs: [],
  charges: [],
  charges_before: 0,
  charges_read: 3,
  complete: true,
  agrees: true,
  as_of: null,
  ...of,
});

const factsOf = (bill: ExplainedBill): SheetFacts => billSheet(bill, 20).facts ?? {};

describe('the sum of a bill', () => {
  it('names the blocks that its amount leaves out', () => {
    expect(factsOf(aBill({}))).toMatchObject({
      'delivered rows': 3,
      units: 5,
      amount: cell.money('0.1', 'GBP'),
      'without a price': 'industry',
    });
  });

  it('has an amount alone where everything has a price', () => {
    expect(factsOf(aBill({ priced: [PRICED] }))['without a price']).toBeNull();
  });

  it('has no amount where no price is agreed', () => {
    const { currency: _, amount: __, ...unpriced } = aBill({ priced: [UNPRICED] });
    expect(factsOf(unpriced)).toMatchObject({ units: 5, amount: 'no price agreed', 'without a price': null });
  });
});

it.each([
  [true, 'good', '3 charges in the log come to this figure.'],
  [false, 'bad', '3 charges in the log come to ANOTHER figure: replay it (usage rebuild).'],
  [null, 'faint', 'Of the log 3 charges were read; a day, a job or a key narrows it down.'],
])('says whether the charges come to the figure: %s', (agrees, tone, text) => {
  const [said = null] = billSheet(aBill({ agrees }), 20).sentences ?? [];
  expect(isToned(said) && [said.tone, cellText(said.says)]).toEqual([tone, text]);
});

it('leads from a block to the same figure of that block alone', () => {
  const [byBlock] = billSheet(aBill({}), 20).parts;
  const narrowed = { account: 1001, day: '2026-11-23', block: 'charges' };
  expect(byBlock?.table?.lines[0]?.[0]).toEqual(cell.bill(narrowed, 'charges'));
});

describe('an adjusted bill', () => {
  const days = ['2026-11-23', '2026-11-24'].map((date) => ({
    ...{ date, rows: 2, units: 3, currency: 'GBP', amount: '0.1', net_amount: '0.04' },
  }));
  const correction = { ...PRICED, units: 0, price: null, amount: '-0.06' };
  const adjustment = {
    ...{ adjustment_id: 'adj_1', reverses: null, reason: 'price_error', note: '', time: '', units: 0 },
    ...{ amount: '-0.06', currency: 'GBP' },
  };
  const linesOf = (bill: ExplainedBill, title: string): readonly (readonly string[])[] =>
    billSheet(bill, 20)
      .parts.find((part) => part.title === title)
      ?.table?.lines.map((line) => line.map(cellText)) ?? [];

  it('tells what each day came to before and after', () => {
    const bill = aBill({ days, adjustments: [adjustment] });
    expect(linesOf(bill, 'By day')[0]).toEqual(['2026-11-23', '2', '3', '0.10 GBP', '0.04 GBP']);
    expect(linesOf({ ...bill, adjustments: [] }, 'By day')[0]).toEqual(['2026-11-23', '2', '3', '0.10 GBP']);
  });

  it('counts no rows of other blocks on the days of one block', () => {
    expect(linesOf(aBill({ days, block: 'charges' }), 'By day')[0]).toEqual(['2026-11-23', '3', '0.10 GBP']);
  });

  it('tells what an adjustment adds below the units of its block', () => {
    expect(linesOf(aBill({ adjusted: [correction] }), 'By block').slice(0, 2)).toEqual([
      ['charges', '2', '0.05 GBP', '0.10 GBP'],
      ['charges, adjusted or corrected', '0', '', '-0.06 GBP'],
    ]);
  });
});
