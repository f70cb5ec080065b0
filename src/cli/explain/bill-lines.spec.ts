/** What a bill says to a person. */
import type { ExplainedBill, PricedUnits } from '../../investigate/explain/explained.js';
import type { AccountId } from '../../shared/ids.js';
import { billLines } from './bill-lines.js';

const UNPRICED: PricedUnits = { block: 'industry', units: 3, price: null, currency: null, amount: null };
const PRICED: PricedUnits = { block: 'charges', units: 2, price: '0.05', currency: 'GBP', amount: '0.1' };

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
  adjustments: [],
  net_units: 5,
  not_billed: { failed: {}, blocks: {}, skipped: 0, unfinished: 0, replays: 0 },
  jobs: [],
  charges: [],
  charges_read: 3,
  complete: true,
  agrees: true,
  as_of: null,
  ...of,
});

const sum = (bill: ExplainedBill): unknown => billLines(bill)[1];

describe('the sum of a bill', () => {
  it('names the blocks that its amount leaves out', () => {
    expect(sum(aBill({}))).toBe('5 units in 3 delivered rows, 0.10 GBP (without a price: industry).');
  });

  it('has an amount alone where everything has a price', () => {
    expect(sum(aBill({ priced: [PRICED] }))).toBe('5 units in 3 delivered rows, 0.10 GBP.');
  });

  it('has no amount where no price is agreed', () => {
    const { currency: _, amount: __, ...unpriced } = aBill({ priced: [UNPRICED] });
    expect(sum(unpriced)).toBe('5 units in 3 delivered rows.');
  });
});
