import 'reflect-metadata';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import files, { type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ACCOUNT, aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH } from '../../../test/support/logs/row-stories.js';
import { inPagesOf } from '../../../test/support/stores/short-pages.js';
import { LEAF_SECRET, aStatement } from '../../../test/support/statements/statements.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { OTHER_JOB } from '../../../test/support/verified.js';
import { MemoryReadModels } from '../../../test/support/stores/memory-read-models.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { openLiveReadModels } from '../../../projections/read-side.js';
import { STATEMENT_CATEGORIES } from '../../billing/statements/write/statement-writer.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { accountStream } from '../../streams/account/account.events.js';
import { rowsStream } from '../../streams/rows/rows.events.js';
import type { StatementHead } from '../../streams/statement/statement.events.js';
import { statementStream, statementStreams } from '../../streams/statement/statement.events.js';
import type { OperatorServices } from '../operator.js';
import type { StatementResult } from './issue-statements.js';
import { issueAllStatements, issueStatement } from './issue-statements.js';
import { listStatements } from './list-statements.js';
import { rotateStatementKey } from './statement-keys.js';

const STRANGER = 1002 as AccountId;
const THIRD_JOB = 'job_01JDXB8Z5N0000000000000003' as JobId;
const world = forEachTest(operatorWorld);
const folder = forEachTest(() => new TemporaryFolder());
const file = (name: string): string => folder.file(name);
const text = (name: string): string => readFileSync(file(name), 'utf8');
const run = (job_id: JobId) => world.log.run(aSubmission(2, 2, { job_id }), () => BOTH);

const wish = (month: string, now: string) => ({ month, now: new Date(now), onProgress: () => undefined });
const issue = (
  name: string,
  { month = '2026-11', now = '2027-01-05T00:00:00.000Z', account = ACCOUNT, by = world.operator } = {},
): Promise<StatementResult> => issueStatement(by, { ...wish(month, now), account, file: file(name) });

async function issueAll(month: string): Promise<object[]> {
  const all: object[] = [];
  const fileOf = (account: AccountId): string => file(String(account));
  for await (const each of issueAllStatements(world.operator, { ...wish(month, '2027-01-05'), fileOf }))
    all.push(each);
  return all;
}

const agree = async (from: string, price = '0.02'): Promise<void> => {
  const data = { currency: 'GBP', from, prices: { company_identity: price } };
  await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'PricesAgreed', data }));
};

/** The operator. Something else happens after a statement is planned and before its charges are read. */
function after(meanwhile: () => Promise<unknown>): OperatorServices {
  const { stores } = world.operator;
  let happened: Promise<unknown> | null = null;
  const readAll: EventStore['readAll'] = async (read) => {
    if (read.categories !== STATEMENT_CATEGORIES) return stores.eventStore.readAll(read);
    const page = await stores.eventStore.readAll({ ...read, limit: 1 });
    await (happened ??= meanwhile());
    return page;
  };
  // An object made from a store is one.
  const eventStore = Object.create(stores.eventStore, { readAll: { value: readAll } }) as EventStore;
  return { ...world.operator, stores: { ...stores, eventStore } };
}

/** The files that are opened from now on. */
function filesOpened(): FileHandle[] {
  const opened: FileHandle[] = [];
  const { open } = files;
  jest.spyOn(files, 'open').mockImplementation(async (...asked) => {
    const handle = await open(...asked);
    opened.push(handle);
    return handle;
  });
  return opened;
}

/** Charges of November, of an account that was opened in it. */
beforeEach(async () => {
  await world.log.openAccount();
  await run('job_01JDXB8Z5N0000000000000001' as JobId);
});

describe('the statement of a month', () => {
  it('says what was charged, and where it lies', async () => {
    await agree('2026-11-01');
    const { root, issued_at, key_id, ...said } = await issue('a');
    expect(said).toEqual({
      account_id: ACCOUNT,
      month: '2026-11',
      outcome: 'issued',
      file: file('a'),
      partial: false,
      entries: 2,
      rows: 2,
      units: 4,
      adjusted_units: 0,
      currency: 'GBP',
      amount: '0.04',
      adjusted_amount: '0',
      credited_amount: '0',
      month_rules: '0',
      payable: '0.04',
      currencies: [
        { currency: 'GBP', amount: '0.04', net_amount: '0.04', month_rules: '0', payable: '0.04' },
      ],
      tree_size: 2,
    });
    const { head } = JSON.parse(text('a').split('\n').at(-2) ?? '') as { head: object };
    expect(head).toMatchObject({ root, issued_at, key_id, month: '2026-11' });
  });

  it.each([
    ['2026-11', '2026-11-30', '2026-12-01'],
    ['2026-12', '2026-12-31', '2027-01-01'],
    ['2028-02', '2028-02-29', '2028-03-01'],
  ])('%s is of days up to %s, and complete ten minutes after them', async (month, to, next) => {
    if (month !== '2026-11') await issue('before');
    expect(await issue('a', { month, now: `${next}T00:09:59.999Z` })).toMatchObject({ partial: true });
    expect(await issue('a', { month, now: `${next}T00:10:00.000Z` })).toMatchObject({ partial: false });
    const { header } = JSON.parse(text('a').split('\n')[0] ?? '') as { header: object };
    expect(header).toMatchObject({ from: `${month}-01`, to });
  });

  it('has salts of a secret of 32 bytes, which is made once', async () => {
    await issue('a');
    await run(OTHER_JOB);
    await issue('b', { month: '2026-12' });
    const secrets: unknown[] = [];
    for await (const stored of storedEvents(world.operator.stores.eventStore, statementStream(ACCOUNT))) {
      const { event } = statementStreams.decode(stored);
      if (event.type === 'LeafSecretMade') secrets.push(event.data.secret);
    }
    expect(secrets).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('that is complete stays so for a clock that says that the month is not over', async () => {
    await issue('a');
    const early = { now: '2026-11-30T00:00:00.000Z' };
    expect(await issue('b', early)).toMatchObject({ outcome: 'repeated', partial: false });
  });

  it('that is written again has the prices of its issue, whatever was agreed since', async () => {
    expect(await issue('a')).toMatchObject({ outcome: 'issued', amount: null });
    await agree('2026-11-01');
    expect(await issue('b')).toMatchObject({ outcome: 'repeated', amount: null });
    expect(text('b')).toBe(text('a'));
  });

  it('of a month before the first price is in force has no amounts, as usage has none', async () => {
    await agree('2026-12-01');
    expect(await issue('a')).toMatchObject({ units: 4, currency: null, amount: null, adjusted_amount: null });
    for (const line of text('a').split('\n').slice(1, 3))
      expect(JSON.parse(line)).toMatchObject({ charge: { amount: null, currency: null, prices: {} } });
    await agree('2026-12-02', '3');
    expect(await issue('b')).toMatchObject({ outcome: 'repeated', amount: null });
    expect(text('b')).toBe(text('a'));
    expect(await issue('next', { month: '2026-12' })).toMatchObject({ outcome: 'issued', units: 0 });
  });

  it('has no amounts where the prices of the month were withdrawn before they began', async () => {
    await agree('2026-11-20');
    const data = { from: '2026-11-20', reason: 'too early' };
    await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'PricesWithdrawn', data }));
    await agree('2026-12-01');
    expect(await issue('a')).toMatchObject({ units: 4, currency: null, amount: null });
  });

  it('has amounts where the first price is in force from its last day on', async () => {
    await agree('2026-11-30');
    expect(await issue('a')).toMatchObject({ currency: 'GBP', amount: '0' });
  });

  it('of a month before the first price stays as it was issued, where that was with a currency and 0', async () => {
    await agree('2026-12-01');
    const agreements = [{ currency: 'GBP', from: '2026-12-01', prices: { company_identity: '0.02' } }];
    const { issued, text: before } = await aStatement(world.log, { month: '2026-11', agreements });
    await world.log.append(
      statementStream(ACCOUNT),
      world.log.event({ type: 'LeafSecretMade', data: { account_id: ACCOUNT, secret: LEAF_SECRET } }),
      world.log.event({ type: 'StatementIssued', data: issued }),
    );
    expect(await issue('a')).toMatchObject({ outcome: 'repeated', currency: 'GBP', amount: '0' });
    expect(text('a')).toBe(before);
  });

  it('that is written again is of the log of its issue, whatever was charged and issued since', async () => {
    await issue('a');
    await run(OTHER_JOB);
    await issue('december', { month: '2026-12' });
    expect(await issue('b')).toMatchObject({ outcome: 'repeated', units: 4 });
    expect(text('b')).toBe(text('a'));
  });

  it('is what the first of two issued, whatever the second knew of the log and of prices', async () => {
    let first = '';
    const other = async (): Promise<void> => {
      await agree('2026-11-01');
      await run(OTHER_JOB);
      await issue('a');
      first = text('a');
      writeFileSync(file('a'), first.replace('"row":0', '"row":9'));
    };
    expect(await issue('a', { by: after(other) })).toMatchObject({
      outcome: 'repeated',
      units: 8,
      amount: '0.08',
    });
    expect(text('a')).toBe(first);
  });

  it('is what the first of two issued elsewhere, at a price that no read model here knows yet', async () => {
    const stores = { ...world.operator.stores, readModels: new MemoryReadModels() };
    const models = await openLiveReadModels(stores);
    const elsewhere = { ...world.operator, stores, models };
    const other = async (): Promise<void> => {
      await agree('2026-11-01');
      await issue('b', { by: elsewhere });
    };
    expect(await issue('a', { by: after(other) })).toMatchObject({ outcome: 'repeated', amount: '0.04' });
    expect(text('a')).toBe(text('b'));
  });

  it('is of the log as it stood when its charges began to be read', async () => {
    const by = after(() => run(OTHER_JOB));
    expect(await issue('a', { by })).toMatchObject({ outcome: 'issued', units: 4 });
  });

  it('tells how many events of the log it has looked at', async () => {
    const told: number[] = [];
    const { operator } = world;
    const eventStore = inPagesOf(1, operator.stores.eventStore);
    await run(OTHER_JOB);
    await issueStatement(
      { ...operator, stores: { ...operator.stores, eventStore } },
      {
        ...wish('2026-11', '2027-01-05'),
        account: ACCOUNT,
        file: file('a'),
        onProgress: (n) => told.push(n),
      },
    );
    expect(told.at(-1)).toBe(2);
  });
});

describe('no statement is issued', () => {
  const refusal = (name: 'NotDone' | 'WrongRequest', code: string) => ({ name, code });

  afterEach(() => {
    expect(readdirSync(folder.path).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('of a month to come, of one before the account was opened, or of nobody', async () => {
    const november = '2026-11-30T23:59:59.999Z';
    await expect(issue('a', { month: '2026-12', now: november })).rejects.toMatchObject(
      refusal('WrongRequest', 'month_to_come'),
    );
    await expect(issue('a', { month: '2026-10' })).rejects.toMatchObject(
      refusal('WrongRequest', 'not_open_yet'),
    );
    await expect(issue('a', { account: STRANGER })).rejects.toMatchObject(
      refusal('WrongRequest', 'unknown_account'),
    );
  });

  it('before those of earlier months with charges, nor of a month before one that is issued', async () => {
    await expect(issue('a', { month: '2026-12' })).rejects.toMatchObject({
      ...refusal('WrongRequest', 'earlier_month_open'),
      message: expect.stringContaining('2026-11') as unknown,
    });
    world.log.time = '2026-10-20T12:00:00.000Z';
    await world.log.openAccount(STRANGER, 'mnopqrstuvwx' as KeyId);
    await issue('b', { account: STRANGER });
    await expect(issue('c', { account: STRANGER, month: '2026-10' })).rejects.toMatchObject(
      refusal('WrongRequest', 'month_closed'),
    );
  });

  it('before an empty month with a minimum, whose statement then has it', async () => {
    await agree('2026-11-01');
    const rules = {
      version: 1,
      currency: 'GBP',
      free_units: 0,
      tiers: [],
      minimum: '5',
      reason: 'as agreed',
    };
    const data = { ...rules, from: '2026-12-01' };
    await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'MonthRulesAgreed', data }));
    const [november, december, january] = ['2026-11', '2026-12', '2027-01'];
    expect(await issue('a', { month: november })).toMatchObject({ payable: '0.04' });
    const now = '2027-02-05T00:00:00.000Z';
    await expect(issue('c', { month: january, now })).rejects.toMatchObject({
      ...refusal('WrongRequest', 'earlier_month_open'),
      message: expect.stringContaining('2026-12') as unknown,
    });
    expect(await issue('b', { month: december, now })).toMatchObject({
      entries: 1,
      units: 0,
      payable: '5.00',
    });
    expect(await issue('c', { month: january, now })).toMatchObject({ entries: 1, payable: '5.00' });
    const other = { ...rules, version: 2, from: '2026-12-01', minimum: '6' };
    await world.log.append(
      accountStream(ACCOUNT),
      world.log.event({ type: 'MonthRulesAgreed', data: other }),
    );
    expect(await issue('b', { month: december, now })).toMatchObject({
      outcome: 'repeated',
      payable: '5.00',
    });
  });

  it('over a file that is none of the account', async () => {
    await world.log.openAccount(STRANGER, 'mnopqrstuvwx' as KeyId);
    await issue('theirs', { account: STRANGER });
    const theirs = text('theirs');
    await expect(issue('theirs')).rejects.toMatchObject(refusal('WrongRequest', 'file_exists'));
    expect(text('theirs')).toBe(theirs);
  });

  it('over a folder', async () => {
    mkdirSync(file('a'));
    await expect(issue('a')).rejects.toThrow('EISDIR');
    expect(await listStatements(world.operator, ACCOUNT)).toEqual([]);
  });

  it('where that of an earlier month was issued since it was planned', async () => {
    const later = (month: string, by = world.operator) =>
      issue(month, { month, by, now: '2027-02-05T00:00:00.000Z' });
    await later('2026-11');
    world.log.time = '2026-12-10T00:00:00.000Z';
    const other = async (): Promise<void> => {
      await run(OTHER_JOB);
      await later('2026-12');
    };
    await expect(later('2027-01', after(other))).rejects.toMatchObject(refusal('NotDone', 'overtaken'));
  });

  it('where a charge stops the billing lane', async () => {
    const broken = { ...world.log.event({ type: 'BlockCharged', data: {} }), data: new Uint8Array([1]) };
    await world.log.append(rowsStream(THIRD_JOB, 0), broken);
    await expect(issue('a')).rejects.toThrow('billing');
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('with a key that was retired', async () => {
    const key = join(world.settings.dataDir, 'secrets', 'statement-key.pem');
    await issue('a');
    copyFileSync(key, file('old'));
    await rotateStatementKey(world.operator, 'A year has passed.');
    copyFileSync(file('old'), key);
    await expect(issue('b', { month: '2026-12' })).rejects.toMatchObject(refusal('NotDone', 'key_retired'));
  });

  it.each<[string, Partial<StatementHead>, string]>([
    ['lines', { body_sha256: 'ff' }, 'log_differs'],
    ['a tree', { root: 'ff' }, 'log_differs'],
    ['a format', { format: 'company-data-statement-99' }, 'unknown_format'],
  ])('again where it was issued with %s that the log does not give', async (_title, changed, code) => {
    const { issued } = await aStatement(world.log, { month: '2026-11' });
    const secret = { account_id: ACCOUNT, secret: LEAF_SECRET };
    await world.log.append(
      statementStream(ACCOUNT),
      world.log.event({ type: 'LeafSecretMade', data: secret }),
      world.log.event({ type: 'StatementIssued', data: { ...issued, head: { ...issued.head, ...changed } } }),
    );
    const name = code === 'log_differs' ? 'NotDone' : 'WrongRequest';
    await expect(issue('a')).rejects.toMatchObject(refusal(name, code));
  });
});

describe('the statements of all accounts', () => {
  it('are of those that were open by the end of the month', async () => {
    world.log.time = '2026-12-01T00:00:00.000Z';
    await world.log.openAccount(STRANGER, 'mnopqrstuvwx' as KeyId);
    expect(await issueAll('2026-11')).toMatchObject([{ account_id: ACCOUNT, outcome: 'issued', units: 4 }]);
    expect(await issueAll('2026-12')).toMatchObject([
      { account_id: ACCOUNT, outcome: 'issued', file: file(String(ACCOUNT)) },
      { account_id: STRANGER, outcome: 'issued', file: file(String(STRANGER)) },
    ]);
  });

  it('come with what refuses one of them', async () => {
    world.log.time = '2026-12-01T00:00:00.000Z';
    await world.log.openAccount(STRANGER, 'mnopqrstuvwx' as KeyId);
    expect(await issueAll('2026-12')).toMatchObject([
      { account_id: ACCOUNT, month: '2026-12', error: 'earlier_month_open' },
      { account_id: STRANGER, outcome: 'issued' },
    ]);
  });

  it('leave a file alone that ends as it was issued, and write one again that does not', async () => {
    const opened = filesOpened();
    await issueAll('2026-11');
    const name = String(ACCOUNT);
    const whole = text(name);
    const touched = whole.replace('"row":0', '"row":9');
    writeFileSync(file(name), touched);
    expect(await issueAll('2026-11')).toMatchObject([{ outcome: 'repeated', units: 4, amount: null }]);
    expect(text(name)).toBe(touched);
    writeFileSync(file(name), whole.slice(0, -2));
    expect(await issueAll('2026-11')).toMatchObject([{ outcome: 'repeated' }]);
    expect(text(name)).toBe(whole);
    jest.restoreAllMocks();
    expect(opened.map(({ fd }) => fd)).toEqual(opened.map(() => -1));
    expect(opened.length).toBeGreaterThan(0);
    writeFileSync(file(name), touched);
    await issue(name);
    expect(text(name)).toBe(whole);
  });
});
