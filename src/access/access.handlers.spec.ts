import type { AccessWorld } from '../../test/support/worlds/access-world.js';
import {
  KEY_HASH_SECRET,
  NO_PROVIDERS,
  OPERATOR,
  TODAY,
  accessWorld,
} from '../../test/support/worlds/access-world.js';
import { accountStream } from '../streams/account/account.events.js';
import { contactStream } from '../streams/contact/contact.events.js';
import { jsonEvent, metadataOf } from '../streams/envelope.js';
import { decode } from '../streams/index.js';
import { derivedId } from '../streams/derived-id.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { parseAccountLink, hashSecret } from './key-secret.js';
import { parseApiKey } from '../../packages/contract/src/api-key.js';
import type { AccountId, KeyId } from '../../packages/contract/src/ids.js';
import type { PremiumOption } from '../../packages/contract/src/options.js';
import type { AccessOutcome, IssueKeyOutcome, KeyRequest, LinkOutcome } from './commands.js';
import {
  AgreePrices,
  ChangeBlocks,
  ChangeOption,
  EndAccountLink,
  IssueAccountLink,
  IssueKey,
  OpenAccount,
  EraseContact,
  RecordContact,
  ReinstateAccount,
  RevokeKey,
  SuspendAccount,
} from './commands.js';

let world: AccessWorld;
beforeEach(async () => {
  world = await accessWorld();
});
afterEach(() => world.context.close());

const CONTACT = { name: 'Example Ltd', email: 'data@example.co.uk' };
const KEY: KeyRequest = {
  name: 'production',
  environment: 'live',
  scopes: ['read'],
  max_rows: null,
  requests_per_minute: 600,
  resolve_per_minute: 60,
};
const NOBODY = 1999 as AccountId;

const open = async (): Promise<AccountId> =>
  (await world.bus.execute(new OpenAccount(OPERATOR, CONTACT, ['industry']))).account_id;
const issue = (account: AccountId): Promise<IssueKeyOutcome> =>
  world.bus.execute(new IssueKey(OPERATOR, account, KEY));

async function log(): Promise<string[]> {
  const page = await world.events.readAll({ after: LOG_START });
  return page.events.flatMap(decode).map(({ event, stream }) => `${stream} ${event.type}`);
}
const code = (outcome: AccessOutcome | IssueKeyOutcome | LinkOutcome): string =>
  outcome.outcome === 'refused' ? outcome.code : outcome.outcome;

describe('opening accounts', () => {
  it('gives out ids from 1001 up and keeps the name apart from the facts', async () => {
    expect([await open(), await open()]).toEqual([1001, 1002]);
    expect(await log()).toEqual([
      'account-1001 AccountOpened',
      'contact-1001 ContactRecorded',
      'account-1002 AccountOpened',
      'contact-1002 ContactRecorded',
    ]);
    const page = await world.events.readAll({ after: LOG_START, categories: ['account'] });
    const text = page.events.map(
      ({ data, metadata }) => Buffer.from(data).toString() + JSON.stringify(metadata),
    );
    expect(text.join()).not.toMatch(/Example|example/);
  });

  it('gives each of many at once an id of its own, without a gap', async () => {
    for (let index = 0; index < 5; index++) await open();
    const ids = await Promise.all(Array.from({ length: 25 }, open));
    expect(ids.sort()).toEqual(Array.from({ length: 25 }, (_, index) => 1006 + index));
  });
});

describe('changing accounts', () => {
  it('records once what is asked twice', async () => {
    const account = await open();
    const suspend = new SuspendAccount(OPERATOR, account, { reason: 'unpaid' });
    const first = await world.bus.execute(suspend);
    const second = await world.bus.execute(suspend);
    expect([code(first), code(second)]).toEqual(['recorded', 'unchanged']);
    expect(second).toMatchObject({ position: await world.events.head() });
    expect(code(await world.bus.execute(new ReinstateAccount(OPERATOR, account, null)))).toBe('recorded');
  });

  it('keeps every change of many at once', async () => {
    const account = await open();
    const blocks = ['domain', 'officers', 'charges', 'property', 'signals'] as const;
    const outcomes = await Promise.all(
      blocks.map((block) =>
        world.bus.execute(new ChangeBlocks(OPERATOR, account, { enable: [block], disable: [] })),
      ),
    );
    expect(outcomes.map(code)).toEqual(blocks.map(() => 'recorded'));
    expect((await log()).filter((line) => line.endsWith('BlocksEnabled'))).toHaveLength(5);
  });

  it('refuses what concerns an account that is not there', async () => {
    const commands = [
      new SuspendAccount(OPERATOR, NOBODY, { reason: 'x' }),
      new ReinstateAccount(OPERATOR, NOBODY, null),
      new ChangeBlocks(OPERATOR, NOBODY, { enable: ['domain'], disable: [] }),
      new ChangeOption(OPERATOR, NOBODY, { option: 'web_search', action: 'disable' }),
      new AgreePrices(OPERATOR, NOBODY, { currency: 'GBP', from: TODAY, prices: { domain: '1' } }),
      new RevokeKey(OPERATOR, NOBODY, { keyId: 'abc123def456' as KeyId, reason: 'x' }),
      new RecordContact(OPERATOR, NOBODY, CONTACT),
      new EraseContact(OPERATOR, NOBODY, { reason: null }),
      new IssueAccountLink(OPERATOR, NOBODY, { days: 30 }),
      new EndAccountLink(OPERATOR, NOBODY, null),
      new IssueKey(OPERATOR, NOBODY, KEY),
    ];
    for (const command of commands) expect(code(await world.bus.execute(command))).toBe('unknown_account');
    expect(await log()).toEqual([]);
  });

  it('can enable no option without a provider', async () => {
    const account = await open();
    const outcome = await world.bus.execute(
      new ChangeOption(OPERATOR, account, { option: 'web_search', action: 'enable' }),
    );
    expect(code(outcome)).toBe('option_not_served');
  });

  it('can enable the option of a provider that is on, and no other', async () => {
    await world.context.close();
    world = await accessWorld({ ...NO_PROVIDERS, search: { ...NO_PROVIDERS.search, key: 'a-key' } });
    const account = await open();
    const enable = (option: PremiumOption) =>
      world.bus.execute(new ChangeOption(OPERATOR, account, { option, action: 'enable' }));
    expect(code(await enable('web_search'))).toBe('recorded');
    expect(code(await enable('google_business'))).toBe('option_not_served');
  });

  it('takes a new name and address', async () => {
    const account = await open();
    const contact = { name: 'New Ltd', email: 'new@example.co.uk' };
    expect(code(await world.bus.execute(new RecordContact(OPERATOR, account, contact)))).toBe('recorded');
    expect((await log()).at(-1)).toBe('contact-1001 ContactRecorded');
  });

  it('forgets who stands behind it, for good', async () => {
    const account = await open();
    const erase = () => world.bus.execute(new EraseContact(OPERATOR, account, { reason: 'asked for' }));
    expect(code(await erase())).toBe('recorded');
    expect(code(await erase())).toBe('unchanged');
    expect((await log()).filter((line) => line.includes('ContactErased'))).toEqual([
      `account-${account} ContactErased`,
    ]);
    expect(code(await world.bus.execute(new RecordContact(OPERATOR, account, CONTACT)))).toBe(
      'contact_erased',
    );
    expect(code(await world.bus.execute(new SuspendAccount(OPERATOR, account, { reason: 'unpaid' })))).toBe(
      'recorded',
    );
  });

  it('forgets also an account that has no contact, whose older keys may have names', async () => {
    const account = await open();
    await world.events.append(accountStream(NOBODY), 'any', [
      jsonEvent(
        { type: 'AccountOpened', data: { account_id: NOBODY, blocks: [] } },
        derivedId('opened'),
        metadataOf({ ...OPERATOR, account: NOBODY }, `${TODAY}T12:00:00.000Z`),
      ),
    ]);
    const erase = (of: AccountId) => world.bus.execute(new EraseContact(OPERATOR, of, { reason: null }));
    expect([code(await erase(NOBODY)), code(await erase(NOBODY))]).toEqual(['recorded', 'unchanged']);
    expect((await world.events.readStream(contactStream(NOBODY))).status).toBe('deleted');
    expect((await world.events.readStream(contactStream(account))).status).toBe('found');
  });

  const agree = (account: AccountId, from: string): Promise<AccessOutcome> =>
    world.bus.execute(
      new AgreePrices(OPERATOR, account, { currency: 'GBP', from, prices: { industry: '0.02' } }),
    );

  it('takes today from the clock for prices', async () => {
    const account = await open();
    expect(code(await agree(account, '2026-11-20'))).toBe('invalid_price');
    expect(code(await agree(account, TODAY))).toBe('recorded');
  });

  it('agrees no price for the day before the one that the agreement is dated', async () => {
    const account = await open();
    const behindMidnight = metadataOf({ ...OPERATOR, account }, '2026-11-22T00:00:00.010Z');
    const suspended = { type: 'AccountSuspended', data: { reason: 'unpaid' } };
    await world.events.append(accountStream(account), 'any', [
      jsonEvent(suspended, derivedId('suspended'), behindMidnight),
    ]);
    expect(code(await agree(account, TODAY))).toBe('invalid_price');
    expect(code(await agree(account, '2026-11-22'))).toBe('recorded');
  });
});

describe('issuing keys', () => {
  it('shows the whole key once and keeps only a hash of its secret', async () => {
    const issued = await issue(await open());
    if (issued.outcome !== 'issued') throw new Error(issued.detail);
    const key = parseApiKey(issued.key);
    expect(key).toMatchObject({ environment: 'live', key_id: issued.key_id });
    const { events } = await world.events.readAll({ after: LOG_START });
    const everything = events.map(({ data }) => Buffer.from(data).toString()).join();
    expect(everything).toContain(issued.key_id);
    expect(everything).not.toContain(key?.secret);
  });

  const namesIn = async (category: string): Promise<boolean> => {
    const { events } = await world.events.readAll({ after: LOG_START, categories: [category] });
    return events.some(({ data, metadata }) =>
      `${Buffer.from(data).toString()}${JSON.stringify(metadata)}`.includes(KEY.name),
    );
  };

  it('keeps the name beside the contact alone, where it can be erased', async () => {
    await issue(await open());
    expect((await log()).slice(-2)).toEqual(['account-1001 KeyIssued', 'contact-1001 KeyNamed']);
    expect([await namesIn('account'), await namesIn('contact')]).toEqual([false, true]);
  });

  it('keeps no name of a key that is refused', async () => {
    const account = await open();
    await issue(account);
    await issue(account);
    const before = await log();
    expect(code(await issue(account))).toBe('too_many_keys');
    expect(await log()).toEqual(before);
  });

  it('gives a forgotten customer a key without a name', async () => {
    const account = await open();
    await world.bus.execute(new EraseContact(OPERATOR, account, { reason: null }));
    const issued = await issue(account);
    expect(issued).toMatchObject({ outcome: 'issued', position: await world.events.head() });
    expect((await log()).at(-1)).toBe('account-1001 KeyIssued');
    expect([await namesIn('account'), await namesIn('contact')]).toEqual([false, false]);
  });

  it('never issues a third, however many ask at once', async () => {
    const account = await open();
    const outcomes = (await Promise.all(Array.from({ length: 8 }, () => issue(account)))).map(code);
    expect(outcomes.filter((outcome) => outcome === 'issued')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'too_many_keys')).toHaveLength(6);
  });

  it('makes room by revoking', async () => {
    const account = await open();
    const first = await issue(account);
    await issue(account);
    if (first.outcome !== 'issued') throw new Error(first.detail);
    const revoke = new RevokeKey(OPERATOR, account, { keyId: first.key_id, reason: 'rotated' });
    expect(code(await world.bus.execute(revoke))).toBe('recorded');
    expect(code(await world.bus.execute(revoke))).toBe('unchanged');
    expect(code(await issue(account))).toBe('issued');
  });
});

describe("an account's own link", () => {
  it('has a secret of 256 bits, of which only a keyed hash is kept', async () => {
    const account = await open();
    const outcome = await world.bus.execute(new IssueAccountLink(OPERATOR, account, { days: 2 }));
    if (outcome.outcome === 'refused') throw new Error(outcome.code);
    const { secret = '' } = parseAccountLink(outcome.link) ?? {};
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(outcome.expires_at).toBe('2026-11-23T12:00:00.000Z');
    const { events } = await world.events.readAll({ after: LOG_START });
    const text = events.map(({ data, metadata }) => Buffer.from(data).toString() + JSON.stringify(metadata));
    expect(text.join()).not.toContain(secret);
    expect(text.join()).toContain(hashSecret(secret, KEY_HASH_SECRET));
  });
});
