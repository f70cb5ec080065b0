/** Every route of the console, from the tables that the server is made of: who may open it, and what it may not be tricked into. */
import 'reflect-metadata';
import { ASSETS } from '../../src/console/assets.js';
import { OWN_PAGES } from '../../src/console/own/pages/index.js';
import { PUBLIC_PAGES, PAGES } from '../../src/console/pages/index.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { OPERATOR_ROLES, type OperatorRole } from '../../src/streams/operators/operator-role.js';
import { ConsoleWorld, type Answered, type Browser } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const world = forAllTests(() => ConsoleWorld.open());
const people = new Map<OperatorRole, Browser>();
beforeAll(async () => {
  for (const role of OPERATOR_ROLES) people.set(role, await world.signedIn(`${role}-person`, role));
});

const as = (role: OperatorRole): Browser => people.get(role) ?? world.browser();
/** An address of the route, at which nothing is. */
const urlOf = (path: string): string => path.replace(/:\w+/g, 'x');
const pages = PAGES.map((page) => [page.method, page.path, page] as const);
const acts = pages.filter(([method]) => method === 'POST');
const ask = (browser: Browser, method: 'GET' | 'POST', path: string, headers = {}): Promise<Answered> =>
  method === 'GET' ? browser.open(urlOf(path)) : browser.post(urlOf(path), {}, headers);

const events = async (): Promise<string> => {
  const { eventStore } = world.world.operator.stores;
  return (await eventStore.readAll({ after: LOG_START, limit: 5_000 })).position;
};

it('the server has the routes of the tables, and no other', () => {
  const table = [...PUBLIC_PAGES, ...PAGES].map(({ method, path }) => `${method} ${path}`);
  expect(new Set(table).size).toBe(table.length);
  const own = [
    'GET /own/open',
    'POST /own/open',
    'POST /own/leave',
    ...OWN_PAGES.map(({ path }) => `GET /own${path}`),
  ];
  const expected = [...table, ...own, ...ASSETS.map(({ name }) => `GET /assets/${name}`)];
  const heads = expected.flatMap((route) => (route.startsWith('GET') ? [route.replace('GET', 'HEAD')] : []));
  expect([...world.server.routes].sort()).toEqual([...expected, ...heads].sort());
});

it.each(pages)('%s %s is for those alone who are signed in', async (method, path) => {
  const { status, location } = await ask(world.browser(), method, path);
  expect([status, location?.startsWith('/sign-in')]).toEqual([303, true]);
});

const FORGED: readonly (readonly [
  string,
  Readonly<Record<string, string>>,
  Readonly<Record<string, string>>,
])[] = [
  ['without the token', {}, {}],
  ['with the token of another session', { csrf: 'A'.repeat(43) }, {}],
];
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
];
it.each(acts)('%s %s does nothing for a forged form', async (_method, path, { roles }) => {
  const browser = as(roles.includes('admin') ? 'admin' : 'support');
  const csrf = await browser.csrf();
  const before = await events();
  for (const [what, form, headers] of [
    ...FORGED,
    ...FOREIGN.map((headers) => [JSON.stringify(headers), { csrf }, headers] as const),
  ])
    expect([what, (await browser.post(urlOf(path), form, headers)).status]).toEqual([what, 403]);
  expect(await events()).toBe(before);
  expect((await browser.open('/')).status).toBe(200);
});

it.each(PUBLIC_PAGES.filter(({ method }) => method === 'POST').map(({ path }) => path))(
  'POST %s lets nobody in who is sent by another site',
  async (path) => {
    for (const headers of FOREIGN) {
      const answer = await ask(world.browser(), 'POST', path, headers);
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
  },
);

const everyRoute = [...PUBLIC_PAGES, ...PAGES].map(({ method, path }) => [method, path] as const);
it.each(everyRoute)('%s %s forbids frames, foreign scripts and keeping', async (method, path) => {
  for (const browser of [world.browser(), as('admin')]) {
    if (path === '/sign-out') continue;
    const { headers } = await ask(browser, method, path);
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|http/);
  }
});

it.each(everyRoute)('%s %s takes no session that somebody made up', async (method, path) => {
  const victim = world.browser();
  const planted = 'console_session=planted-by-somebody-else';
  victim.cookie = planted;
  const { status, headers } = await ask(victim, method, path);
  expect(JSON.stringify(headers['set-cookie'] ?? '')).not.toContain('planted');
  if (PAGES.some((page) => page.path === path && page.method === method)) expect(status).toBe(303);
});

// Last: what an admin starts here goes on.
const table = pages.flatMap(([method, path, page]) =>
  OPERATOR_ROLES.map((role) => [role, method, path, page] as const),
);
it.each(table)('%s may open what the table says: %s %s', async (role, method, path, page) => {
  const browser = as(role);
  // A session that goes on is needed by the next.
  if (path === '/sign-out') return expect(page.roles).toContain(role);
  const { status } = method === 'GET' ? await ask(browser, method, path) : await browser.send(urlOf(path));
  if (page.roles.includes(role)) expect([200, 303, 400, 404, 409]).toContain(status);
  else expect(status).toBe(403);
});
