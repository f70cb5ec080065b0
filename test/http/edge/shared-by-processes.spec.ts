/** Two API processes on one set of stores share a key's rate limit, and both learn that it was revoked. */
import { createApiRole } from '../../../src/api/api-role.js';
import { LOG_FORMAT } from '../../../src/streams/index.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { createLogger } from '../../../packages/platform/src/telemetry/logger.js';
import type { IssuedKey } from '../../support/worlds/api-world.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { eventually } from '../../support/eventually.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

describe('two API processes', () => {
  const world = forAllTests(() => ApiWorld.start({ judged: false }));
  const stores = forAllTests(() => openStores({ ...world.settings, ...LOG_FORMAT, hosting: 'direct' }));
  const other = forAllTests(() =>
    createApiRole(world.settings, stores, { logger: createLogger({ logLevel: 'silent' }) }),
  );

  beforeAll(async () => {
    await other.start();
  });

  const whoami = (url: string, { key }: IssuedKey) =>
    fetch(`${url}/v1/whoami`, { headers: { authorization: `Bearer ${key}` } });
  const remaining = async (url: string, key: IssuedKey): Promise<number> =>
    Number(/r=(\d+)/.exec((await whoami(url, key)).headers.get('RateLimit') ?? '')?.[1]);

  /** The first process has noticed the second once what it counted is known there. */
  const counted = async (): Promise<void> => {
    const key = await world.customer({ key: { requests_per_minute: 10_000 } });
    for (let call = 0; call < 10; call++) await whoami(world.api.url, key);
    let calls = 10;
    await eventually('the calls of the first in the second', async () => {
      calls += 1;
      return (await remaining(other.url, key)) === 10_000 - calls;
    });
  };

  it('let a key call as often as agreed, not as often at each', async () => {
    await counted();
    const key = await world.customer({ key: { requests_per_minute: 60 } });
    const statuses: number[] = [];
    for (let call = 0; call < 90; call++) {
      const url = call % 3 === 0 ? other.url : world.api.url;
      statuses.push((await whoami(url, key)).status);
    }
    const answered = statuses.filter((status) => status === 200).length;
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.slice(0, 60)).toEqual(Array<number>(60).fill(200));
    // An eighth more at most, for the second process.
    expect(answered).toBeLessThanOrEqual(67);
  });

  it('show what is left of all calls, and when the window of all of them ends', async () => {
    await counted();
    const key = await world.customer({ key: { requests_per_minute: 100 } });
    for (let call = 0; call < 5; call++) await whoami(world.api.url, key);
    await eventually('the calls in the entry of the key', async () => {
      const entry = await stores.coordination.get(`allowance/${key.keyId}.default`);
      return entry?.value['used'] === 5;
    });
    expect(await remaining(other.url, key)).toBe(94);
  });

  it('refuse a revoked key, both of them', async () => {
    const key = await world.customer();
    const both = () =>
      Promise.all([world.api.url, other.url].map(async (url) => (await whoami(url, key)).status));
    expect(await both()).toEqual([200, 200]);
    await world.revoke(key);
    await eventually('both refusals', async () => (await both()).every((status) => status === 401));
    expect(await both()).toEqual([401, 401]);
  });
});
