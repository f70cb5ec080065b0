import fc from 'fast-check';
import type { AccessWorld } from '../../test/support/worlds/access-world.js';
import { OPERATOR, accessWorld } from '../../test/support/worlds/access-world.js';
import type { AccountId, KeyId } from '../../packages/contract/src/ids.js';
import { AccountStore } from './account.store.js';
import { Authenticator, type Authentication } from './authenticator.js';
import type { KeyRequest } from './commands.js';
import {
  EraseContact,
  IssueKey,
  OpenAccount,
  ReinstateAccount,
  RevokeKey,
  SuspendAccount,
} from './commands.js';
import { LaneFreshness } from './lane-freshness.js';

const REQUEST: KeyRequest = {
  name: 'production',
  environment: 'live',
  scopes: ['read', 'enrich'],
  max_rows: 10,
  requests_per_minute: 600,
  resolve_per_minute: 60,
};

let world: AccessWorld;
let milliseconds: number;
let account: AccountId;
let key: string;
let keyId: KeyId;

/** An API process of its own: with its own memory, on the same stores. */
function newProcess(): Authenticator {
  const now = (): number => milliseconds;
  const freshness = new LaneFreshness({
    head: () => world.events.head(),
    lanePosition: () => world.lane.lanePosition(),
    now,
  });
  return new Authenticator({
    directory: world.lane,
    freshness,
    accounts: world.context.get(AccountStore, { strict: false }),
    now,
  });
}

const issue = async (): Promise<{ key: string; keyId: KeyId }> => {
  const issued = await world.bus.execute(new IssueKey(OPERATOR, account, REQUEST));
  if (issued.outcome !== 'issued') throw new Error(issued.detail);
  return { key: issued.key, keyId: issued.key_id };
};
const revoke = () => world.bus.execute(new RevokeKey(OPERATOR, account, { keyId, reason: 'lost' }));
const outcomeOf = async (asked: Authentication | Promise<Authentication>): Promise<string> =>
  (await asked).outcome;

beforeEach(async () => {
  world = await accessWorld();
  milliseconds = 10_000;
  const contact = { name: 'Example Ltd', email: 'data@example.co.uk' };
  account = (await world.bus.execute(new OpenAccount(OPERATOR, contact, ['domain', 'industry']))).account_id;
  ({ key, keyId } = await issue());
  await world.lane.catchUp();
});
afterEach(() => world.context.close());

describe('a key', () => {
  it('tells who is calling and what it may do', async () => {
    expect(await newProcess().authenticate(`Bearer ${key}`)).toEqual({
      outcome: 'authenticated',
      caller: {
        account_id: 1001,
        email: 'data@example.co.uk',
        key_id: keyId,
        key_name: 'production',
        environment: 'live',
        scopes: ['read', 'enrich'],
        blocks: new Set(['domain', 'industry']),
        options: new Set(),
        budget: null,
        prices: [],
        max_rows: 10,
        requests_per_minute: 600,
        resolve_per_minute: 60,
      },
    });
  });

  it('has neither name nor address once the contact was erased, also while the lane is behind', async () => {
    const shown = async () => {
      const asked = await newProcess().authenticate(`Bearer ${key}`);
      return asked.outcome === 'authenticated' ? [asked.caller.key_name, asked.caller.email] : null;
    };
    expect(await shown()).toEqual(['production', 'data@example.co.uk']);
    await world.bus.execute(new EraseContact(OPERATOR, account, { reason: null }));
    expect(await shown()).toEqual(['', '']);
  });

  it('is taken whatever the case of the scheme', async () => {
    expect(await outcomeOf(newProcess().authenticate(`bearer  ${key}`))).toBe('authenticated');
  });

  it('is missing only where there is no header', async () => {
    expect(await outcomeOf(newProcess().authenticate(undefined))).toBe('missing');
  });

  const wrongSecret = () => key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
  const unknownKey = () =>
    key.replace(keyId, keyId.startsWith('a') ? `b${keyId.slice(1)}` : `a${keyId.slice(1)}`);
  const refusals: readonly (readonly [string, () => string])[] = [
    ['an empty header', () => ''],
    ['no scheme', () => key],
    ['another scheme', () => `Basic ${key}`],
    ['a session token', () => 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc'],
    ['two keys', () => `Bearer ${key} ${key}`],
    ['a wrong secret', () => `Bearer ${wrongSecret()}`],
    ['an unknown key', () => `Bearer ${unknownKey()}`],
    ['the prefix of the other environment', () => `Bearer ${key.replace('svc_live', 'svc_test')}`],
    ['a key cut short', () => `Bearer ${key.slice(0, -1)}`],
    ['the form that stands for no key', () => `Bearer svc_live_000000000000_${'0'.repeat(40)}`],
  ];

  it.each(refusals)('is refused as invalid: %s, always by two look-ups', async (_, header) => {
    const api = newProcess();
    await api.authenticate(`Bearer ${key}`);
    world.lane.lookUps.length = 0;
    expect(await api.authenticate(header())).toEqual({ outcome: 'invalid' });
    expect(world.lane.lookUps.map((lookUp) => lookUp.split('/')[0])).toEqual(['keys', 'accounts']);
    expect(world.lane.lookUps[1]).toBe('accounts/000000001001');
  });

  it('is refused while its account is suspended, and works again afterwards', async () => {
    await world.bus.execute(new SuspendAccount(OPERATOR, account, { reason: 'unpaid' }));
    await world.lane.catchUp();
    expect(await outcomeOf(newProcess().authenticate(`Bearer ${key}`))).toBe('invalid');
    await world.bus.execute(new ReinstateAccount(OPERATOR, account, null));
    await world.lane.catchUp();
    expect(await outcomeOf(newProcess().authenticate(`Bearer ${key}`))).toBe('authenticated');
  });

  it('is looked up once for many requests at one moment, and not again for a quarter of a second', async () => {
    const api = newProcess();
    world.lane.lookUps.length = 0;
    await Promise.all(Array.from({ length: 50 }, async () => api.authenticate(`Bearer ${key}`)));
    milliseconds += 249;
    await api.authenticate(`Bearer ${key}`);
    expect(world.lane.lookUps).toHaveLength(2);
    milliseconds += 1;
    await api.authenticate(`Bearer ${key}`);
    expect(world.lane.lookUps).toHaveLength(4);
  });
});

it('joins no look-up that began over a quarter of a second ago', async () => {
  let release = (): void => undefined;
  let held: Promise<void> | null = new Promise<void>((resolve) => (release = resolve));
  const { lane } = world;
  const slowLane = Object.create(lane) as typeof lane;
  slowLane.get = async (...asked) => {
    const [found, wait] = [await lane.get(...asked), held];
    await wait;
    return found;
  };
  world = { ...world, lane: slowLane };
  const api = newProcess();
  const slow = api.authenticate(`Bearer ${key}`);
  await new Promise((resolve) => setImmediate(resolve));
  held = null;
  await revoke();
  await lane.catchUp();
  milliseconds += 250;
  expect(await outcomeOf(api.authenticate(`Bearer ${key}`))).toBe('invalid');
  release();
  await slow;
  expect(await outcomeOf(api.authenticate(`Bearer ${key}`))).toBe('invalid');
});

describe('while the access lane', () => {
  it('has not caught up since the start, no key is called invalid', async () => {
    const events = world;
    world = {
      ...events,
      lane: new (events.lane.constructor as new (log: unknown) => typeof events.lane)(events.events),
    };
    const api = newProcess();
    expect(await outcomeOf(api.authenticate(`Bearer ${key}`))).toBe('unavailable');
    expect(await outcomeOf(api.authenticate('Bearer nonsense'))).toBe('unavailable');
    await world.lane.catchUp();
    milliseconds += 50;
    expect(await outcomeOf(api.authenticate(`Bearer ${key}`))).toBe('authenticated');
  });

  it('stands still, the account’s own stream decides', async () => {
    const api = newProcess();
    await api.authenticate(`Bearer ${key}`);
    await revoke();
    milliseconds += 1_000;
    expect(await outcomeOf(api.authenticate(`Bearer ${key}`))).toBe('invalid');
  });

  it('stands still, a key that nothing changed for goes on working', async () => {
    const api = newProcess();
    await api.authenticate(`Bearer ${key}`);
    const other = (await issue()).key;
    milliseconds += 60_000;
    expect(await outcomeOf(api.authenticate(`Bearer ${key}`))).toBe('authenticated');
    expect(await outcomeOf(api.authenticate(`Bearer ${other}`))).toBe('unavailable');
  });

  it('is behind, a key issued just now is waited for', async () => {
    const api = newProcess();
    await api.authenticate(`Bearer ${key}`);
    const fresh = (await issue()).key;
    milliseconds += 10_000;
    world.lane.onWait = () => world.lane.catchUp();
    expect(await outcomeOf(api.authenticate(`Bearer ${fresh}`))).toBe('authenticated');
  });

  it('could not take an event of the account, the account is closed: neither let in nor called invalid', async () => {
    world.lane.parked.add('account:1001');
    expect(await outcomeOf(newProcess().authenticate(`Bearer ${key}`))).toBe('unavailable');
  });

  it('can’t be read, nobody is called invalid', async () => {
    const api = newProcess();
    const lane = Object.create(world.lane) as typeof world.lane;
    lane.get = () => Promise.reject(new Error('disk on fire'));
    world = { ...world, lane };
    expect(await newProcess().authenticate(`Bearer ${key}`)).toEqual({
      outcome: 'unavailable',
      reason: 'disk on fire',
    });
    expect(await outcomeOf(api.authenticate(undefined))).toBe('missing');
  });
});

describe('revocation', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ step: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 900 }) }),
      fc.record({ step: fc.constant('project' as const) }),
      fc.record({ step: fc.constant('revoke' as const) }),
      fc.record({ step: fc.constant('ask' as const), process: fc.nat({ max: 1 }) }),
    ),
    { maxLength: 25 },
  );

  it('holds in every process a second later, however far the lane is behind; before it nobody is called invalid', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        ({ key, keyId } = await issue());
        await world.lane.catchUp();
        const processes = [newProcess(), newProcess()];
        let revokedAt: number | null = null;
        for (const step of plan) {
          if (step.step === 'wait') milliseconds += step.ms;
          if (step.step === 'project') await world.lane.catchUp();
          if (step.step === 'revoke') {
            await revoke();
            revokedAt ??= milliseconds;
          }
          if (step.step === 'ask') {
            const outcome = await processes[step.process]?.authenticate(`Bearer ${key}`);
            if (revokedAt === null) expect(outcome?.outcome).toBe('authenticated');
            else if (milliseconds - revokedAt >= 1_000) expect(outcome?.outcome).toBe('invalid');
          }
        }
        await revoke();
      }),
      { numRuns: 200 },
    );
  });
});
