import type { AccountEvent, KeyIssued } from './account.events.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import { PREMIUM_OPTIONS } from '../../../packages/contract/src/options.js';
import type { AccessDecision } from './account.decider.js';
import {
  agreePrices,
  changeBlocks,
  disableOption,
  endLink,
  enableOption,
  eraseContact,
  issueKey,
  issueLink,
  linkEnd,
  openAccount,
  openLink,
  reinstate,
  revokeKey,
  suspend,
} from './account.decider.js';
import type { AccountState, OpenedAccount } from './account.state.js';
import { UNOPENED, evolve } from './account.state.js';

const ID = 1001 as AccountId;
const TODAY = '2026-11-21';

const opened: AccountEvent = {
  type: 'AccountOpened',
  data: { account_id: ID, blocks: ['domain', 'industry'] },
};
const suspended: AccountEvent = { type: 'AccountSuspended', data: { reason: 'unpaid' } };

const keyData = (id: string, over: Partial<KeyIssued['data']> = {}): KeyIssued['data'] => ({
  key_id: id.padEnd(12, '0') as KeyId,
  name: 'production',
  environment: 'live',
  scopes: ['read', 'enrich'],
  secret_hash: 'aa',
  max_rows: null,
  requests_per_minute: 600,
  resolve_per_minute: 60,
  ...over,
});
/** As it is recorded: without the name. */
const issued = (id: string, over: Partial<KeyIssued['data']> = {}): AccountEvent => ({
  type: 'KeyIssued',
  data: { ...keyData(id, over), name: '' },
});
/** As older programs recorded it. */
const named = (id: string): AccountEvent => ({ type: 'KeyIssued', data: keyData(id) });
const revoked = (id: string): AccountEvent => ({
  type: 'KeyRevoked',
  data: { key_id: keyData(id).key_id, reason: 'rotated' },
});

const stateAfter = (events: readonly AccountEvent[]): AccountState => events.reduce(evolve, UNOPENED);

function openedAfter(events: readonly AccountEvent[]): OpenedAccount {
  const state = stateAfter([opened, ...events]);
  if (state.status === 'unopened') throw new Error('not opened');
  return state;
}

/** What was recorded, or the code of the refusal. */
const outcome = (decision: AccessDecision) =>
  decision.outcome === 'decided' ? decision.events : decision.code;

const given = (...events: readonly AccountEvent[]) => ({
  when: (decide: (state: OpenedAccount) => AccessDecision) => {
    const decision = decide(openedAfter(events));
    return {
      then: (expected: readonly AccountEvent[] | string) => {
        expect(outcome(decision)).toEqual(expected);
        if (decision.outcome === 'refused') return;
        // Asking again right after it was recorded records nothing, or is refused; it never records twice.
        const again = decide(openedAfter([...events, ...decision.events]));
        if (again.outcome === 'decided') expect(again.events).toEqual([]);
      },
    };
  },
});

describe('an account', () => {
  it('is opened once, with its blocks in the order of the catalogue', () => {
    expect(outcome(openAccount(UNOPENED, ID, ['industry', 'domain', 'industry']))).toEqual([opened]);
    expect(outcome(openAccount(stateAfter([opened]), ID, []))).toBe('account_exists');
  });

  it('is suspended with a reason', () => {
    given()
      .when((account) => suspend(account, 'unpaid'))
      .then([suspended]);
    given()
      .when((account) => suspend(account, ' '))
      .then('reason_missing');
    given(suspended)
      .when((account) => suspend(account, 'again'))
      .then([]);
  });

  it('is reinstated', () => {
    given(suspended)
      .when(reinstate)
      .then([{ type: 'AccountReinstated', data: {} }]);
    given().when(reinstate).then([]);
  });
});

describe('entitlements', () => {
  it('record only what changes', () => {
    given()
      .when((account) =>
        changeBlocks(account, { enable: ['officers', 'domain'], disable: ['industry', 'charges'] }),
      )
      .then([
        { type: 'BlocksEnabled', data: { blocks: ['officers'] } },
        { type: 'BlocksDisabled', data: { blocks: ['industry'] } },
      ]);
  });

  it('refuse a block in both lists', () => {
    given()
      .when((account) => changeBlocks(account, { enable: ['officers'], disable: ['officers'] }))
      .then('contradicting_blocks');
  });

  it('can switch on all and off again', () => {
    const all = openedAfter([{ type: 'BlocksEnabled', data: { blocks: BLOCK_KEYS } }]);
    expect([...all.blocks]).toHaveLength(BLOCK_KEYS.length);
    const none = changeBlocks(all, { enable: [], disable: BLOCK_KEYS });
    expect(outcome(none)).toEqual([{ type: 'BlocksDisabled', data: { blocks: BLOCK_KEYS } }]);
  });

  it.each(PREMIUM_OPTIONS)('refuse the option %s where nothing could serve it', (option) => {
    given()
      .when((account) => enableOption(account, option, new Set()))
      .then('option_not_served');
  });

  it('enable and disable an option that can be served', () => {
    const served = new Set(PREMIUM_OPTIONS);
    const on: AccountEvent = { type: 'OptionEnabled', data: { option: 'web_search' } };
    given()
      .when((account) => enableOption(account, 'web_search', served))
      .then([on]);
    given(on)
      .when((account) => disableOption(account, 'web_search'))
      .then([{ type: 'OptionDisabled', data: { option: 'web_search' } }]);
    given()
      .when((account) => disableOption(account, 'web_search'))
      .then([]);
  });
});

describe('keys', () => {
  const issue =
    (id: string, over: Partial<KeyIssued['data']> = {}) =>
    (account: OpenedAccount) =>
      issueKey(account, keyData(id, over));

  it('are issued with their scopes and caps, and their name is no part of the fact', () => {
    given()
      .when(issue('a', { max_rows: 10 }))
      .then([issued('a', { max_rows: 10 })]);
  });

  it('are at most two unrevoked an environment', () => {
    given(issued('a'))
      .when(issue('b'))
      .then([issued('b')]);
    given(issued('a'), issued('b')).when(issue('c')).then('too_many_keys');
    given(named('a'), issued('b')).when(issue('c')).then('too_many_keys');
    given(issued('a'), issued('b'))
      .when(issue('c', { environment: 'test' }))
      .then([issued('c', { environment: 'test' })]);
    given(issued('a'), issued('b'), revoked('a'))
      .when(issue('c'))
      .then([issued('c')]);
  });

  it.each([
    ['a blank name', { name: ' ' }],
    ['a name beyond measure', { name: 'n'.repeat(201) }],
    ['no scope', { scopes: [] }],
    ['a cap of no rows', { max_rows: 0 }],
    ['a cap over the limit of a job', { max_rows: 250_001 }],
    ['half a row', { max_rows: 1.5 }],
    ['no requests', { requests_per_minute: 0 }],
    ['no resolves', { resolve_per_minute: NaN }],
  ])('are refused with %s', (_, over) => {
    given().when(issue('a', over)).then('invalid_key');
  });

  it('never take an id twice, revoked or not', () => {
    given(issued('a'), revoked('a')).when(issue('a')).then('invalid_key');
  });

  it('are revoked once, for a reason, for ever', () => {
    const revoke = (account: OpenedAccount) => revokeKey(account, keyData('a').key_id, 'rotated');
    given(issued('a'))
      .when(revoke)
      .then([revoked('a')]);
    given(issued('a'), revoked('a')).when(revoke).then([]);
    given().when(revoke).then('unknown_key');
    given(issued('a'))
      .when((account) => revokeKey(account, keyData('a').key_id, ''))
      .then('reason_missing');
  });
});

describe('the contact', () => {
  const erased: AccountEvent = { type: 'ContactErased', data: { reason: 'asked for' } };
  const erase = (reason: string | null) => (account: OpenedAccount) => eraseContact(account, reason);

  it('is erased once, whoever asks again', () => {
    given().when(erase('asked for')).then([erased]);
    given(erased).when(erase('again')).then([]);
  });

  it.each([null, '  '])('is erased without a reason where none is given (%j)', (reason) => {
    given()
      .when(erase(reason))
      .then([{ type: 'ContactErased', data: { reason: null } }]);
  });
});

describe("an account's own link", () => {
  const NOON = `${TODAY}T12:00:00.000Z`;
  const link = (link_hash: string, days = 30) => ({ link_hash, expires_at: linkEnd(NOON, days) });
  const linked = (hash: string, days?: number): AccountEvent => ({
    type: 'AccountLinkIssued',
    data: link(hash, days),
  });
  const ended: AccountEvent = { type: 'AccountLinkEnded', data: {} };
  const erased: AccountEvent = { type: 'ContactErased', data: { reason: null } };
  const reinstated: AccountEvent = { type: 'AccountReinstated', data: {} };
  const issue =
    (hash: string, days = 30) =>
    (account: OpenedAccount) =>
      issueLink(account, link(hash, days), NOON);

  it.each([1, 30, 366])('is issued for %d days', (days) => {
    given()
      .when(issue('aa', days))
      .then([linked('aa', days)]);
  });

  it.each([0, -1, 367])('is refused for %d days', (days) => {
    given().when(issue('aa', days)).then('invalid_link');
  });

  it('is refused where it would open nothing', () => {
    given(suspended).when(issue('aa')).then('account_suspended');
    given(erased).when(issue('aa')).then('contact_erased');
  });

  it('is ended once, and takes the place of the one before', () => {
    given(linked('aa')).when(endLink).then([ended]);
    given(linked('aa'), ended).when(endLink).then([]);
    given().when(endLink).then([]);
    given(linked('aa'))
      .when(issue('bb'))
      .then([linked('bb')]);
  });

  const AFTER = linkEnd(NOON, 29);
  it.each<[string, AccountEvent[], string, string | null]>([
    ['the one that was issued', [linked('aa')], AFTER, 'aa'],
    ['the newest alone', [linked('aa'), linked('bb')], AFTER, 'bb'],
    ['none on the day it expires', [linked('aa')], linkEnd(NOON, 30), null],
    ['none that was ended', [linked('aa'), ended], AFTER, null],
    ['one that was issued after the end', [linked('aa'), ended, linked('bb')], AFTER, 'bb'],
    ['none of an account that is suspended', [linked('aa'), suspended], AFTER, null],
    ['none again once that is reinstated', [linked('aa'), suspended, reinstated], AFTER, null],
    ['one that was issued after that', [linked('aa'), suspended, reinstated, linked('bb')], AFTER, 'bb'],
    ['none of a customer who was forgotten', [linked('aa'), erased], AFTER, null],
    ['none where none was issued', [], AFTER, null],
  ])('opens by %s', (_title, events, at, hash) => {
    expect(openLink(openedAfter(events), at)?.link_hash ?? null).toBe(hash);
  });

  it('opens no account that is not there', () => {
    expect(openLink(UNOPENED, AFTER)).toBeNull();
  });
});

describe('prices', () => {
  const agreement = { currency: 'GBP', from: TODAY, prices: { industry: '0.0200' } } as const;
  const agreed: AccountEvent = { type: 'PricesAgreed', data: agreement };
  const agree =
    (over: object = {}) =>
    (account: OpenedAccount) =>
      agreePrices(account, { ...agreement, ...over }, TODAY);

  it('are agreed from today on', () => {
    given().when(agree()).then([agreed]);
    given(agreed)
      .when(agree({ from: '2027-01-01' }))
      .then([{ type: 'PricesAgreed', data: { ...agreement, from: '2027-01-01' } }]);
  });

  it('go back to an earlier agreement as a new fact', () => {
    const dearer = { ...agreement, prices: { industry: '0.03' } };
    given(agreed, { type: 'PricesAgreed', data: dearer }).when(agree()).then([agreed]);
  });

  it.each([
    ['from yesterday on', { from: '2026-11-20' }],
    ['from a day that no calendar has', { from: '2026-11-31' }],
    ['from a time', { from: '2026-11-22T00:00:00Z' }],
    ['in no currency', { currency: 'gbp' }],
    ['of nothing', { prices: {} }],
    ['below nothing', { prices: { industry: '-1' } }],
    ['with an exponent', { prices: { industry: '1e3' } }],
    ['of an unknown block', { prices: { weather: '1' } }],
  ])('are refused %s', (_, over) => {
    given().when(agree(over)).then('invalid_price');
  });

  it('begin in no month that has a complete statement', () => {
    const stated = new Set(['2027-01']);
    const from = (day: string) => (account: OpenedAccount) =>
      agreePrices(account, { ...agreement, from: day }, TODAY, stated);
    given().when(from('2027-01-31')).then('invalid_price');
    given()
      .when(from('2027-02-01'))
      .then([{ type: 'PricesAgreed', data: { ...agreement, from: '2027-02-01' } }]);
  });

  it('stay in one currency', () => {
    given(agreed)
      .when(agree({ currency: 'EUR', from: '2027-01-01' }))
      .then('invalid_price');
  });
});
