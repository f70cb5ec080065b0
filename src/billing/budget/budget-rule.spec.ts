import fc from 'fast-check';
import type { DayOfUse } from '../../../projections/usage/usage.document.js';
import type { AdjustmentId, AccountId } from '../../../packages/contract/src/ids.js';
import type { Budget } from '../../streams/account/account.state.js';
import type { UsageFigures } from '../usage/usage-body.js';
import { couldExceedBudget, netChargesOf, usedShare } from './budget-rule.js';
import Big from 'big.js';

const DAY = '2026-11-25';
const PRICES = [{ currency: 'GBP', from: '2026-11-01', prices: { charges: '0.10', officers: '0.25' } }];
const UNITS: Budget = { month_units: 10, month_amount: null, currency: null, stop: true };
const MONEY: Budget = { month_units: null, month_amount: '1.00', currency: 'GBP', stop: true };

const made = {
  account_id: 1001 as AccountId,
  adjustment_id: 'adj_01JDXB8Z5N0000000000000001' as AdjustmentId,
  reverses: null,
  reason: 'goodwill',
  made_at: `${DAY}T12:00:00.000Z`,
  day: DAY,
} as const;
const figures = (days: readonly DayOfUse[], more: Partial<UsageFigures> = {}): UsageFigures => ({
  range: { from: '2026-11-01', to: DAY },
  job: null,
  days,
  adjusted: [],
  credits: [],
  prices: PRICES,
  monthRules: [],
  runningMonth: '2026-11',
  usageAccount: undefined,
  ...more,
});
const USED = { day: DAY, rows: 4, units: { charges: 4, officers: 2 } };

describe('what a month has used', () => {
  it.each([
    ['units', UNITS, '6'],
    ['money', MONEY, '0.9'],
  ])('are net charges, in %s', (_, budget, used) => {
    expect(netChargesOf(budget, figures([USED])).toFixed()).toBe(used);
  });

  it('is less by adjustments, and in money by credits alone', () => {
    const adjusted = [{ ...made, rows: 0, units: { charges: -3 } }];
    const credits = [{ ...made, currency: 'GBP', amount: '-0.05' }];
    const net = figures([USED], { adjusted, credits });
    expect([netChargesOf(UNITS, net).toFixed(), netChargesOf(MONEY, net).toFixed()]).toEqual(['3', '0.55']);
  });

  it('is not less by a credit in another currency', () => {
    const credits = [
      { ...made, currency: 'EUR', amount: '-0.40' },
      { ...made, currency: 'GBP', amount: '-0.05' },
    ];
    expect(netChargesOf(MONEY, figures([USED], { credits })).toFixed()).toBe('0.85');
  });

  it('is told as a share, which never looks like more than it is', () => {
    const share = (used: string, budget = MONEY) => usedShare({ budget, used: new Big(used) });
    expect(['0', '0.99999', '1', '2.5', '-0.2'].map((used) => share(used))).toEqual([
      '0',
      '0.9999',
      '1',
      '2.5',
      '0',
    ]);
  });
});

describe('a request', () => {
  const reaches = (budget: Budget, used: string, open: object, asked: object): boolean =>
    couldExceedBudget(
      { budget, used: new Big(used) },
      { openUnits: open, requestUnits: asked, day: DAY },
      PRICES,
    );

  it.each<[boolean, Budget, string, object, object]>([
    [false, UNITS, '6', { charges: 1 }, { charges: 2, officers: 1 }],
    [true, UNITS, '6', { charges: 2 }, { charges: 2, officers: 1 }],
    [true, UNITS, '11', {}, { charges: 1 }],
    [false, MONEY, '0.5', {}, { charges: 5 }],
    [true, MONEY, '0.5', { officers: 1 }, { charges: 3 }],
    // Blocks without a price cost no money; a request of them alone passes no budget that is passed already.
    [false, MONEY, '5', {}, { scores: 1_000 }],
    [false, UNITS, '12', {}, {}],
  ])('passes the budget: %s (%j, used %s, open %j, asked %j)', (expected, budget, used, open, asked) => {
    expect(reaches(budget, used, open, asked)).toBe(expected);
  });

  it('fits exactly as long as used, open and asked units are no more than the budget', () => {
    const count = fc.nat(12);
    fc.assert(
      fc.property(count, count, count, (used, open, asked) => {
        const passes = reaches(UNITS, String(used), { charges: open }, { officers: asked });
        expect(passes).toBe(asked > 0 && used + open + asked > 10);
      }),
      { numRuns: 50 },
    );
  });
});
