/** Leases and counters under lost answers: a put happens once and says so, and no version ever comes back. */
import type { Coordination, PutResult } from '../../../packages/platform/src/coordination/coordination.js';
import type { CommandFault } from '../../../packages/mongodb-stand-in/src/index.js';
import { eventually } from '../../support/eventually.js';
import { testPatienceMs } from '../patience.js';
import { withTrouble } from './troubled-mongo.js';

jest.setTimeout(testPatienceMs);

const versionOf = (put: PutResult): number => (put.outcome === 'put' ? put.version : -1);

describe('a put', () => {
  test.each<[string, CommandFault]>([
    ['the connection breaks before it', { isDropped: true }],
    ['the connection breaks after it', { isDone: true, isDropped: true }],
    ['it is done and no answer comes', { isDone: true, isStalled: true }],
    ['the primary changes', { error: { code: 10_107, labels: ['RetryableWriteError'] } }],
  ])('that takes a free lease gets it once where %s', async (_title, fault) => {
    await withTrouble({}, async ({ server, coordination, open }) => {
      await coordination.get('lease');
      await server.control.fail({ commands: ['findAndModify'], ...fault });
      const put = await coordination.put('lease', { mine: true }, { expected: null, ttl: 60_000 });
      expect(put.outcome).toBe('put');
      expect(await server.control.isWellBehaved()).toBe(true);
      const other = (await open()).coordination;
      expect(await other.put('lease', {}, { expected: null })).toMatchObject({ outcome: 'conflict' });
      expect(await coordination.put('lease', {}, { expected: versionOf(put) })).toMatchObject({
        outcome: 'put',
      });
    });
  });

  test('after put, deletion, expiry and sweep in any haste gets a version that was never there', async () => {
    await withTrouble({}, async ({ coordination }) => {
      const seen: number[] = [];
      for (let round = 0; round < 30; round++) {
        seen.push(versionOf(await coordination.put('key', {}, { expected: null, ...ends(round) })));
        await over(coordination, round);
      }
      expect([...new Set(seen)].sort((a, b) => a - b)).toEqual(seen);
      expect(seen.every((version) => Number.isSafeInteger(version) && version > 0)).toBe(true);
    });
  });
});

const ends = (round: number): { ttl?: number } => (round % 3 === 0 ? {} : { ttl: 1 });

/** Each round ends the entry in another way. */
async function over(coordination: Coordination, round: number): Promise<void> {
  if (round % 3 === 0) await coordination.delete('key');
  else await eventually('the end of the entry', async () => (await coordination.get('key')) === undefined);
  if (round % 3 === 2) await coordination.sweep();
}

test('a deletion says once that it was its own, also where the answer is lost', async () => {
  await withTrouble({}, async ({ server, coordination }) => {
    await coordination.put('key', {});
    await server.control.nextWrites('drop-after-write');
    expect([await coordination.delete('key'), await coordination.delete('key')]).toEqual([true, false]);
  });
});

test('what nobody sweeps the server removes an hour after its end, and nothing that lives', async () => {
  await withTrouble({}, async ({ server, coordination }) => {
    await coordination.putMany([
      { key: 'short', value: {}, ttl: 1 },
      { key: 'long', value: {}, ttl: 86_400_000 },
      { key: 'for ever', value: {} },
    ]);
    const after = (hours: number) => server.control.expire(new Date(Date.now() + hours * 3_600_000));
    expect([await after(0.5), await after(2), await after(30), await after(100_000)]).toEqual([0, 1, 1, 0]);
    expect(await coordination.get('for ever')).toBeDefined();
  });
});

test.each([3_600_000, -3_600_000])(
  "a router whose clock is off by %d ms doesn't decide what is swept: entries die by the clock that dates them",
  async (aheadMs) => {
    await withTrouble({}, async ({ server, coordination }) => {
      await server.control.setRouterClock(aheadMs);
      expect(await coordination.sweep()).toBe(0);
      await coordination.put('lease', {}, { ttl: 60_000 });
      await coordination.put('over', {}, { ttl: 1 });
      await eventually('its end', async () => (await coordination.get('over')) === undefined);
      await eventually('the sweep', async () => (await coordination.sweep()) === 1);
      expect(await coordination.get('lease')).toBeDefined();
    });
  },
);

test('many that put the same new keys at once all succeed', async () => {
  await withTrouble({}, async ({ coordination, open }) => {
    const other = (await open()).coordination;
    const entries = Array.from({ length: 50 }, (_, n) => ({ key: `many ${n}`, value: { n } }));
    await Promise.all([0, 1, 2, 3].map((turn) => (turn % 2 === 0 ? coordination : other).putMany(entries)));
    expect(await coordination.range('many ', 'many ~')).toHaveLength(50);
  });
});
