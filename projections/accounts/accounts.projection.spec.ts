import { accountStream } from '../../src/streams/account/account.events.js';
import { contactStream } from '../../src/streams/contact/contact.events.js';
import type { EventShape } from '../../src/streams/envelope.js';
import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, NOON } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import type { AccountDocument } from './accounts.document.js';
import { ACCOUNTS, accountKey } from './accounts.document.js';

const opened = { type: 'AccountOpened', data: { account_id: ACCOUNT, blocks: ['industry', 'domain'] } };
const contact = {
  type: 'ContactRecorded',
  data: { account_id: ACCOUNT, name: 'Acme', email: 'it@acme.example' },
};
const prices = (from: string) => ({ currency: 'GBP', from, prices: { industry: '0.0200' } });

const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));

const happened = (...facts: readonly EventShape<string, object>[]): Promise<void> =>
  log.append(accountStream(ACCOUNT), ...facts.map((fact) => log.event(fact)));
const known = async (): Promise<AccountDocument | undefined> =>
  (await documentsOf(log.store)).live.find(ACCOUNTS, accountKey(ACCOUNT));

describe('an account', () => {
  it('is open with its blocks in the order of the catalogue', async () => {
    await happened(opened);
    expect(await known()).toEqual({
      account_id: ACCOUNT,
      name: '',
      email: '',
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
    expect(await known()).toMatchObject({ name: '', email: '', opened_at: NOON });
  });
});
