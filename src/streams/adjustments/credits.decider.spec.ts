import type { AccountId, AdjustmentId } from '../../../packages/contract/src/ids.js';
import { reverseAdjustment, type AdjustmentDecision } from './adjustments.decider.js';
import { NOTHING_ADJUSTED, evolve, type AdjustmentsState } from './adjustments.state.js';
import { grantCredit, standingCredit, type CreditTerms } from './credits.decider.js';

const account = 1001 as AccountId;
const TERMS: CreditTerms = {
  account,
  amount: '25.00',
  currency: 'GBP',
  reason: 'goodwill',
  note: 'for the outage',
};
const grant = (state: AdjustmentsState, change: Partial<CreditTerms> = {}, billed: string | null = 'GBP') =>
  grantCredit(state, { ...TERMS, ...change }, new Set(billed === null ? [] : [billed]));
const eventOf = (decision: AdjustmentDecision) =>
  decision.outcome === 'decided' ? decision.events[0] : undefined;
const after = (state: AdjustmentsState, decision: AdjustmentDecision): AdjustmentsState =>
  evolve(state, decision.outcome === 'decided' ? decision.events : []);
const granted = after(NOTHING_ADJUSTED, grant(NOTHING_ADJUSTED));
const idIn = (state: AdjustmentsState): AdjustmentId => [...state.keys()].at(-1) as AdjustmentId;

it('takes an amount off the bill and names no charge', () => {
  expect(eventOf(grant(NOTHING_ADJUSTED))).toEqual({
    type: 'CreditGranted',
    data: {
      adjustment_id: expect.stringMatching(/^adj_\w{26}$/) as unknown,
      account_id: account,
      scope: { job_id: null, row: null, block: null, from: null, to: null },
      reason: 'goodwill',
      note: 'for the outage',
      units: 0,
      currency: 'GBP',
      amount: '-25',
      charges: [],
    },
  });
});

it('records nothing the second time, however the amount is written', () => {
  expect(grant(granted, { amount: '25' })).toEqual({ outcome: 'decided', events: [] });
  expect(standingCredit(granted, TERMS)?.adjustment_id).toBe(idIn(granted));
});

it.each<Partial<CreditTerms>>([
  { note: 'for another outage' },
  { amount: '25.01' },
  { reason: 'service_fault' },
])('is another credit with %j', (change) => {
  const more = after(granted, grant(granted, change));
  expect(more.size).toBe(2);
});

it('is reversed once, and can be granted again under another id', () => {
  const order = { account, reverses: idIn(granted), reason: 'goodwill', note: 'a mistake' } as const;
  const reversal = reverseAdjustment(granted, order);
  expect(eventOf(reversal)).toMatchObject({
    type: 'AdjustmentReversed',
    data: { reverses: idIn(granted), units: 0, amount: '25', currency: 'GBP', charges: [] },
  });
  const reversed = after(granted, reversal);
  expect(reverseAdjustment(reversed, order)).toEqual({ outcome: 'decided', events: [] });
  const again = after(reversed, grant(reversed));
  expect(again.size).toBe(2);
  expect(standingCredit(again, TERMS)?.adjustment_id).toBe(idIn(again));
});

it.each<[Partial<CreditTerms>, string | null, string]>([
  [{ amount: '0' }, 'GBP', 'invalid_amount'],
  [{ amount: '0.00' }, 'GBP', 'invalid_amount'],
  [{ amount: '-5' }, 'GBP', 'invalid_amount'],
  [{ amount: '1e3' }, 'GBP', 'invalid_amount'],
  [{ amount: '5,00' }, 'GBP', 'invalid_amount'],
  [{ amount: '' }, 'GBP', 'invalid_amount'],
  [{ currency: 'EUR' }, 'GBP', 'other_currency'],
  [{}, null, 'no_prices'],
  [{ note: ' ' }, 'GBP', 'invalid_note'],
  [{ note: 'two\nlines' }, 'GBP', 'invalid_note'],
])('refuses %j where prices are in %s: %s', (change, billed, code) => {
  expect(grant(NOTHING_ADJUSTED, change, billed)).toMatchObject({ outcome: 'refused', code });
});
