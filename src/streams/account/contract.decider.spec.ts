import fc from 'fast-check';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { pricesHolding, statedCurrency } from '../../verify/checks/stated-terms.js';
import { agreePrices } from './account.decider.js';
import type { AccountEvent, ContractAgreed } from './account.events.js';
import { UNOPENED, evolve, type OpenedAccount } from './account.state.js';
import { agreeContract, withdrawPrices } from './contract.decider.js';
import { priceOn } from './price-agreement.js';
import { contractOn, currencyOn, pricesHoldingOn } from './price-terms.js';

const TODAY = '2026-11-21';
const OPENED: AccountEvent = { type: 'AccountOpened', data: { account_id: 1001 as AccountId, blocks: [] } };
const given = (...events: AccountEvent[]): OpenedAccount =>
  [OPENED, ...events].reduce(evolve, UNOPENED) as OpenedAccount;
const contract = (change: Partial<ContractAgreed['data']> = {}): ContractAgreed => ({
  type: 'ContractAgreed',
  data: {
    ...{ currency: 'EUR', from: '2027-01-01', to: null },
    ...{ number: 'C-1', purchase_order: null, reason: 'signed' },
    ...change,
  },
});
const prices = (from: string, price: string, currency = 'GBP'): AccountEvent => ({
  type: 'PricesAgreed',
  data: { currency, from, prices: { industry: price } },
});
const withdrawn = (from: string): AccountEvent => ({
  type: 'PricesWithdrawn',
  data: { from, reason: 'wrong' },
});
const days = { today: TODAY, stated: new Set(['2026-12']) };
const GBP = prices('2026-10-01', '0.02');

describe('a contract', () => {
  it.each<[string, AccountEvent[], Partial<ContractAgreed['data']>]>([
    ['for an account without prices', [], {}],
    ['in another currency', [GBP], {}],
    ['from the first of the running month in its currency', [GBP], { from: '2026-11-01', currency: 'GBP' }],
    ['from the first of the running month before any price', [], { from: '2026-11-01' }],
    ['with an end and an order', [], { to: '2027-12-31', purchase_order: 'PO 4711' }],
    ['in place of one from the same day', [contract()], { number: 'C-2' }],
  ])('is agreed %s', (_what, events, change) => {
    const event = contract(change);
    expect(agreeContract(given(...events), event.data, days)).toEqual({
      outcome: 'decided',
      events: [event],
    });
    expect(agreeContract(given(...events, event), event.data, days)).toEqual({
      outcome: 'decided',
      events: [],
    });
  });

  it.each<[string, AccountEvent[], Partial<ContractAgreed['data']>, string]>([
    ['from another day', [], { from: '2027-01-02' }, 'first of a month'],
    ['from no day', [], { from: '2027-13-01' }, 'first of a month'],
    ['from a month before', [], { from: '2026-10-01' }, 'before the running month'],
    ['from a stated month', [], { from: '2026-12-01' }, 'is complete'],
    ['that ends before it begins', [], { to: '2026-12-31' }, 'last day'],
    ['in no currency', [], { currency: 'XXQ' }, 'ISO 4217'],
    ['without a number', [], { number: ' ' }, 'number'],
    ['with two lines', [], { purchase_order: 'a\nb' }, 'purchase order'],
    ['in another currency than the running month', [GBP], { from: '2026-11-01' }, 'billed in GBP so far'],
    ['before prices in another currency', [GBP, prices('2027-02-01', '1')], {}, 'withdraw them first'],
  ])('is refused %s', (_what, events, change, sentence) => {
    const decision = agreeContract(given(...events), contract(change).data, days);
    expect(decision).toMatchObject({
      code: 'invalid_contract',
      detail: expect.stringContaining(sentence) as string,
    });
  });

  it('decides the currency from its start, and its prices hold past its end until another begins', () => {
    const { prices: terms } = given(
      GBP,
      contract({ to: '2027-03-31' }),
      prices('2027-01-01', '0.03', 'EUR'),
      contract({ from: '2027-06-01', currency: 'GBP', number: 'C-2' }),
    );
    const on = (day: string) => [currencyOn(terms, day), priceOn(terms, 'industry', day)?.price ?? null];
    expect(on('2026-12-31')).toEqual(['GBP', '0.02']);
    expect(on('2027-01-01')).toEqual(['EUR', '0.03']);
    expect(on('2027-05-31')).toEqual(['EUR', '0.03']);
    expect(on('2027-06-01')).toEqual(['GBP', null]);
    expect([contractOn(terms, '2026-12-31'), contractOn(terms, '2027-04-01')?.contract.number]).toEqual([
      null,
      'C-1',
    ]);
  });

  it('keeps the prices of the contract before it where the currency stays', () => {
    const { prices: terms } = given(GBP, contract({ currency: 'GBP' }));
    expect(priceOn(terms, 'industry', '2027-05-01')).toEqual({ price: '0.02', currency: 'GBP' });
  });

  it('needs prices in its currency', () => {
    const account = given(GBP, contract());
    const agree = (event: AccountEvent) =>
      agreePrices(
        account,
        (event as { data: { currency: string; from: string; prices: object } }).data,
        TODAY,
      );
    expect(agree(prices('2027-01-01', '0.03', 'EUR')).outcome).toBe('decided');
    expect(agree(prices('2027-01-01', '0.03', 'GBP')).outcome).toBe('refused');
    expect(agree(prices('2026-12-01', '0.03', 'EUR')).outcome).toBe('refused');
  });
});

describe('prices that are withdrawn', () => {
  it('count no longer, and prices agreed after that for the same day do', () => {
    const later = prices('2027-01-01', '0.05');
    const { prices: terms } = given(GBP, later, withdrawn('2027-01-01'));
    expect(priceOn(terms, 'industry', '2027-02-01')?.price).toBe('0.02');
    const again = given(GBP, later, withdrawn('2027-01-01'), prices('2027-01-01', '0.04')).prices;
    expect(priceOn(again, 'industry', '2027-02-01')?.price).toBe('0.04');
  });

  it.each<[string, AccountEvent[], string, string]>([
    ['that have begun', [prices(TODAY, '1')], TODAY, 'invalid_price'],
    ['that were never agreed', [GBP], '2027-01-01', 'invalid_price'],
    ['of a contract', [contract()], '2027-01-01', 'invalid_price'],
  ])('are refused: those %s', (_what, events, from, code) => {
    expect(withdrawPrices(given(...events), { from, reason: 'wrong' }, TODAY)).toMatchObject({ code });
  });

  it('are withdrawn once, with a reason', () => {
    const later = prices('2027-01-01', '0.05');
    const order = { from: '2027-01-01', reason: 'wrong' };
    expect(withdrawPrices(given(later), order, TODAY)).toEqual({
      outcome: 'decided',
      events: [withdrawn('2027-01-01')],
    });
    expect(withdrawPrices(given(later, withdrawn('2027-01-01')), order, TODAY)).toMatchObject({ events: [] });
    expect(withdrawPrices(given(later), { ...order, reason: ' ' }, TODAY)).toMatchObject({
      code: 'reason_missing',
    });
  });
});

it('has the currency and the prices that verify works out for itself, in any history', () => {
  const month = fc.integer({ min: 1, max: 12 }).map((n) => `2027-${String(n).padStart(2, '0')}`);
  const currency = fc.constantFrom('GBP', 'EUR', 'JPY');
  const event = fc.oneof(
    fc.record({ month, currency }).map((of) => contract({ from: `${of.month}-01`, currency: of.currency })),
    fc.record({ month, currency }).map((of) => prices(`${of.month}-10`, '0.01', of.currency)),
    month.map((of) => withdrawn(`${of}-10`)),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 8 }), month, (events, of) => {
      let account = given();
      for (const each of events) {
        const { data } = each as ContractAgreed;
        const decision =
          each.type === 'ContractAgreed'
            ? agreeContract(account, data, { today: TODAY, stated: new Set() })
            : each.type === 'PricesAgreed'
              ? agreePrices(account, each.data, TODAY)
              : withdrawPrices(account, data, TODAY);
        if (decision.outcome === 'decided')
          account = decision.events.reduce(evolve, account) as OpenedAccount;
      }
      for (const day of [`${of}-01`, `${of}-20`]) {
        expect(currencyOn(account.prices, day)).toBe(statedCurrency(account.prices, day));
        expect(
          pricesHoldingOn(account.prices, day).filter(({ contract: isOne }) => isOne === undefined),
        ).toEqual(pricesHolding(account.prices, day));
      }
    }),
    { numRuns: process.env['TEST_LONG'] === undefined ? 100 : 5_000 },
  );
});
