/** Signing in through an OpenID Connect issuer: who comes in, and what an answer of the issuer may not be. */
import 'reflect-metadata';
import { removeUser } from '../../src/operator/staff/users.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { createLogger } from '../../packages/platform/src/telemetry/logger.js';
import { CLIENT, StandInIssuer, type IssuerFault, type Person } from './stand-in-issuer.js';
import { ConsoleWorld, PASSWORD, type Answered, type Browser } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const ALICE: Person = { sub: '248289761001', email: 'Alice@example.co.uk', email_verified: true };
const CONSOLE_URL = 'https://console.example:8443';

const issuer = forAllTests(() => StandInIssuer.start());
const logged: string[] = [];
const log = createLogger({ logLevel: 'trace' }, { write: (line) => void logged.push(line) });
const world = forAllTests(() => ConsoleWorld.open({ ...issuer.settings, CONSOLE_URL }, log));
beforeEach(async () => {
  issuer.fault = null;
  issuer.person = ALICE;
  await world.linkFor('alice@example.co.uk', 'billing');
});

/** To the issuer; what it sends the browser back with. */
async function crossed(browser: Browser, to = '/'): Promise<string> {
  const begun = await browser.open(`/sign-in/issuer?to=${encodeURIComponent(to)}`);
  expect(begun.status).toBe(303);
  const answered = await fetch(begun.location ?? '', { redirect: 'manual' });
  const back = new URL(answered.headers.get('location') ?? '');
  expect(back.origin).toBe(CONSOLE_URL);
  return `${back.pathname}${back.search}`;
}

async function signIn(browser = world.browser(), to = '/'): Promise<Answered & { browser: Browser }> {
  return { ...(await browser.open(await crossed(browser, to))), browser };
}

async function inEvents(): Promise<{ type: string; data: Record<string, unknown>; actor: string }[]> {
  const { events } = await world.world.operator.stores.eventStore.readAll({
    after: LOG_START,
    categories: ['operators'],
  });
  return events.map(({ type, data, metadata }) => ({
    type,
    data: JSON.parse(Buffer.from(data).toString()) as Record<string, unknown>,
    actor: metadata['actor'] ?? '',
  }));
}

describe('an operator who is admitted by the e-mail address that the issuer verified', () => {
  it('comes in as the role of the log, where they wanted to go, by a page that is shown', async () => {
    const { status, text, headers, browser } = await signIn(world.browser(), '/accounts?from=x%20y');
    expect([status, headers['refresh']]).toEqual([200, '0; url=/accounts?from=x%20y']);
    expect(text).toContain('alice@example.co.uk');
    expect((await browser.open('/')).text).toContain('(billing)');
    expect((await inEvents()).at(-1)).toMatchObject({
      type: 'OperatorIdentified',
      actor: 'operator:alice@example.co.uk',
      data: { name: 'alice@example.co.uk' },
    });
  });

  it('is identified once, and comes in again without another event', async () => {
    await signIn();
    const before = (await inEvents()).length;
    expect((await signIn()).status).toBe(200);
    expect(await inEvents()).toHaveLength(before);
  });

  it('has left the console, and is told where to leave the issuer too', async () => {
    const { browser } = await signIn();
    const { cookie } = browser;
    expect((await browser.send('/sign-out')).location).toBe('/sign-in?left=issuer');
    const { text } = await browser.open('/sign-in?left=issuer');
    expect(text).toContain(`href="${issuer.url}/leave?`);
    browser.cookie = cookie;
    expect((await browser.open('/')).location).toMatch(/^\/sign-in/);
  });

  it('is out at once when removed, and does not come in again', async () => {
    const { browser } = await signIn();
    await removeUser(world.world.operator, 'alice@example.co.uk');
    expect((await browser.open('/')).location).toMatch(/^\/sign-in/);
    const again = await signIn();
    expect([again.status, again.text.includes('the console doesn’t')]).toEqual([401, true]);
  });

  it('chooses no password by the link any more', async () => {
    const link = await world.linkFor('alice@example.co.uk', 'billing');
    await signIn();
    expect((await world.browser().open(`/welcome?link=${link}`)).status).toBe(400);
  });

  it('comes in by the user name where no address is verified', async () => {
    await world.linkFor('carol', 'support');
    issuer.person = { sub: '9', email: 'alice@example.co.uk', preferred_username: 'carol' };
    const { status, browser } = await signIn();
    expect([status, (await browser.open('/')).text.includes('(support)')]).toEqual([200, true]);
  });
});

const NOBODY: readonly (readonly [string, Person, string])[] = [
  [
    'is unknown here',
    { sub: '1', email: 'mallory@example.co.uk', email_verified: true },
    'the console doesn’t',
  ],
  ['has an address that the issuer did not verify', { sub: '1', email: 'alice@example.co.uk' }, 'neither'],
  [
    'bears such an address as user name',
    { sub: '1', email: 'alice@example.co.uk', preferred_username: 'alice@example.co.uk' },
    'neither',
  ],
  ['has no name at all', { sub: '1' }, 'neither'],
];

describe('where a claim is set that names people', () => {
  const named = forAllTests(() =>
    ConsoleWorld.open({ ...issuer.settings, CONSOLE_URL, OIDC_NAME_CLAIM: 'login' }),
  );

  it('they come in by it alone', async () => {
    await named.linkFor('carol', 'support');
    await named.linkFor('alice@example.co.uk', 'billing');
    issuer.person = { ...ALICE, preferred_username: 'mallory', login: 'carol' };
    const { status, text } = await signIn(named.browser());
    expect([status, text.includes('You are signed in as carol')]).toEqual([200, true]);
    issuer.person = { ...ALICE, preferred_username: 'carol' };
    const refused = await signIn(named.browser());
    expect([refused.status, refused.text.includes('nobody by login')]).toEqual([401, true]);
  });

  it('an e-mail address in it counts where the issuer verified that very one', async () => {
    await named.linkFor('boss@example.co.uk', 'admin');
    const boss: Person = { sub: '3', email: 'boss@example.co.uk', login: 'boss@example.co.uk' };
    const wrong = [
      boss,
      { ...boss, email_verified: false },
      { ...boss, email: 'mallory@example.co.uk', email_verified: true },
    ];
    for (const person of wrong) {
      issuer.person = person;
      expect((await signIn(named.browser())).status).toBe(401);
    }
    issuer.person = { ...boss, email_verified: true };
    expect((await signIn(named.browser())).status).toBe(200);
  });
});

it.each(NOBODY)('nobody comes in who %s', async (_what, person, said) => {
  issuer.person = person;
  const { status, text, browser } = await signIn();
  expect([status, text.includes(said)]).toEqual([401, true]);
  expect((await browser.open('/')).status).toBe(303);
});

it('nobody comes in as somebody else who came in under the name before', async () => {
  await signIn();
  issuer.person = { ...ALICE, sub: 'another' };
  const { status, text } = await signIn();
  expect([status, text.includes('somebody else')]).toEqual([401, true]);
});

it('nobody comes in through the issuer under a name that has a password', async () => {
  await world.signedIn('dave', 'admin');
  issuer.person = { sub: '7', preferred_username: 'dave' };
  const { status, text } = await signIn();
  expect([status, text.includes('signs in with a password')]).toEqual([401, true]);
});

const FAULTS: readonly (readonly [IssuerFault, string])[] = [
  ['wrong nonce', 'is not valid'],
  ['wrong audience', 'is not valid'],
  ['wrong issuer', 'is not valid'],
  ['expired', 'is not valid'],
  ['signed with another key', 'is not valid'],
  ['not signed', 'is not valid'],
  ['no ID token', 'is not valid'],
  ['denied', 'refused the sign-in (access_denied)'],
  ['code refused', 'did not take the sign-in (invalid_grant)'],
];
it.each(FAULTS)('nobody comes in where the answer of the issuer is wrong: %s', async (fault, said) => {
  issuer.fault = fault;
  const before = await inEvents();
  const { status, text, browser, headers } = await signIn();
  expect([status, text.includes(said), headers['refresh']]).toEqual([401, true, undefined]);
  expect((await browser.open('/')).status).toBe(303);
  expect(await inEvents()).toEqual(before);
});

it('an issuer that is down is said so, and a password still lets in', async () => {
  const browser = world.browser();
  const back = await crossed(browser);
  issuer.fault = 'down';
  expect((await browser.open(back)).text).toContain('can’t be reached');
  await world.signedIn('erin', 'support');
  const byPassword = await world.browser().post('/sign-in', { name: 'erin', password: PASSWORD });
  expect(byPassword.status).toBe(303);
});

describe('the answer of the issuer', () => {
  it('counts in the browser that asked for it, once', async () => {
    const alice = world.browser();
    const back = await crossed(alice);
    const { status, text } = await world.browser().open(back);
    expect([status, text.includes('begun elsewhere')]).toEqual([401, true]);
    expect((await alice.open(back)).status).toBe(200);
    expect((await alice.open(back)).status).toBe(401);
  });

  it('counts with the state that was given alone', async () => {
    const alice = world.browser();
    const back = await crossed(alice);
    expect((await alice.open(back.replace(/state=[^&]+/, 'state=forged'))).status).toBe(401);
  });

  it('ends a session that was there, and takes a new one', async () => {
    const planted = await world.signedIn('frank', 'support');
    const { cookie } = planted;
    await signIn(planted);
    expect(planted.cookie).not.toBe(cookie);
    const left = world.browser();
    left.cookie = cookie;
    expect((await left.open('/')).location).toMatch(/^\/sign-in/);
  });

  it.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example'])(
    'leads to a page of the console alone (%j)',
    async (to) => {
      expect((await signIn(world.browser(), to)).headers['refresh']).toBe('0; url=/');
    },
  );
});

it('the cookie of the way there is for TLS and this host alone, and closed to scripts', async () => {
  const { headers } = await world.browser().open('/sign-in/issuer');
  const cookie = String(headers['set-cookie']);
  for (const said of [
    'HttpOnly',
    'SameSite=Lax',
    'Path=/;',
    'Secure',
    'Max-Age=900',
    '__Host-console_crossing=',
  ])
    expect(cookie).toContain(said);
});

it('neither secret, code nor token is in the log of the service or in an event', async () => {
  issuer.fault = 'expired';
  const browser = world.browser();
  const back = await crossed(browser);
  await browser.open(back);
  const code = /code=([^&]+)/.exec(back)?.[1] ?? '';
  expect(logged.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ msg: 'sign-in', by: 'issuer', outcome: 'refused', address: '127.0.0.1' }),
  );
  const all = logged.join('\n') + JSON.stringify(await inEvents());
  expect(all).toContain('a sign-in through the issuer failed');
  for (const secret of [CLIENT.secret, code, 'eyJ', ALICE.sub]) expect(all).not.toContain(secret);
});

it('without an issuer the door shows none, and the way there says so', async () => {
  const plain = await ConsoleWorld.open();
  try {
    expect((await plain.browser().open('/sign-in')).text).not.toContain('Sign in through');
    expect((await plain.browser().open('/sign-in/issuer')).text).toContain('No issuer is set here');
  } finally {
    await plain.close();
  }
});
