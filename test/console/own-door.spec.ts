/** A customer's door to the own account: what opens it, what ends it, and what is tried to get elsewhere from it. */
import 'reflect-metadata';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text as streamText } from 'node:stream/consumers';
import { PUBLIC_PAGES, PAGES } from '../../src/console/pages/index.js';
import { OWN_PAGES } from '../../src/console/own/pages/index.js';
import {
  eraseAccountContact,
  openCustomerAccount,
  reinstateAccount,
  suspendAccount,
} from '../../src/operator/accounts/change-account.js';
import { endAccountLink } from '../../src/operator/own-account/manage-account-link.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { createLogger } from '../../packages/platform/src/telemetry/logger.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import { ConsoleWorld, type Answered, type Browser } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const written: string[] = [];
const log = createLogger({ logLevel: 'trace' }, { write: (line) => void written.push(line) });
const world = forAllTests(() => ConsoleWorld.open({}, log));

const newAccount = (): Promise<AccountId> =>
  openCustomerAccount(world.world.operator, { name: 'Bean Ltd', email: 'data@bean.example' }, ['industry']);
const secretOf = (link: string): string => link.slice(-43);
const secretOfLink = (url: string): string => new URL(url, 'http://x').searchParams.get('link') ?? '';
const cookieOf = ({ headers }: Answered): string => {
  const cookie = headers['set-cookie'];
  return typeof cookie === 'string' ? cookie : '';
};
const daysLater = (days: number): Date => new Date(Date.now() + days * 86_400_000);
const events = async (): Promise<string> => {
  const { eventStore } = world.world.operator.stores;
  return (await eventStore.readAll({ after: LOG_START, limit: 5_000 })).position;
};
/** As whoever has nothing sees it. */
const nothing = async (): Promise<string> => (await world.browser().open('/own')).text;

/** An address of the route, at which nothing is. */
const urlOf = (path: string): string => path.replace(/:\w+/g, 'x');

/** Over a socket, where nobody puts the path right before. */
async function asWritten(path: string, cookie: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(await listening());
  const [answer] = (await once(get({ hostname, port, path, headers: { cookie } }), 'response')) as [
    IncomingMessage,
  ];
  return { status: answer.statusCode ?? 0, text: await streamText(answer) };
}
let address: Promise<string> | undefined;
const listening = (): Promise<string> => (address ??= world.listen());

let account: AccountId;
beforeEach(async () => {
  world.now = null;
  account = await newAccount();
});

describe('the own link of an account', () => {
  it('begins a session, and leads to an address without the secret', async () => {
    const link = await world.ownLink(account);
    const customer = world.browser();
    const opened = await customer.enter(link);
    expect([opened.status, opened.location, opened.text]).toEqual([303, '/own', '']);
    expect(opened.headers['referrer-policy']).toBe('no-referrer');
    const seen = await customer.open('/own');
    expect([seen.status, seen.text.includes('Bean Ltd')]).toEqual([200, true]);
    expect(JSON.stringify([opened.headers, seen])).not.toContain(secretOf(link));
  });

  it('gives a cookie of its own that no script reads, for TLS and this host alone behind TLS', async () => {
    const url = await world.ownLink(account);
    const plain = cookieOf(await world.browser().enter(url));
    expect(plain).toMatch(/^console_own=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const link = secretOfLink(url);
    const headers = { 'x-forwarded-proto': 'https' };
    const secure = cookieOf(await world.browser().post('/own/open', { link }, headers));
    expect(secure).toMatch(/^__Host-console_own=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it.each<[string, 'GET' | 'HEAD', Record<string, string>]>([
    [
      'another site that leads to it',
      'GET',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ],
    ['a scanner of mail', 'HEAD', {}],
    ['a prefetch', 'GET', { 'sec-purpose': 'prefetch' }],
  ])('begins and ends no visit by itself: %s', async (_what, method, headers) => {
    const visitor = await world.customerOf(account);
    const other = await newAccount();
    const link = await world.ownLink(other);
    const answer = await visitor.ask({ method, url: link, headers });
    expect([answer.status, answer.headers['set-cookie'], answer.location]).toEqual([200, undefined, null]);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect((await visitor.open('/own')).text).toContain(`account ${account}`);
    await visitor.enter(link);
    expect((await visitor.open('/own')).text).toContain(`account ${other}`);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('is not opened by a form of another site: %j', async (headers) => {
    const visitor = await world.customerOf(account);
    const link = secretOfLink(await world.ownLink(await newAccount()));
    const answer = await visitor.post('/own/open', { link }, headers);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await visitor.open('/own')).text).toContain(`account ${account}`);
  });

  it('opens as often as it is used, each time with a session that ends the one before', async () => {
    const link = await world.ownLink(account);
    const [first, second] = [world.browser(), world.browser()];
    for (const browser of [first, second, first]) expect((await browser.enter(link)).status).toBe(303);
    const left = world.browser();
    left.own = first.own;
    await first.enter(link);
    expect(first.own).not.toBe(left.own);
    expect([(await left.open('/own')).status, (await second.open('/own')).status]).toEqual([404, 200]);
  });

  it.each<[string, (link: string) => Promise<unknown>]>([
    ['ended', () => endAccountLink(world.world.operator, account)],
    ['followed by a newer one', () => world.ownLink(account)],
    ['expired', async () => (world.now = daysLater(31))],
    ['of an account that is suspended', () => suspendAccount(world.world.operator, account, { reason: 'x' })],
    [
      'of a customer who was forgotten',
      () => eraseAccountContact(world.world.operator, account, { reason: null }),
    ],
  ])('that is %s opens nothing, ends every visit, and says nothing of why', async (_what, end) => {
    const link = await world.ownLink(account);
    const customer = world.browser();
    await customer.enter(link);
    expect((await customer.open('/own')).status).toBe(200);
    await end(link);
    const page = await nothing();
    for (const answer of [await customer.open('/own'), await world.browser().enter(link)]) {
      expect([answer.status, answer.text, cookieOf(answer)]).toEqual([404, page, '']);
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
    }
  });

  it.each([
    ['', 'no link'],
    ['?link=', 'an empty link'],
    ['?link=svc_own_1001_x', 'half a link'],
    [`?link=svc_own_9999_${'A'.repeat(43)}`, 'an account that is not there'],
    [`?link=svc_own_999999999999_${'A'.repeat(43)}`, 'a number beyond all accounts'],
    [`?link=svc_own_1001_${'A'.repeat(43)}`, 'another secret'],
    [`?link=svc_own_1001_${'A'.repeat(43)}&link=x`, 'two links'],
    [`?link=${'%00'.repeat(40)}`, 'bytes'],
    [`?link=${'x'.repeat(10_000)}`, 'a book'],
  ])('%s opens nothing (%s)', async (query) => {
    const answer = await world.browser().open(`/own/open${query}`);
    expect([answer.status, answer.text, cookieOf(answer)]).toEqual([404, await nothing(), '']);
  });

  it('opens nothing again once its account is reinstated, and a new link does', async () => {
    const link = await world.ownLink(account);
    const customer = world.browser();
    await customer.enter(link);
    expect((await customer.open('/own')).status).toBe(200);
    await suspendAccount(world.world.operator, account, { reason: 'unpaid' });
    expect((await customer.open('/own')).status).toBe(404);
    await reinstateAccount(world.world.operator, account, null);
    for (const by of [await customer.open('/own'), await world.browser().enter(link)])
      expect(by.status).toBe(404);
    expect((await (await world.customerOf(account)).open('/own')).status).toBe(200);
  });

  it('is opened for an hour', async () => {
    const customer = await world.customerOf(account);
    const begun = Date.now();
    world.now = new Date(begun + 59 * 60_000);
    expect((await customer.open('/own')).status).toBe(200);
    world.now = new Date(begun + 61 * 60_000);
    expect((await customer.open('/own')).status).toBe(404);
  });
});

describe('links that are tried', () => {
  const NOON = new Date('2026-11-21T12:00:00.000Z');
  const minutesLater = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);
  const wrong = (of = account): string => `/own/open?link=svc_own_${of}_${'A'.repeat(43)}`;
  const tries = async (times: number, url = wrong()): Promise<number[]> =>
    Promise.all(Array.from({ length: times }, async () => (await world.browser().open(url)).status));
  let right: string;
  beforeEach(async () => {
    right = await world.ownLink(account);
    world.now = NOON;
  });

  it('are looked at ten times, also many at once, and no further one, right or wrong', async () => {
    const statuses = await tries(14);
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect((await world.browser().enter(right)).status).toBe(429);
  });

  it('lock for a quarter of an hour, neither another account nor who is elsewhere', async () => {
    await tries(11);
    const elsewhere = { method: 'GET', url: right, remoteAddress: '203.0.113.9' } as const;
    expect((await world.browser().ask(elsewhere)).status).toBe(200);
    world.now = null;
    const other = await world.ownLink(await newAccount());
    world.now = NOON;
    expect((await world.browser().enter(other)).status).toBe(303);
    await tries(11);
    world.now = minutesLater(14);
    expect((await world.browser().enter(right)).status).toBe(429);
    world.now = minutesLater(15);
    expect((await world.browser().enter(right)).status).toBe(303);
  });

  it('count from the last that was right', async () => {
    for (const times of [9, 9]) {
      expect(await tries(times)).toEqual(Array.from({ length: times }, () => 404));
      expect((await world.browser().enter(right)).status).toBe(303);
    }
  });
});

it('each opening and each page is a line of the log, and no secret stands in any', async () => {
  written.splice(0);
  const link = await world.ownLink(account);
  const customer = world.browser();
  await customer.enter(link);
  await customer.open('/own?x=y');
  await world.browser().open(`/own/open?link=svc_own_${account}_${'A'.repeat(43)}`);
  await world.browser().open('/own/open?link=my-password');
  const lines = written.map((line) => JSON.parse(line) as Record<string, unknown>);
  const address = '127.0.0.1';
  expect(lines.filter(({ msg }) => msg === 'sign-in')).toEqual([
    expect.objectContaining({ by: 'account link', outcome: 'in', account, address }),
    expect.objectContaining({ by: 'account link', outcome: 'refused', account, address }),
    expect.objectContaining({ by: 'account link', outcome: 'refused', account: null, address }),
  ]);
  expect(lines.filter(({ msg }) => msg === 'page opened')).toEqual([
    expect.objectContaining({ by: 'account link', account, page: 'GET /own', of: {} }),
  ]);
  for (const secret of [secretOf(link), customer.own.slice(-43), 'my-password', 'A'.repeat(43)])
    expect(written.join('')).not.toContain(secret);
});

describe('a customer', () => {
  it.each(PAGES.map(({ method, path }) => [method, path] as const))(
    'opens no page of an operator: %s %s',
    async (method, path) => {
      const customer = await world.customerOf(account);
      const token = customer.own.split('=')[1] ?? '';
      const asOperator = world.browser();
      asOperator.cookie = `console_session=${token}`;
      for (const browser of [customer, asOperator]) {
        const url = urlOf(path);
        const { status, location } = method === 'GET' ? await browser.open(url) : await browser.post(url, {});
        expect([status, location?.startsWith('/sign-in')]).toEqual([303, true]);
      }
    },
  );

  it.each([
    '/own/../accounts',
    '/own/%2e%2e/accounts',
    '/own/..%2faccounts',
    '/own/..;/accounts',
    '/own//accounts',
    'http://127.0.0.1/own/../accounts',
    '/own/./accounts',
    '/own/accounts/1001',
    '/own/open/x',
    '/own\\accounts',
    '/OWN',
    '//own',
    '/own/sign-in',
    '/own/assets/console.css',
  ])('gets nowhere by %s', async (url) => {
    const { own } = await world.customerOf(account);
    const answer = await asWritten(url, own);
    expect([answer.status, answer.text.includes('Bean Ltd')]).toEqual([404, false]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('changes nothing with %s', async (method) => {
    const customer = await world.customerOf(account);
    const before = await events();
    for (const url of ['/own', '/own/open', ...OWN_PAGES.map(({ path }) => `/own${urlOf(path)}`)])
      expect((await customer.ask({ method, url })).status).toBe(404);
    expect(await events()).toBe(before);
  });

  it('leaves by a form of the page alone', async () => {
    const customer = await world.customerOf(account);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await customer.open('/own')).text)?.[1] ?? '';
    const forged: readonly (readonly [Record<string, string>, Record<string, string>])[] = [
      [{}, {}],
      [{ csrf: 'A'.repeat(43) }, {}],
      [{ csrf }, { 'sec-fetch-site': 'cross-site' }],
      [{ csrf }, { 'sec-fetch-site': 'same-site' }],
      [{ csrf }, { origin: 'https://evil.example' }],
      [{ csrf }, { origin: 'null' }],
    ];
    for (const [form, headers] of forged)
      expect((await customer.post('/own/leave', form, headers)).status).toBe(403);
    const { own } = customer;
    const left = await customer.post('/own/leave', { csrf }, { 'sec-fetch-site': 'same-origin' });
    expect([left.status, left.location, customer.own]).toEqual([303, '/own', '']);
    customer.own = own;
    expect((await customer.open('/own')).status).toBe(404);
  });

  it('is led to this host, whatever a request says of it', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const link = secretOfLink(await world.ownLink(account));
    const answer = await world.browser().post('/own/open', { link }, headers);
    expect(answer.location).toBe('/own');
    expect(cookieOf(answer)).not.toMatch(/domain|evil/i);
  });
});

describe('a cookie', () => {
  it.each([
    'console_own=planted-by-somebody-else',
    `console_own=${'A'.repeat(43)}`,
    'console_own=',
    'console_own=__proto__',
    'console_own=%00',
  ])('that somebody made up (%s) opens nothing', async (own) => {
    const victim = world.browser();
    victim.own = own;
    const answer = await victim.open('/own');
    expect([answer.status, answer.text, cookieOf(answer)]).toEqual([404, await nothing(), '']);
    await victim.enter(await world.ownLink(account));
    expect(victim.own).not.toBe(own);
  });

  it('of an operator opens no page of a customer, and takes no harm from a link', async () => {
    const operator = await world.signedIn('olive', 'admin');
    expect((await operator.open('/own')).status).toBe(404);
    await operator.enter(await world.ownLink(account));
    expect([(await operator.open('/own')).status, (await operator.open('/')).status]).toEqual([200, 200]);
    const token = operator.cookie.split('=')[1] ?? '';
    const forged = world.browser();
    forged.own = `console_own=${token}`;
    expect((await forged.open('/own')).status).toBe(404);
  });

  it('that a neighbour of the host can set counts for nothing under TLS', async () => {
    const customer = await world.customerOf(account);
    const asked = { method: 'GET', url: '/own', headers: { 'x-forwarded-proto': 'https' } } as const;
    expect((await customer.ask(asked)).status).toBe(404);
    customer.own = `__Host-${customer.own}`;
    expect((await customer.ask(asked)).status).toBe(200);
  });
});

it.each(['/open', '/leave', '/nowhere', ...OWN_PAGES.map(({ path }) => path)])(
  '/own%s forbids frames, foreign scripts, keeping and telling where somebody comes from',
  async (path) => {
    const customer = await world.customerOf(account);
    const url = `/own${urlOf(path)}`;
    const asked: readonly [Browser, 'GET' | 'POST'][] = [
      [world.browser(), 'GET'],
      [customer, 'GET'],
      [customer, 'POST'],
    ];
    for (const [browser, method] of asked) {
      const { headers } = await browser.ask({ method, url });
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      const policy = String(headers['content-security-policy']);
      for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/unsafe|http/);
    }
  },
);

it('no look of a customer writes anything to the log of events', async () => {
  const customer = await world.customerOf(account);
  const before = await events();
  for (const { path } of OWN_PAGES) await customer.open(`/own${urlOf(path)}`);
  expect(await events()).toBe(before);
});

it('over HTTP a link leads a browser to the page, which nobody finds without the cookie', async () => {
  const base = await listening();
  const link = await world.ownLink(account);
  const page = await (await fetch(`${base}${link}`)).text();
  const body = new URLSearchParams({ link: /name="link" value="([^"]+)"/.exec(page)?.[1] ?? '' });
  const opened = await fetch(`${base}/own/open`, { method: 'POST', body, redirect: 'manual' });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const to = `${base}${opened.headers.get('location') ?? ''}`;
  expect(to).toBe(`${base}/own`);
  const [seen, unseen] = [await fetch(to, { headers: { cookie } }), await fetch(to)];
  expect([seen.status, unseen.status]).toEqual([200, 404]);
  expect(await seen.text()).toContain('Bean Ltd');
  const head = await fetch(to, { method: 'HEAD', headers: { cookie } });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it('the doors of operators are as they were for whoever came in by a link', async () => {
  const customer = await world.customerOf(account);
  for (const { method, path } of PUBLIC_PAGES.filter(({ method: each }) => each === 'GET'))
    expect([method, path, (await customer.open(path)).text.includes('Bean Ltd')]).toEqual([
      method,
      path,
      false,
    ]);
});
