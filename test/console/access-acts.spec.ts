/** Acts on accounts, blocks and keys in the console: as on the command line, with their reason in the log. */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { BLOCK_KEYS } from '../../packages/contract/src/block-key.js';
import { ACCESS_ACTS } from '../../src/console/acts/access-acts.js';
import { signInRecords } from '../../src/operator/staff/sign-in-records.js';
import { showAccount } from '../../src/operator/accounts/find-account.js';
import { ACCOUNT } from '../support/logs/job-builders.js';
import { ConsoleWorld, type Browser } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const world = forAllTests(() => ConsoleWorld.open());
let admin: Browser;
let clerk: Browser;
/** The list of accounts and the page of the account, as these two see them. */
let pagesOf: { readonly admin: string; readonly clerk: string };

beforeAll(async () => {
  await world.world.log.openAccount();
  admin = await world.signedIn('ada', 'admin');
  clerk = await world.signedIn('clara', 'billing');
  const textsOf = async (browser: Browser): Promise<string> =>
    (await browser.open('/accounts')).text + (await browser.open(`/accounts/${ACCOUNT}`)).text;
  pagesOf = { admin: await textsOf(admin), clerk: await textsOf(clerk) };
});

interface Written {
  readonly type: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What was written on accounts and their contacts, the newest last. */
async function written(type?: string): Promise<readonly Written[]> {
  const { eventStore } = world.world.operator.stores;
  const { events } = await eventStore.readAll({ after: LOG_START, limit: 5_000 });
  return events
    .filter(({ stream }) => /^(account|contact)-/.test(stream))
    .map((event) => ({ ...event, data: JSON.parse(Buffer.from(event.data).toString()) as Written['data'] }))
    .filter((event) => type === undefined || event.type === type);
}

const of = (act: string): string => `/accounts/${ACCOUNT}/${act}`;
const REASON = 'ticket 4711';
const BEAN = { name: 'Bean Ltd', email: 'a@bean.example' };
const KEY = { name: 'importer', environment: 'live', scopes: 'read,enrich', max_rows: '' };
const RATES = { requests: '600', resolves: '60' };
const ticked = (blocks: readonly string[]): Record<string, string> =>
  Object.fromEntries(blocks.map((block) => [`block.${block}`, 'yes']));
const BLOCKS = { enabled: 'company_identity industry', ...ticked(['company_identity', 'officers']) };

/** Each act: its address, what an admin fills in, a wrong field, and the events that it writes. */
const ACTS: readonly (readonly [
  path: string,
  form: Record<string, string>,
  wrong: Record<string, string>,
  types: readonly string[],
])[] = [
  ['/accounts', { ...BEAN, blocks: 'default' }, { email: 'bean' }, ['AccountOpened', 'ContactRecorded']],
  [of('contact'), BEAN, { email: 'a b@bean.example' }, ['ContactRecorded']],
  [of('blocks'), BLOCKS, { reason: 'x'.repeat(501) }, ['BlocksEnabled', 'BlocksDisabled']],
  [of('option'), { option: 'web_search', action: 'enable' }, { option: 'all' }, []],
  [of('keys'), { ...KEY, ...RATES }, { max_rows: '250,001' }, ['KeyIssued', 'KeyNamed']],
  [of('link'), { days: '7' }, { days: '367' }, ['AccountLinkIssued']],
  [of('unlink'), {}, { reason: ' ' }, ['AccountLinkEnded']],
];

it('every act is tried', () => {
  const paths = ACCESS_ACTS.map(({ path }) => path.replace(':account', String(ACCOUNT)));
  expect(ACTS.map(([path]) => path).sort()).toEqual(paths.sort());
});

describe.each(ACTS)('%s', (path, form, wrong, types) => {
  it('is led to from the page of what it is done to, for an admin alone', async () => {
    const link = `href="${path}/new"`;
    expect(pagesOf.admin).toContain(link);
    expect(pagesOf.clerk).not.toContain(link);
    expect((await clerk.send(path, { ...form, reason: REASON })).status).toBe(403);
    expect((await admin.open(`${path}/new`)).text).toContain(`action="${path}"`);
  });

  it('keeps the form where a field is wrong or the reason is missing, and names the field', async () => {
    const before = await written();
    const sent = { ...form, reason: REASON };
    for (const mistake of [wrong, { reason: '' }]) {
      const { status, text } = await admin.send(path, { ...sent, ...mistake });
      expect([status, text.includes(`href="#f-${Object.keys(mistake)[0]}"`)]).toEqual([400, true]);
      for (const [name, value] of Object.entries({ ...sent, ...mistake }))
        if (value !== '' && name in form && !(name in mistake))
          expect(text).toMatch(
            new RegExp(`name="${name}"[^>]* value="${value}"|<option value="${value}" selected`),
          );
    }
    expect(await written()).toEqual(before);
  });

  it('is written once, with who and why, however often its form is sent', async () => {
    const before = await written();
    const sent = { ...form, reason: REASON, form: randomUUID(), csrf: await admin.csrf() };
    const first = await Promise.all([1, 2].map(() => admin.post(path, sent)));
    const again = await admin.post(path, sent);
    const events = (await written()).slice(before.length);
    expect(events.map(({ type }) => type)).toEqual(types);
    for (const { metadata } of events)
      expect(metadata).toMatchObject({ actor: 'operator:ada', reason: REASON });
    // No provider of options is set up here, which the form says.
    const isRefused = path === of('option');
    for (const { status } of first) expect(isRefused ? [400] : [200, 303]).toContain(status);
    expect(again.status).toBe(isRefused ? 400 : 303);
  });
});

it('an account is opened with the blocks that were chosen, and its page comes next', async () => {
  const sent = { ...BEAN, blocks: 'all', reason: REASON };
  const { location } = await admin.send('/accounts', sent);
  const [opened] = (await written('AccountOpened')).slice(-1);
  expect(location).toBe(`/accounts/${String(opened?.data['account_id'])}`);
  expect(opened?.data['blocks']).toEqual(BLOCK_KEYS);
});

it('blocks that somebody else switched meanwhile stay as they are', async () => {
  const { blocks: before } = await showAccount(world.world.operator, ACCOUNT);
  const { text } = await admin.open(of('blocks/new'));
  expect(text).toContain(`value="${before.join(' ')}"`);
  // A link can't say what is on today: with another start the form would do something else than it shows.
  expect((await admin.open(of('blocks/new?enabled=officers&reason=r'))).text).toContain(
    `value="${before.join(' ')}"`,
  );
  const form = { enabled: before.join(' '), reason: REASON };
  await admin.send(of('blocks'), { ...form, ...ticked([...before, 'charges']) });
  await admin.send(of('blocks'), { ...form, ...ticked([...before, 'contacts']) });
  const { blocks } = await showAccount(world.world.operator, ACCOUNT);
  expect([...blocks].sort()).toEqual([...before, 'charges', 'contacts'].sort());
});

describe('the secret of a key', () => {
  const issue = async (
    more = {},
  ): Promise<{ readonly sent: Record<string, string>; readonly text: string }> => {
    const sent = { ...KEY, ...RATES, name: 'second', ...more, reason: REASON, form: randomUUID() };
    return { sent, text: (await admin.send(of('keys'), sent)).text };
  };
  const secretIn = (text: string): string => /svc_(?:live|test)_\w+/.exec(text)?.[0] ?? '';

  it('is shown once and never again: not by a reload, and on no page', async () => {
    const { sent, text } = await issue({ environment: 'test', max_rows: '1,000' });
    const secret = secretIn(text);
    expect(secret).toMatch(/^svc_test_[a-z0-9]{12}_\w{20,}/);
    const [issued] = (await written('KeyIssued')).slice(-1);
    expect(issued?.data).toMatchObject({
      ...{ environment: 'test', scopes: ['read', 'enrich'], max_rows: 1_000 },
      ...{ requests_per_minute: 600, resolve_per_minute: 60 },
    });
    const reloaded = await admin.send(of('keys'), sent);
    expect(reloaded).toMatchObject({ status: 303, location: `/accounts/${ACCOUNT}` });
    const pages = [`/accounts/${ACCOUNT}`, `/keys/${String(issued?.data['key_id'])}`, of('keys/new')];
    for (const page of pages) expect((await admin.open(page)).text).not.toContain(secret);
    expect(JSON.stringify(await written())).not.toContain(secret);
  });

  it('is not made again where the process died behind the act: the form leads to the keys', async () => {
    const before = await written();
    const [, id = ''] = admin.cookie.split('=');
    const form = randomUUID();
    await signInRecords(world.world.operator).keepFormTarget(id, form, `/accounts/${ACCOUNT}`, true);
    const sent = { ...KEY, ...RATES, reason: REASON, form };
    expect((await admin.send(of('keys'), sent)).location).toBe(`/accounts/${ACCOUNT}`);
    expect(await written()).toEqual(before);
  });

  it('is not made where the account has two keys, and the same form is good once one is revoked', async () => {
    const { sent, text } = await issue();
    for (const said of ['revoke one first', 'value="second"']) expect(text).toContain(said);
    const live = (await written('KeyIssued')).filter(({ data }) => data['environment'] === 'live');
    const id = String(live.at(-1)?.data['key_id']);
    await admin.send(`/keys/${id}/revoke`, { reason: REASON, typed: id });
    expect(secretIn((await admin.send(of('keys'), sent)).text)).not.toBe('');
  });
});
