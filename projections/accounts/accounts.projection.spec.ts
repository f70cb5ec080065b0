import { accountStream } from '../../src/streams/account/account.events.js';
import { contactStream } from '../../src/streams/contact/contact.events.js';
import type { EventShape } from '../../src/streams/envelope.js';
import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, KEY, NOON } from '../../test/support/logs/job-builders.js';
import type { KeyId } from '../../packages/contract/src/ids.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import type { AccountDocument } from './accounts.document.js';
import { ACCOUNTS, nameOfKey } from './accounts.document.js';
import { accountPart } from '../key-parts.js';

const opened = { type: 'AccountOpened', data: { account_id: ACCOUNT, blocks: ['industry', 'domain'] } };
const contact = {
  type: 'ContactRecorded',
  data: { account_id: ACCOUNT, name: 'Acme', email: 'it@acme.example' },
};
const MONTH_RULES = {
  ...{ version: 1, currency: 'GBP', from: '2026-12-01', free_units: 1, tiers: [], minimum: null },
  reason: 'as agreed',
};
const prices = (from: string) => ({ currency: 'GBP', from, prices: { industry: '0.0200' } });

const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));

const happened = (...facts: readonly EventShape<string, object>[]): Promise<void> =>
  log.append(accountStream(ACCOUNT), ...facts.map((fact) => log.event(fact)));
const known = async (): Promise<AccountDocument | undefined> =>
  (await documentsOf(log.store)).live.find(ACCOUNTS, accountPart(ACCOUNT));

describe('an account', () => {
  it('is open with its blocks in the order of the catalogue', async () => {
    await happened(opened);
    expect(await known()).toEqual({
      account_id: ACCOUNT,
      name: '',
      email: '',
      key_names: {},
      contact_erased: false,
      status: 'active',
      blocks: ['domain', 'industry'],
      options: [],
      prices: [],
      opened_at: NOON,
    });
  });

  it.each<[string, EventShape<string, object>[], Partial<AccountDocument>]>([
    ['suspended', [{ type: 'AccountSuspended', data: { reason: 'unpaid' } }], { status: 'suspended' }],
    [
      'reinstated',
      [
        { type: 'AccountSuspended', data: { reason: 'unpaid' } },
        { type: 'AccountReinstated', data: {} },
      ],
      { status: 'active' },
    ],
    [
      'given a block',
      [{ type: 'BlocksEnabled', data: { blocks: ['charges'] } }],
      { blocks: ['domain', 'charges', 'industry'] },
    ],
    [
      'deprived of a block',
      [{ type: 'BlocksDisabled', data: { blocks: ['domain'] } }],
      { blocks: ['industry'] },
    ],
    [
      'given options',
      [
        { type: 'OptionEnabled', data: { option: 'ai' } },
        { type: 'OptionEnabled', data: { option: 'web_search' } },
      ],
      { options: ['web_search', 'ai'] },
    ],
    [
      'deprived of an option',
      [
        { type: 'OptionEnabled', data: { option: 'ai' } },
        { type: 'OptionDisabled', data: { option: 'ai' } },
      ],
      { options: [] },
    ],
    [
      'agreed with on rules of months',
      [{ type: 'MonthRulesAgreed', data: MONTH_RULES }],
      { month_rules: [{ ...MONTH_RULES, agreed_at: NOON }] },
    ],
    [
      'agreed with on prices, in that order',
      [
        { type: 'PricesAgreed', data: prices('2026-12-01') },
        { type: 'PricesAgreed', data: prices('2026-11-22') },
      ],
      {
        prices: [
          { ...prices('2026-12-01'), agreed_at: NOON },
          { ...prices('2026-11-22'), agreed_at: NOON },
        ],
      },
    ],
  ])('is %s', async (_title, facts, expected) => {
    await happened(opened, ...facts);
    expect(await known()).toMatchObject(expected);
  });

  it('has a contact whichever stream is seen first, until the contact is erased', async () => {
    await log.append(contactStream(ACCOUNT), log.event(contact));
    await happened(opened);
    expect(await known()).toMatchObject({ name: 'Acme', email: 'it@acme.example', opened_at: NOON });
    await log.store.deleteStream(contactStream(ACCOUNT));
    expect(await known()).toMatchObject({ name: '', email: '', contact_erased: true, opened_at: NOON });
  });

  const named = (key_id: KeyId, name: string) => ({ type: 'KeyNamed', data: { key_id, name } });
  const NEW = 'newkey000000' as KeyId;
  const LATE = 'latekey00000' as KeyId;

  it('has the names of its keys, of older ones as well, until the contact is erased, and none later', async () => {
    await log.openAccount();
    await log.append(contactStream(ACCOUNT), log.event(contact), log.event(named(NEW, 'Jane')));
    expect((await known())?.key_names).toEqual({ [KEY]: 'production', [NEW]: 'Jane' });
    await log.store.deleteStream(contactStream(ACCOUNT));
    // A program of before the erasure's end, or an older one, appends the name once more.
    await log.issueKey(ACCOUNT, LATE);
    const account = await known();
    expect(account?.key_names).toEqual({});
    expect([KEY, NEW, LATE].map((key) => nameOfKey(account, key))).toEqual(['', '', '']);
  });

  it('of a document of the version before has keys without names', () => {
    expect(nameOfKey({}, KEY)).toBe('');
  });
});
