import { decided, type Decision } from '../decision.js';
import { agreeMonthRules, monthRulesOf, type MonthRuleTerms } from './month-rules.js';
import { UNOPENED, evolve, type MonthRules, type OpenedAccount } from './account.state.js';
import type { AccountEvent } from './account.events.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';

const TODAY = '2026-11-21';
const TERMS: MonthRuleTerms = {
  currency: 'GBP',
  from: '2026-12-01',
  free_units: 100,
  tiers: [
    { after: 1_000, percent: '10' },
    { after: 5_000, percent: '12.5' },
  ],
  minimum: '50.00',
};
const reason = 'as in the contract';
const agreed = (version: number, over: Partial<MonthRuleTerms> = {}): AccountEvent => ({
  type: 'MonthRulesAgreed',
  data: { version, ...TERMS, ...over, reason },
});
const priced = (from: string, currency = 'GBP'): AccountEvent => ({
  type: 'PricesAgreed',
  data: { currency, from, prices: { industry: '0.02' } },
});

function opened(...events: readonly AccountEvent[]): OpenedAccount {
  const first: AccountEvent = { type: 'AccountOpened', data: { account_id: 1001 as AccountId, blocks: [] } };
  const state = [first, ...events].reduce(evolve, UNOPENED);
  if (state.status === 'unopened') throw new Error('unopened');
  return state;
}

type Refused = { readonly outcome: 'refused'; readonly code: string; readonly detail: string };
const codeOf = (decision: Decision<AccountEvent, Refused>): string =>
  decision.outcome === 'refused' ? decision.code : decision.outcome;

const tiersBehind = (...units: readonly number[]) => units.map((after) => ({ after, percent: '1' }));
const account = opened(priced('2026-11-01'));
const agree = (over: Partial<MonthRuleTerms> & { readonly reason?: string } = {}, state = account) =>
  agreeMonthRules(state, { ...TERMS, reason, ...over }, TODAY);

describe('month rules', () => {
  it('are agreed from the first of a later month, each agreement with the next version', () => {
    expect(agree()).toEqual(decided(agreed(1)));
    const state = opened(priced('2026-11-01'), agreed(1));
    expect(agree({ from: '2027-01-01' }, state)).toEqual(decided(agreed(2, { from: '2027-01-01' })));
  });

  it('are agreed on the first for that same month', () => {
    const today = agreeMonthRules(account, { ...TERMS, reason }, '2026-12-01');
    expect(today).toEqual(decided(agreed(1)));
  });

  it('are recorded once, whatever the reason of the second time', () => {
    const state = opened(priced('2026-11-01'), agreed(1));
    expect(agree({ reason: 'again' }, state)).toEqual(decided());
  });

  it('end by an agreement without rules, which is recorded only where there are some', () => {
    const none = { free_units: 0, tiers: [], minimum: null };
    expect(agree(none)).toEqual(decided());
    expect(agree(none, opened(priced('2026-11-01'), agreed(1)))).toEqual(decided(agreed(2, none)));
  });

  it.each<[string, Partial<MonthRuleTerms>]>([
    ['from the running month on', { from: '2026-11-01' }],
    ['from the middle of a month', { from: '2026-12-02' }],
    ['from a month', { from: '2026-12' }],
    ['from a month that no year has', { from: '2026-13-01' }],
    ['in another currency than the prices', { currency: 'EUR' }],
    ['with part of a free unit', { free_units: 0.5 }],
    ['with fewer free units than none', { free_units: -1 }],
    ['with more free units than a month has', { free_units: 1_000_000_001 }],
    ['with a tier behind part of a unit', { tiers: [{ after: 0.5, percent: '1' }] }],
    ['with more than all off', { tiers: [{ after: 0, percent: '100.01' }] }],
    ['with less than nothing off', { tiers: [{ after: 0, percent: '-1' }] }],
    ['with three digits of a percent', { tiers: [{ after: 0, percent: '1.001' }] }],
    ['with a percent that has a sign', { tiers: [{ after: 0, percent: '1%' }] }],
    ['with two tiers behind the same units', { tiers: tiersBehind(1, 1) }],
    ['with tiers out of their order', { tiers: tiersBehind(2, 1) }],
    ['with too many tiers', { tiers: Array.from({ length: 21 }, (_, after) => ({ after, percent: '1' })) }],
    ['with a minimum of nothing', { minimum: '0.00' }],
    ['with a minimum below nothing', { minimum: '-1' }],
    ['with a minimum in words', { minimum: 'fifty' }],
  ])('are refused %s', (_title, over) => {
    expect(codeOf(agree(over))).toBe('invalid_month_rules');
  });

  it('need a reason, and prices that have begun by the end of their first month', () => {
    expect(codeOf(agree({ reason: ' ' }))).toBe('reason_missing');
    expect(codeOf(agree({}, opened()))).toBe('invalid_month_rules');
    expect(codeOf(agree({}, opened(priced('2027-01-01'))))).toBe('invalid_month_rules');
    expect(codeOf(agree({}, opened(priced('2026-12-31'))))).toBe('decided');
  });

  it('begin in no month that has a complete statement', () => {
    const stated = new Set(['2026-12']);
    const from = (day: string) => agreeMonthRules(account, { ...TERMS, reason, from: day }, TODAY, stated);
    expect(codeOf(from('2026-12-01'))).toBe('invalid_month_rules');
    expect(codeOf(from('2027-01-01'))).toBe('decided');
  });
});

describe('the rules of a month', () => {
  const rules = (version: number, from: string, currency = 'GBP'): MonthRules => ({
    ...{ ...TERMS, version, from, currency, reason },
  });
  const prices = [{ currency: 'GBP', from: '2026-11-05', prices: {} }];

  it('are those that began last, of equal beginnings those agreed last', () => {
    const all = [
      rules(1, '2026-12-01'),
      rules(2, '2027-02-01'),
      rules(3, '2027-01-01'),
      rules(4, '2027-01-01'),
    ];
    const version = (month: string) => monthRulesOf(all, prices, month)?.version ?? null;
    expect(['2026-11', '2026-12', '2027-01', '2027-02', '2028-01'].map(version)).toEqual([null, 1, 4, 2, 2]);
  });

  it('are none in another currency than that of its prices', () => {
    const contract = { to: null, number: 'C-1', purchase_order: null };
    const euro = [...prices, { currency: 'EUR', from: '2027-01-01', prices: {}, contract }];
    const version = (month: string) => monthRulesOf([rules(1, '2026-12-01')], euro, month)?.version ?? null;
    expect(['2026-12', '2027-01'].map(version)).toEqual([1, null]);
  });
});
