import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { AccountEvent } from './account.events.js';
import { UNOPENED, evolve, type OpenedAccount } from './account.state.js';
import { setBudget, type BudgetTerms } from './budget.js';

const opened: AccountEvent = { type: 'AccountOpened', data: { account_id: 1001 as AccountId, blocks: [] } };
const priced: AccountEvent = {
  type: 'PricesAgreed',
  data: { currency: 'GBP', from: '2026-11-01', prices: { charges: '0.10' } },
};
const after = (...events: readonly AccountEvent[]): OpenedAccount => {
  const state = [opened, ...events].reduce(evolve, UNOPENED);
  if (state.status === 'unopened') throw new Error('not open');
  return state;
};
const terms = (more: Partial<BudgetTerms>): BudgetTerms => ({
  month_units: null,
  month_amount: null,
  stop: false,
  ...more,
});
const NONE = terms({});
const TODAY = '2026-12-10';

it.each([
  ['units', terms({ month_units: 500, stop: true }), null],
  ['money, in the currency of the prices', terms({ month_amount: '250.00' }), 'GBP'],
])('a budget is set in %s, once, and ended once', (_what, wanted, currency) => {
  const account = after(priced);
  const event: AccountEvent = { type: 'BudgetSet', data: { ...wanted, currency } };
  expect(setBudget(account, wanted, TODAY)).toEqual({ outcome: 'decided', events: [event] });
  const set = evolve(account, event) as OpenedAccount;
  expect(set.budget).toEqual({ ...wanted, currency });
  expect(setBudget(set, wanted, TODAY)).toEqual({ outcome: 'decided', events: [] });
  const end: AccountEvent = { type: 'BudgetSet', data: { ...NONE, currency: null } };
  expect(setBudget(set, NONE, TODAY)).toEqual({ outcome: 'decided', events: [end] });
  const ended = evolve(set, end) as OpenedAccount;
  expect([ended.budget, setBudget(ended, NONE, TODAY)]).toEqual([null, { outcome: 'decided', events: [] }]);
});

it.each([
  [terms({ month_units: 5, month_amount: '1.00' }), /units or in money/],
  [terms({ stop: true }), /needs a number of units or an amount/],
  [terms({ month_units: 0 }), /whole number from 1/],
  [terms({ month_units: 1.5 }), /whole number from 1/],
  [terms({ month_units: 1_000_000_001 }), /whole number from 1/],
  [terms({ month_amount: '0.00' }), /above 0/],
  [terms({ month_amount: '-5' }), /above 0/],
  [terms({ month_amount: 'lots' }), /above 0/],
])('%j is refused', (wanted, detail) => {
  expect(setBudget(after(priced), wanted, TODAY)).toMatchObject({
    outcome: 'refused',
    code: 'invalid_budget',
    detail: expect.stringMatching(detail) as unknown,
  });
});

it('a budget in money needs prices', () => {
  expect(setBudget(after(), terms({ month_amount: '5.00' }), TODAY)).toMatchObject({
    outcome: 'refused',
    detail: expect.stringMatching(/needs agreed prices/) as unknown,
  });
});

const inEuros: AccountEvent = {
  type: 'ContractAgreed',
  data: {
    currency: 'EUR',
    from: '2026-12-01',
    to: null,
    number: 'C-1',
    purchase_order: null,
    reason: 'signed',
  },
};
const withdrawn: AccountEvent = { type: 'PricesWithdrawn', data: { from: '2026-11-01', reason: 'mistaken' } };

it.each([
  ['of the contract in force', [priced, inEuros], TODAY, 'EUR'],
  ['of the prices before a contract begins', [priced, inEuros], '2026-11-30', 'GBP'],
  ['of the prices to come where none has begun', [priced], '2026-10-31', 'GBP'],
  ['of the contract where the prices were withdrawn', [priced, withdrawn, inEuros], '2026-11-30', 'EUR'],
] as const)('a budget in money is in the currency %s', (_what, events, today, currency) => {
  const wanted = terms({ month_amount: '250.00' });
  const event: AccountEvent = { type: 'BudgetSet', data: { ...wanted, currency } };
  expect(setBudget(after(...events), wanted, today)).toEqual({ outcome: 'decided', events: [event] });
});

it('withdrawn prices give a budget no currency', () => {
  expect(setBudget(after(priced, withdrawn), terms({ month_amount: '5.00' }), '2026-10-31')).toMatchObject({
    outcome: 'refused',
    detail: expect.stringMatching(/needs agreed prices/) as unknown,
  });
});

it('keeps its reason in the event alone', () => {
  const wanted = { ...terms({ month_units: 5 }), reason: 'as ordered' };
  const data = { ...wanted, currency: null };
  expect(setBudget(after(priced), wanted, TODAY)).toMatchObject({ events: [{ data }] });
  const set = after(priced, { type: 'BudgetSet', data });
  expect(set.budget).toEqual({ ...terms({ month_units: 5 }), currency: null });
  expect(setBudget(set, { ...wanted, reason: 'again' }, TODAY)).toEqual({ outcome: 'decided', events: [] });
});
