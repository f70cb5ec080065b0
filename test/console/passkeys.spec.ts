/** Passkeys over HTTP with an authenticator in software: what a password alone opens, and what it doesn't. */
import 'reflect-metadata';
import { parse } from 'cookie';
import { addUser } from '../../src/operator/staff/users.js';
import { SignInRecords } from '../../src/operator/staff/sign-in-records.js';
import { createLogger } from '../../packages/platform/src/telemetry/logger.js';
import { PAGES } from '../../src/console/pages/index.js';
import { SoftwareAuthenticator } from '../support/browser/software-authenticator.js';
import { ConsoleWorld, PASSWORD } from '../support/worlds/console-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const CONSOLE_URL = 'http://localhost:3001';
const lines: string[] = [];
const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
const optional = forAllTests(() => ConsoleWorld.open({ CONSOLE_URL }, log));
const required = forAllTests(() => ConsoleWorld.open({ CONSOLE_URL, CONSOLE_PASSKEYS: 'required' }, log));
const base = new Map<ConsoleWorld, string>();
beforeAll(async () => {
  for (const world of [optional, required]) base.set(world, await world.listen());
});

interface Seen {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

/** A browser over HTTP that keeps its cookies. */
class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly world: ConsoleWorld,
    readonly name: string,
  ) {}

  async ask(path: string, form?: Readonly<Record<string, string>>): Promise<Seen> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(`${base.get(this.world) ?? ''}${path}`, {
      ...sent,
      headers: { cookie },
      redirect: 'manual',
    });
    for (const set of answer.headers.getSetCookie()) {
      const [[name, value] = ['', '']] = Object.entries(parse(set));
      this.cookies.set(name, value ?? '');
    }
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  }

  signIn = (): Promise<Seen> =>
    this.ask('/sign-in', { name: this.name, password: PASSWORD, to: '/accounts' });

  /** What the forms of the page hold. */
  async formOf(path: string): Promise<{ readonly csrf: string; readonly challenge: string }> {
    const { text } = await this.ask(path);
    const held = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
    return { csrf: held('csrf'), challenge: held('challenge') };
  }

  async add(
    authenticator: SoftwareAuthenticator,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Seen> {
    const form = await this.formOf('/passkeys');
    const response = authenticator.create(form.challenge);
    return this.ask('/passkeys/add', { ...form, response, name: 'phone', password: PASSWORD, ...more });
  }

  async show(
    authenticator: SoftwareAuthenticator,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Seen> {
    const form = await this.formOf('/sign-in/passkey');
    const response = authenticator.get(form.challenge);
    return this.ask('/sign-in/passkey?to=%2Faccounts', { ...form, response, ...more });
  }
}

let names = 0;
/** A new operator who has signed in with the password. */
async function operatorOf(world: ConsoleWorld): Promise<Visitor> {
  const visitor = new Visitor(world, `operator-${++names}`);
  await world.signedIn(visitor.name, 'admin');
  await visitor.signIn();
  return visitor;
}
const authenticator = (): SoftwareAuthenticator => new SoftwareAuthenticator(CONSOLE_URL);
const again = async (visitor: Visitor, world: ConsoleWorld): Promise<Visitor> => {
  const next = new Visitor(world, visitor.name);
  await next.signIn();
  return next;
};
const opens = async (visitor: Visitor): Promise<boolean> => (await visitor.ask('/accounts')).status === 200;

describe('who has passkeys', () => {
  it('acts once one was shown after the password, each of several', async () => {
    const alice = await operatorOf(optional);
    const keys = [authenticator(), authenticator()];
    for (const key of keys) expect((await alice.add(key)).location).toBe('/passkeys');
    expect(await opens(alice)).toBe(true);
    for (const key of [...keys, ...keys]) {
      const next = await again(alice, optional);
      expect((await next.ask('/accounts')).location).toBe('/sign-in/passkey?to=%2Faccounts');
      const before = next.cookies.get('console_session');
      expect((await next.show(key)).location).toBe('/accounts');
      expect([await opens(next), next.cookies.get('console_session') === before]).toEqual([true, false]);
    }
  });

  it.each(
    PAGES.filter(({ duringPasskeyStep: owing }) => owing?.includes('show') !== true).map(
      ({ method, path }) => [method, path],
    ),
  )('gets nothing from %s %s by the password alone', async (method, path) => {
    const next = await withPasskey();
    const { csrf } = await next.formOf('/sign-in/passkey');
    const url = path.replace(/:\w+/g, 'x');
    const { status, location } = await next.ask(url, method === 'POST' ? { csrf } : undefined);
    expect([status, location?.startsWith('/sign-in/passkey')]).toEqual([303, true]);
  });
  let kept: Visitor | undefined;
  async function withPasskey(): Promise<Visitor> {
    if (kept !== undefined) return kept;
    const alice = await operatorOf(optional);
    await alice.add(authenticator());
    return (kept = await again(alice, optional));
  }

  it('comes in by none that is another’s, of another site, twice answered, or for another session', async () => {
    const alice = await operatorOf(optional);
    const bob = await operatorOf(optional);
    const [hers, his] = [authenticator(), authenticator()];
    await alice.add(hers);
    await bob.add(his);
    const next = await again(alice, optional);
    const foreign = new SoftwareAuthenticator('https://evil.example', 'localhost');
    const elsewhere = new SoftwareAuthenticator(CONSOLE_URL, 'evil.example');
    for (const other of [his, foreign, elsewhere]) expect((await next.show(other)).status).toBe(400);
    const form = await next.formOf('/sign-in/passkey');
    const response = hers.get(form.challenge);
    const others = await (await again(alice, optional)).formOf('/sign-in/passkey');
    for (const wrong of [
      { ...form, challenge: others.challenge, response: hers.get(others.challenge) },
      { ...form, response: '{' },
      { ...form, response: 'null' },
    ])
      expect((await next.ask('/sign-in/passkey', wrong)).status).toBe(400);
    // The challenge was used up by an answer that was none.
    expect((await next.ask('/sign-in/passkey', { ...form, response })).status).toBe(400);
    expect([await opens(next), (await next.show(hers)).status, await opens(next)]).toEqual([
      false,
      303,
      true,
    ]);
  });

  it('adds and removes one with the password alone, and each is a line of the log', async () => {
    const alice = await operatorOf(optional);
    const key = authenticator();
    expect((await alice.add(key, { password: 'not the password' })).status).toBe(400);
    await alice.add(key);
    lines.splice(0);
    const { csrf } = await alice.formOf('/passkeys');
    const id = key.id.toString('base64url');
    expect((await alice.ask('/passkeys/remove', { csrf, id, password: 'x' })).status).toBe(400);
    expect((await alice.ask('/passkeys/remove', { csrf, id, password: PASSWORD })).status).toBe(303);
    expect(await opens(await again(alice, optional))).toBe(true);
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told.filter(({ msg }) => msg === 'passkey removed')).toEqual([
      expect.objectContaining({ by: 'passkey', name: alice.name, passkey: id, outcome: 'refused' }),
      expect.objectContaining({ by: 'passkey', name: alice.name, passkey: id, outcome: 'done' }),
    ]);
  });

  it('has none any more when added anew', async () => {
    const alice = await operatorOf(optional);
    await alice.add(authenticator());
    await addUser(optional.world.operator, alice.name, 'support');
    await optional.signedIn(alice.name, 'support');
    expect(await opens(await again(alice, optional))).toBe(true);
  });
});

describe('where passkeys are required', () => {
  it('nobody acts without one: they add one, or sign out', async () => {
    const carol = await operatorOf(required);
    for (const path of ['/', '/accounts', '/projections', '/sign-in/passkey'])
      expect((await carol.ask(path)).location).toMatch(/^\/passkeys/);
    await carol.add(authenticator());
    expect(await opens(carol)).toBe(true);
    const next = await again(carol, required);
    expect((await next.ask('/')).location).toMatch(/^\/sign-in\/passkey/);
    const { csrf } = await next.formOf('/sign-in/passkey');
    expect((await next.ask('/sign-out', { csrf })).location).toBe('/sign-in');
  });

  it('somebody who came through the issuer owes none: the issuer has a second factor of its own', async () => {
    const dan = await operatorOf(required);
    const records = new SignInRecords(required.world.operator.stores.coordination);
    const session = await records.sessionOf(dan.cookies.get('console_session') ?? '');
    const through = await records.beginSession(session ?? { name: '', admission: 0 }, { issuer: true });
    dan.cookies.set('console_session', through.id);
    expect(await opens(dan)).toBe(true);
  });
});
