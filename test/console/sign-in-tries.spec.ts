/** Passwords that are tried at the console over HTTP: what wrong ones lock, for whom and how long, and what they cost. */
import 'reflect-metadata';
import crypto from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'undici';
import { createLogger } from '../../packages/platform/src/telemetry/logger.js';
import { ConsoleWorld, PASSWORD } from '../support/worlds/console-world.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

/** The proxy that is trusted, and somebody who isn't. */
const [PROXY, STRANGER] = ['127.0.0.2', '127.0.0.3'];
const NOON = new Date('2026-11-21T12:00:00.000Z');
const minutesLater = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);

const lines: string[] = [];
const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
const world = forEachTest(() => ConsoleWorld.open({ TRUSTED_PROXIES: `${PROXY}, 10.0.0.0/8` }, log));
const agents = forEachTest(
  () => new Map([PROXY, STRANGER].map((localAddress) => [localAddress, new Agent({ localAddress })])),
  async (made) => {
    for (const agent of made.values()) await agent.destroy();
  },
);
let console: string;
beforeEach(async () => {
  world.now = NOON;
  console = await world.listen();
  await world.signedIn('alice', 'support');
});

interface Try {
  readonly name?: string;
  readonly password?: string;
  /** Of the connection. */
  readonly peer?: string;
  readonly forwardedFor?: string;
  /** The mark of an earlier sign-in. */
  readonly browser?: string;
}

async function answerTo({
  name = 'alice',
  password = PASSWORD,
  peer = STRANGER,
  forwardedFor,
  browser,
}: Try): Promise<{ readonly status: number; readonly cookies: readonly string[] }> {
  const { statusCode, headers, body } = await request(`${console}/sign-in`, {
    method: 'POST',
    dispatcher: agents.get(peer) ?? new Agent(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
      ...(browser === undefined ? {} : { cookie: `console_browser=${browser}` }),
    },
    body: new URLSearchParams({ name, password }).toString(),
  });
  await body.dump();
  return { status: statusCode, cookies: [headers['set-cookie'] ?? []].flat() };
}

const tried = async (by: Try): Promise<number> => (await answerTo(by)).status;

/** Alice signs in. @returns the mark that her browser gets */
async function cameIn(): Promise<{ readonly browser: string }> {
  const { cookies } = await answerTo({});
  const found = cookies.map((cookie) => /^console_browser=([\w.-]+); (.*)$/.exec(cookie)).find(Boolean);
  expect(found?.[2]).toBe('Max-Age=15552000; Path=/; HttpOnly; SameSite=Strict');
  return { browser: found?.[1] ?? '' };
}

const [IN, REFUSED, LOCKED, BUSY] = [303, 401, 429, 503];
const wrong = (times: number, by: Try = {}): Promise<number[]> =>
  Promise.all(Array.from({ length: times }, () => tried({ ...by, password: 'not the password' })));

describe('ten wrong passwords for a name', () => {
  it('are looked at, also many at once, and no further one, right or wrong', async () => {
    const answers = await wrong(14);
    expect(answers.filter((status) => status === REFUSED)).toHaveLength(10);
    expect(answers.filter((status) => status === LOCKED)).toHaveLength(4);
    expect(await tried({})).toBe(LOCKED);
  });

  it('lock it for who is elsewhere not at all', async () => {
    await wrong(11);
    expect(await tried({ peer: PROXY })).toBe(IN);
  });

  it('lock for a quarter of an hour that no further try prolongs', async () => {
    await wrong(11);
    for (const minutes of [5, 10, 14]) {
      world.now = minutesLater(minutes);
      expect(await tried({})).toBe(LOCKED);
    }
    world.now = minutesLater(15);
    expect(await tried({})).toBe(IN);
  });

  it('count from the last that was right', async () => {
    await wrong(9);
    expect(await tried({})).toBe(IN);
    await wrong(9);
    expect(await tried({})).toBe(IN);
  });
});

it('each try is a line of the log, without the password or a name that is nobody’s', async () => {
  lines.length = 0;
  await tried({});
  await tried({ name: 'my secret password' });
  await wrong(11);
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const signIns = told.filter(({ msg }) => msg === 'sign-in');
  expect(signIns.map(({ outcome, name, address }) => [outcome, name, address])).toEqual([
    ['in', 'alice', STRANGER],
    ['refused', null, STRANGER],
    ...Array.from({ length: 10 }, () => ['refused', 'alice', STRANGER]),
    ['locked', 'alice', STRANGER],
  ]);
  for (const secret of [PASSWORD, 'my secret', 'not the password'])
    expect(lines.join()).not.toContain(secret);
});

it('sixty wrong passwords for other names from one place keep nobody there out', async () => {
  for (const name of ['bob', 'carol', 'dan', 'erin', 'frank', 'gina']) {
    await world.signedIn(name, 'support');
    await wrong(10, { name });
  }
  expect(await tried({})).toBe(IN);
});

describe('behind a proxy', () => {
  it('that is trusted, those count apart whom it names', async () => {
    const by = { peer: PROXY, forwardedFor: '203.0.113.9' };
    await wrong(11, by);
    expect(await tried(by)).toBe(LOCKED);
    expect(await tried({ ...by, forwardedFor: '198.51.100.7' })).toBe(IN);
  });

  it('what they write of themselves counts for nothing: the nearest that no proxy of ours is does', async () => {
    await wrong(11, { peer: PROXY, forwardedFor: '203.0.113.9, 10.1.2.3' });
    expect(await tried({ peer: PROXY, forwardedFor: '198.51.100.7, 203.0.113.9, 10.1.2.3' })).toBe(LOCKED);
  });

  it('that is not trusted, all are the proxy', async () => {
    await wrong(11, { forwardedFor: '203.0.113.9' });
    expect(await tried({ forwardedFor: '198.51.100.7' })).toBe(LOCKED);
  });

  it('an IPv6 network of one customer is one place', async () => {
    await wrong(11, { peer: PROXY, forwardedFor: '2001:db8:1:2::1' });
    expect(await tried({ peer: PROXY, forwardedFor: '2001:db8:1:2:ffff::9' })).toBe(LOCKED);
    expect(await tried({ peer: PROXY, forwardedFor: '2001:db8:1:3::1' })).toBe(IN);
  });

  it.each(['unknown', '203.0.113.9:4711', '"><script>', '\u00e9'.repeat(5_000)])(
    'a name that is no address is the proxy’s own (%.20s)',
    async (forwardedFor) => {
      await wrong(11, { peer: PROXY, forwardedFor });
      expect(await tried({ peer: PROXY })).toBe(LOCKED);
    },
  );
});

describe('passwords that wait', () => {
  const { scrypt } = crypto;
  /** What every check waits for. */
  let gate: Promise<void>;
  let most: number;
  /** Checks cost next to nothing. */
  beforeEach(() => {
    let running = 0;
    most = 0;
    gate = Promise.resolve();
    jest.spyOn(crypto, 'scrypt').mockImplementation((...words: Parameters<typeof scrypt>) => {
      most = Math.max(most, ++running);
      const done = words.pop() as (error: Error | null, hash: Buffer) => void;
      const [password, salt, length] = words;
      void gate.then(() =>
        scrypt(password, salt, length, { N: 16, r: 1, p: 1 }, (error, hash) => {
          running--;
          done(error, hash);
        }),
      );
    });
  });
  afterEach(() => jest.restoreAllMocks());

  /** Sends them one after the other, the next once the one before has come. @returns their names, as they are answered */
  async function inTurn(tries: readonly (readonly [string, Try])[]): Promise<string[]> {
    const answered: string[] = [];
    const sent: Promise<unknown>[] = [];
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    for (const [called, each] of tries) {
      const come = once(world.server.app.server, 'request');
      sent.push(tried(each).then((status) => answered.push(`${called} ${status}`)));
      await come;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    open();
    await Promise.all(sent);
    return answered;
  }
  const network = (index: number): string => `2001:db8:${(index + 1).toString(16)}::1`;
  const flood = (count: number, from: (index: number) => string): (readonly [string, Try])[] =>
    Array.from({ length: count }, (_, index) => [
      'wrong',
      { name: `nobody-${index}`, peer: PROXY, forwardedFor: from(index) },
    ]);
  const HONEST = { peer: PROXY, forwardedFor: '203.0.113.9' };

  it('are checked one by one', async () => {
    await inTurn(flood(6, network));
    expect(most).toBe(1);
  });

  it('from 500 networks hold up neither a known browser nor a new one', async () => {
    const { browser } = await cameIn();
    const answered = await inTurn([
      ...flood(250, network),
      ['known', { ...HONEST, browser }],
      ...flood(250, (index) => network(250 + index)),
      ['new', { ...HONEST, forwardedFor: '198.51.100.7' }],
    ]);
    expect(answered.slice(0, 3).sort()).toEqual([`known ${IN}`, `new ${IN}`, `wrong ${REFUSED}`]);
    expect(answered).toHaveLength(502);
  });

  it('from many networks of one site hold up nobody elsewhere who came before most of them', async () => {
    const site = (index: number): string => `2001:db8:1:${index.toString(16)}::1`;
    const answered = await inTurn([...flood(2, site), ['new', HONEST], ...flood(120, site)]);
    expect(answered.slice(0, 2)).toEqual([`wrong ${REFUSED}`, `new ${IN}`]);
  });

  it('are 600 at most: past that the longest waiting of the most crowded network comes again', async () => {
    const answered = await inTurn([
      ...flood(2, () => '198.51.100.7'),
      ...flood(598, network),
      ['second', { name: 'nobody', peer: PROXY, forwardedFor: '198.51.100.7' }],
      ['new', HONEST],
    ]);
    expect(answered.filter((each) => each === `wrong ${BUSY}`)).toHaveLength(1);
    expect(answered.slice(0, 3)).toEqual([`wrong ${BUSY}`, `wrong ${REFUSED}`, `new ${IN}`]);
  });
});

describe('a browser from which a name came in', () => {
  it('is not locked by what others try from its place, and has ten wrong passwords of its own', async () => {
    const { browser } = await cameIn();
    await wrong(11);
    expect([await tried({}), await tried({ browser })]).toEqual([LOCKED, IN]);
    expect(await wrong(11, { browser, peer: PROXY })).toContain(LOCKED);
    expect([await tried({ browser }), await tried({ peer: PROXY })]).toEqual([LOCKED, IN]);
  });

  it('is known for that name alone, and by a mark of the console’s own alone', async () => {
    const { browser } = await cameIn();
    await world.signedIn('bob', 'support');
    await wrong(11, { name: 'bob' });
    await wrong(11);
    const [random = ''] = browser.split('.');
    const forged = [`${random}.${'a'.repeat(64)}`, random, `x${browser}`, '.', ''];
    expect(await Promise.all(forged.map((each) => tried({ browser: each })))).toEqual(
      forged.map(() => LOCKED),
    );
    expect(await tried({ name: 'bob', browser })).toBe(LOCKED);
  });
});
