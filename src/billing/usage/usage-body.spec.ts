import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import { ACCOUNT } from '../../../test/support/logs/job-builders.js';
import { type UsageFigures, blockItems, dayItems, usageBody } from './usage-body.js';

const figures = (changes: Partial<UsageFigures> = {}): UsageFigures => ({
  range: { from: '2026-11-01', to: '2026-11-30' },
  job: null,
  days: [
    { day: '2026-11-20', rows: 3, units: { industry: 2, domain: 1 } },
    { day: '2026-11-21', rows: 1, units: { industry: 1 } },
  ],
  adjusted: [],
  credits: [],
  monthRules: [],
  runningMonth: '2026-11',
  prices: [],
  usageAccount: {
    account_id: ACCOUNT,
    as_of_position: '0000000000000042' as Position,
    as_of_time: '2026-11-21T12:00:00.000Z',
  },
  ...changes,
});
const priced = figures({
  prices: [{ currency: 'GBP', from: '2026-11-21', prices: { industry: '0.0250' } }],
});

describe('the usage body', () => {
  it('by block lists blocks in the order of the catalogue', () => {
    const all = figures();
    expect(usageBody(all, 'block', blockItems(all))).toEqual({
      from: '2026-11-01',
      to: '2026-11-30',
      granularity: 'block',
      job_id: null,
      counts: { rows: 4, units: 4 },
      items: [
        { block: 'domain', units: 1 },
        { block: 'industry', units: 3 },
      ],
      as_of: { position: '0000000000000042', time: '2026-11-21T12:00:00.000Z' },
    });
  });

  it('by day lists days with any use', () => {
    expect(dayItems(figures())).toEqual([
      { date: '2026-11-20', rows: 3, units: 3, blocks: { domain: 1, industry: 2 } },
      { date: '2026-11-21', rows: 1, units: 1, blocks: { industry: 1 } },
    ]);
    expect(Object.keys(dayItems(figures())[0]?.blocks ?? {})).toEqual(['domain', 'industry']);
  });

  it('carries amounts once prices are in force, and names what has none', () => {
    expect(usageBody(priced, 'block', blockItems(priced))).toMatchObject({
      currency: 'GBP',
      amount: '0.025',
      items: [
        { block: 'domain', units: 1 },
        { block: 'industry', units: 3, currency: 'GBP', amount: '0.025', unpriced_units: 2 },
      ],
      unpriced: ['domain', 'industry'],
    });
    expect(blockItems(priced)[0]).not.toHaveProperty('amount');
    expect(dayItems(priced)).toMatchObject([
      { date: '2026-11-20', currency: 'GBP', amount: '0' },
      { date: '2026-11-21', currency: 'GBP', amount: '0.025' },
    ]);
  });

  it('shows counts only while every agreed price begins after the range', () => {
    const later = figures({ prices: [{ currency: 'GBP', from: '2026-12-01', prices: { industry: '1' } }] });
    const body = usageBody(later, 'block', blockItems(later));
    for (const field of ['currency', 'amount', 'unpriced']) expect(body).not.toHaveProperty(field);
  });

  it('of an account without any use is empty', () => {
    const none = figures({ days: [], usageAccount: undefined });
    expect(usageBody(none, 'day', dayItems(none))).toMatchObject({
      counts: { rows: 0, units: 0 },
      items: [],
      as_of: null,
    });
  });
});
