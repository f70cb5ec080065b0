/** Passwords that are tried at the console over HTTP: what wrong ones lock, for whom and how long, and what they cost. */
import 'reflect-metadata';
import crypto from 'node:crypto';
import { Agent, request } from 'undici';
import { createLogger } from '../../src/platform/telemetry/logger.js';
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
}

async function tried({
  name = 'alice',
  password = PASSWORD,
  peer = STRANGER,
  forwardedFor,
}: Try): Promise<number> {
  const { statusCode, body } = await request(`${console}/sign-in`, {
    method: 'POST',
    dispatcher: agents.get(peer) ?? new Agent(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
    },
    body: new URLSearchParams({ name, password }).toString(),
  });
  await body.dump();
  return statusCode;
}

const [IN, REFUSED, LOCKED] = [303, 401, 429];
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

it('passwords are looked at one by one, and who comes from elsewhere waits for one of a flood at most', async () => {
  const { scrypt } = crypto;
  let [running, most] = [0, 0];
  jest.spyOn(crypto, 'scrypt').mockImplementation((...words: Parameters<typeof scrypt>) => {
    most = Math.max(most, ++running);
    const done = words.pop() as (error: Error | null, hash: Buffer) => void;
    (scrypt as (...all: unknown[]) => void)(...words, (error: Error | null, hash: Buffer) => {
      running--;
      done(error, hash);
    });
  });
  const ended: string[] = [];
  const flood = Array.from({ length: 6 }, (_, index) =>
    tried({ name: `nobody-${index}` }).then(() => ended.push('flood')),
  );
  await Promise.race(flood);
  await tried({ peer: PROXY }).then((status) => ended.push(String(status)));
  await Promise.all(flood);
  expect(most).toBe(1);
  expect(ended.slice(0, 4)).toContain(String(IN));
  expect(ended).toHaveLength(7);
});
