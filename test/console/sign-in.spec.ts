import 'reflect-metadata';
import { readOperators, removeUser } from '../../src/operator/staff/users.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { ConsoleWorld, PASSWORD, type Browser } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const world = forAllTests(() => ConsoleWorld.open());
const alice = forAllTests(() => world.signedIn('alice', 'support'));

const cookieOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }): string => {
  const cookies = [(headers['set-cookie'] ?? []) as string | string[]].flat();
  return cookies.find((cookie) => cookie.includes('console_session')) ?? '';
};

describe('the link of console users add', () => {
  it('chooses a password once, and signs in', async () => {
    const link = await world.linkFor('bob', 'billing');
    const bob = world.browser('bob');
    expect((await bob.open(`/welcome?link=${link}`)).text).toContain('Choose a password');
    const differing = await bob.post('/welcome', {
      link,
      password: PASSWORD,
      again: 'another long password',
    });
    expect([differing.status, differing.text.includes('passwords differ')]).toEqual([400, true]);
    expect((await bob.post('/welcome', { link, password: 'short', again: 'short' })).status).toBe(400);
    const chosen = await bob.post('/welcome', { link, password: PASSWORD, again: PASSWORD });
    expect([chosen.status, chosen.location]).toEqual([303, '/']);
    expect((await bob.open('/')).text).toContain('bob');
    const again = world.browser();
    expect((await again.open(`/welcome?link=${link}`)).status).toBe(400);
    expect((await again.post('/welcome', { link, password: PASSWORD, again: PASSWORD })).status).toBe(400);
  });

  it.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd2024!',
    'pass word_1234',
    '\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff441234',
    'p a s s w o r d',
    'dorothea company x K 9 $ q',
    'qwertyuiop12',
    '123412341234',
    'iloveyou1234',
    'dorothea-2026',
    'dorothea.example',
    'Company Data 1',
    'companydata-console',
    'x'.repeat(200),
  ])('chooses no password that is easy to guess: %s', async (password) => {
    const link = await world.linkFor('dorothea@example', 'support');
    const dorothea = world.browser();
    const refused = await dorothea.post('/welcome', { link, password, again: password });
    expect([refused.status, refused.text.includes('easy to guess')]).toEqual([400, true]);
    expect((await dorothea.post('/welcome', { link, password: PASSWORD, again: PASSWORD })).status).toBe(303);
  });

  it('is no good any more once a newer one was made', async () => {
    const link = await world.linkFor('carol', 'support');
    await world.linkFor('carol', 'support');
    expect((await world.browser().open(`/welcome?link=${link}`)).status).toBe(400);
  });

  it('leaves neither password, link nor hash in the log', async () => {
    const { eventStore } = world.world.operator.stores;
    const { events } = await eventStore.readAll({ after: LOG_START, categories: ['operators'] });
    const text = events.map(({ data, metadata }) => Buffer.from(data).toString() + JSON.stringify(metadata));
    expect(
      new Set(
        events.map(({ data }) =>
          Object.keys(JSON.parse(Buffer.from(data).toString()) as object)
            .sort()
            .join(),
        ),
      ),
    ).toEqual(new Set(['admission,name', 'admission,name,role']));
    expect(text.join('\n')).not.toContain(PASSWORD);
    expect((await readOperators(eventStore)).admitted.get('alice')).toMatchObject({ role: 'support' });
  });
});

describe('signing in', () => {
  const signIn = (browser: Browser, form: Record<string, string>, headers = {}) =>
    browser.post('/sign-in', { name: 'alice', password: PASSWORD, ...form }, headers);

  it('gives a cookie that no script reads and no other site sends, for TLS alone behind TLS', async () => {
    const plain = cookieOf(await signIn(world.browser(), {}));
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(plain).toContain(part);
    expect(plain).not.toContain('Secure');
    const secure = cookieOf(await signIn(world.browser(), {}, { 'x-forwarded-proto': 'https' }));
    expect(secure).toMatch(/^__Host-console_session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  });

  it('takes under TLS no cookie that a neighbour of the host can set', async () => {
    const browser = world.browser();
    await signIn(browser, {});
    const asked = { method: 'GET', url: '/', headers: { 'x-forwarded-proto': 'https' } } as const;
    expect((await browser.ask(asked)).status).toBe(303);
    browser.cookie = `__Host-${browser.cookie}`;
    expect((await browser.ask(asked)).status).toBe(200);
  });

  it.each([
    '/accounts',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
  ])('leads to a page of the console alone (%s)', async (to) => {
    const { location } = await signIn(world.browser(), { to });
    expect(location).toBe(to === '/accounts' ? to : '/');
  });

  it('is refused alike for a wrong password and for nobody', async () => {
    const wrong = await signIn(world.browser(), { password: 'not the password' });
    const nobody = await signIn(world.browser(), { name: 'nobody-at-all' });
    expect([wrong.status, nobody.status]).toEqual([401, 401]);
    expect(nobody.text.replace('nobody-at-all', 'alice')).toBe(wrong.text);
  });

  it('takes a new session each time: one that somebody put there is worth nothing', async () => {
    const planted = 'console_session=planted-by-somebody-else';
    const victim = world.browser();
    victim.cookie = planted;
    await signIn(victim, {});
    expect(victim.cookie).not.toBe(planted);
    const attacker = world.browser();
    attacker.cookie = planted;
    expect((await attacker.open('/')).location).toMatch(/^\/sign-in/);
    const before = victim.cookie;
    await signIn(victim, {});
    const left = world.browser();
    left.cookie = before;
    expect((await left.open('/')).location).toMatch(/^\/sign-in/);
  });

  it('ends with signing out', async () => {
    const dan = await world.signedIn('dan', 'support');
    const { cookie } = dan;
    expect((await dan.send('/sign-out')).location).toBe('/sign-in');
    dan.cookie = cookie;
    expect((await dan.open('/')).location).toMatch(/^\/sign-in/);
  });

  it('ends for all sessions of a user who is removed, or admitted as another role', async () => {
    const erin = await world.signedIn('erin', 'admin');
    await world.linkFor('erin', 'support');
    expect((await erin.open('/')).location).toMatch(/^\/sign-in/);
    const frank = await world.signedIn('frank', 'admin');
    await removeUser(world.world.operator, 'frank');
    expect((await frank.open('/')).location).toMatch(/^\/sign-in/);
    expect((await signIn(world.browser(), { name: 'frank' })).status).toBe(401);
  });
});

describe('a form', () => {
  const forged: readonly (readonly [string, Record<string, string>, Record<string, string>])[] = [
    ['without its token', { csrf: '' }, {}],
    ['with the token of another session', { csrf: 'A'.repeat(43) }, {}],
    ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['from another port of this host', {}, { 'sec-fetch-site': 'same-site' }],
    ['from another origin', {}, { origin: 'https://evil.example' }],
    ['from no origin', {}, { origin: 'null' }],
  ];
  it.each(forged)('%s does nothing', async (_what, form, headers) => {
    const csrf = await alice.csrf();
    const answer = await alice.post('/reason', { csrf, reason: 'forged', ...form }, headers);
    expect(answer.status).toBe(403);
    expect((await alice.open('/')).text).not.toContain('value="forged"');
  });

  it('from outside signs nobody in', async () => {
    const form = { name: 'alice', password: PASSWORD };
    const answer = await world.browser().post('/sign-in', form, { 'sec-fetch-site': 'cross-site' });
    expect([answer.status, cookieOf(answer)]).toEqual([403, '']);
  });
});

it('nobody sees a page without signing in, and every answer forbids frames and foreign scripts', async () => {
  const nobody = world.browser();
  for (const url of ['/', '/accounts', '/accounts/1001', '/jobs/x', '/search?q=x']) {
    const { status, location, headers } = await nobody.open(url);
    expect([status, location]).toEqual([303, `/sign-in?to=${encodeURIComponent(url)}`]);
    expect(headers['x-frame-options']).toBe('DENY');
  }
  for (const url of ['/sign-in', '/nowhere', '/assets/console.css']) {
    const { headers } = await nobody.open(url);
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|http/);
  }
});
