/** The contract of the Coordination port. Every adapter passes all of it. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type {
  Coordination,
  CoordinationEntry,
} from '../../packages/platform/src/coordination/coordination.js';
import { eventually } from '../support/eventually.js';
import { testPatienceMs } from './patience.js';

jest.setTimeout(testPatienceMs);

export interface CoordinationUnderTest {
  /** One more adapter on the same store, as another process would have it. */
  open(): Promise<Coordination>;
  dispose(): Promise<void>;
}

const RUNS = process.env['TEST_LONG'] === undefined ? 40 : 1_000;

const newKey = (): string => `t${randomUUID()}`;

const putVersion = async (result: ReturnType<Coordination['put']>): Promise<number> => {
  const put = await result;
  if (put.outcome === 'conflict') throw new Error(`conflict with ${JSON.stringify(put.entry)}`);
  return put.version;
};

/** Waits until an entry with a short life is gone. */
const expired = (store: Coordination, key: string) =>
  eventually(`expiry of ${key}`, async () => (await store.get(key)) === undefined);

export function coordinationContract(adapter: string, create: () => Promise<CoordinationUnderTest>): void {
  describe(`coordination (${adapter})`, () => {
    let underTest: CoordinationUnderTest;
    let store: Coordination;
    let other: Coordination;

    beforeAll(async () => {
      underTest = await create();
      [store, other] = [await underTest.open(), await underTest.open()];
    });
    afterAll(async () => {
      await Promise.all([store.close(), other.close()]);
      await underTest.dispose();
    });

    test('an entry is there for every adapter, with value, version and no expiry', async () => {
      const key = newKey();
      const value = { owner: 'Zürich 🦊', count: 1, list: [null, true] };
      const version = await putVersion(store.put(key, value));
      for (const reader of [store, other]) {
        expect(await reader.get(key)).toEqual({ key, version, value, expiresAt: null });
      }
    });

    test('what was never put is undefined', async () => {
      expect(await store.get(newKey())).toBeUndefined();
    });

    test('each put of a key has a greater version, also after it was deleted in between', async () => {
      const key = newKey();
      const versions = [await putVersion(store.put(key, {})), await putVersion(other.put(key, {}))];
      await store.delete(key);
      versions.push(await putVersion(store.put(key, {}, { expected: null })));
      expect([...new Set(versions)].sort((a, b) => a - b)).toEqual(versions);
    });

    describe('a put that expects', () => {
      test('the version that is there replaces it', async () => {
        const key = newKey();
        const first = await putVersion(store.put(key, { n: 1 }));
        const second = await putVersion(other.put(key, { n: 2 }, { expected: first }));
        expect(await store.get(key)).toMatchObject({ version: second, value: { n: 2 } });
      });

      test('another version is a conflict that shows the entry, and changes nothing', async () => {
        const key = newKey();
        const version = await putVersion(store.put(key, { n: 1 }));
        const entry: CoordinationEntry = { key, version, value: { n: 1 }, expiresAt: null };
        for (const expected of [version - 1, version + 1, null]) {
          expect(await store.put(key, { n: 2 }, { expected })).toEqual({ outcome: 'conflict', entry });
        }
        expect(await store.get(key)).toEqual(entry);
      });

      test('a version where there is none is a conflict that shows none', async () => {
        const key = newKey();
        expect(await store.put(key, {}, { expected: 1 })).toEqual({ outcome: 'conflict', entry: null });
        expect(await store.get(key)).toBeUndefined();
      });

      test('none succeeds where there is none', async () => {
        await putVersion(store.put(newKey(), {}, { expected: null }));
      });

      test('the version of a deleted entry is a conflict with the one put since', async () => {
        const key = newKey();
        const stale = await putVersion(store.put(key, { holder: 1 }));
        await store.delete(key);
        await putVersion(store.put(key, { holder: 2 }, { expected: null }));
        expect(await other.put(key, { holder: 1 }, { expected: stale })).toMatchObject({
          outcome: 'conflict',
        });
      });
    });

    describe('an entry with a life', () => {
      test('says when it ends, by the clock of the store', async () => {
        const key = newKey();
        await store.put(key, {}, { ttl: 60_000 });
        const { expiresAt } = (await store.get(key)) ?? {};
        expect(Math.abs((expiresAt ?? 0) - Date.now() - 60_000)).toBeLessThan(10_000);
      });

      test('is as good as none when it has ended', async () => {
        const key = newKey();
        const version = await putVersion(store.put(key, {}, { ttl: 1 }));
        await expired(store, key);
        expect(await other.range(key, `${key}~`)).toEqual([]);
        expect(await store.delete(key)).toBe(false);
        expect(await store.put(key, {}, { expected: version })).toEqual({ outcome: 'conflict', entry: null });
        await putVersion(other.put(key, {}, { expected: null }));
      });

      test('put again without a life stays for ever', async () => {
        const key = newKey();
        await store.put(key, {}, { ttl: 60_000 });
        await store.put(key, {});
        expect(await store.get(key)).toMatchObject({ expiresAt: null });
      });
    });

    test('of many that take a free lease at once exactly one gets it', async () => {
      const key = newKey();
      const takers = Array.from({ length: 12 }, (_, n) =>
        (n % 2 === 0 ? store : other).put(key, { n }, { expected: null, ttl: 60_000 }),
      );
      const results = await Promise.all(takers);
      const winner = results.findIndex(({ outcome }) => outcome === 'put');
      expect(results.filter(({ outcome }) => outcome === 'put')).toHaveLength(1);
      expect((await store.get(key))?.value).toEqual({ n: winner });
    });

    test('counters kept by version lose no count between adapters', async () => {
      const key = newKey();
      await store.put(key, { n: 0 });
      const count = async (mine: Coordination): Promise<void> => {
        for (let done = 0; done < 10;) {
          const entry = await mine.get(key);
          const n = Number(entry?.value['n']) + 1;
          const put = await mine.put(key, { n }, { expected: entry?.version ?? null });
          if (put.outcome === 'put') done++;
        }
      };
      await Promise.all([count(store), count(other), count(store), count(other)]);
      expect((await store.get(key))?.value).toEqual({ n: 40 });
    });

    describe('a deletion', () => {
      test('takes the entry away, once', async () => {
        const key = newKey();
        await store.put(key, {});
        expect([await other.delete(key), await store.delete(key), await store.get(key)]).toEqual([
          true,
          false,
          undefined,
        ]);
      });

      test('that expects another version leaves it', async () => {
        const key = newKey();
        const version = await putVersion(store.put(key, {}));
        expect(await store.delete(key, version + 1)).toBe(false);
        expect(await store.get(key)).toBeDefined();
        expect(await store.delete(key, version)).toBe(true);
      });
    });

    describe('a range', () => {
      test('gives the keys from one, included, to another, excluded, in order', async () => {
        const prefix = newKey();
        for (const end of ['c', 'a', 'd', 'b', 'bb']) await store.put(`${prefix}${end}`, { end });
        const found = await other.range(`${prefix}b`, `${prefix}d`);
        expect(found.map(({ value }) => value['end'])).toEqual(['b', 'bb', 'c']);
      });

      test('gives at most its limit, 1,000 where none is named', async () => {
        const prefix = newKey();
        const many = Array.from({ length: 1_001 }, (_, n) => ({
          key: `${prefix}${String(n).padStart(4, '0')}`,
          value: { n },
        }));
        await store.putMany(many);
        expect(await store.range(prefix, `${prefix}~`)).toHaveLength(1_000);
        expect((await store.range(prefix, `${prefix}~`, 2)).map(({ value }) => value['n'])).toEqual([0, 1]);
      });
    });

    test('putting many puts all of them, with their lives, over whatever is there', async () => {
      const prefix = newKey();
      await store.put(`${prefix}1`, { old: true });
      await store.putMany([
        { key: `${prefix}1`, value: { n: 1 } },
        { key: `${prefix}2`, value: { n: 2 }, ttl: 60_000 },
        { key: `${prefix}3`, value: { n: 3 }, ttl: 1 },
      ]);
      await expired(store, `${prefix}3`);
      const found = await other.range(prefix, `${prefix}~`);
      expect(found.map(({ value, expiresAt }) => [value['n'], expiresAt === null])).toEqual([
        [1, true],
        [2, false],
      ]);
      await store.putMany([]);
    });

    test('sweeping removes what has expired, however much, and nothing else', async () => {
      const prefix = newKey();
      await store.putMany(
        Array.from({ length: 1_200 }, (_, n) => ({ key: `${prefix}a${n}`, value: {}, ttl: 1 })),
      );
      await store.putMany([
        { key: `${prefix}b`, value: {}, ttl: 60_000 },
        { key: `${prefix}c`, value: {} },
      ]);
      await eventually('expiry', async () => (await store.range(`${prefix}a`, `${prefix}b`)).length === 0);
      expect(await store.sweep()).toBeGreaterThanOrEqual(1_200);
      expect(await other.range(prefix, `${prefix}~`)).toHaveLength(2);
      expect(await store.sweep()).toBe(0);
    });

    test('any sequence of puts and deletions, through two adapters in turn, does what a map of entries does', async () => {
      const step = fc.record({
        call: fc.constantFrom('put', 'put', 'delete'),
        key: fc.nat(2),
        // Of the version that the model has: right, wrong, none, or not asked.
        expected: fc.constantFrom('right', 'wrong', 'none', 'whatever'),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (sequence) => {
          const prefix = newKey();
          const model = new Map<string, { version: number; n: number }>();
          for (const [n, { call, key: index, expected }] of sequence.entries()) {
            const [mine, key] = [n % 2 === 0 ? store : other, `${prefix}${index}`];
            const there = model.get(key);
            const wrong = expected === 'wrong' || (expected === 'none' && there !== undefined);
            if (call === 'delete') {
              const version = expected === 'wrong' ? (there?.version ?? 0) + 7 : there?.version;
              const asked = expected === 'whatever' ? undefined : version;
              const deleted = there !== undefined && expected !== 'wrong';
              expect(await mine.delete(key, asked)).toBe(deleted);
              if (deleted) model.delete(key);
              continue;
            }
            const asked = { right: there?.version ?? null, wrong: (there?.version ?? 0) + 7, none: null }[
              expected as 'right'
            ];
            const put = await mine.put(key, { n }, expected === 'whatever' ? {} : { expected: asked });
            expect(put.outcome).toBe(wrong ? 'conflict' : 'put');
            if (put.outcome === 'put') model.set(key, { version: put.version, n });
          }
          const found = await other.range(prefix, `${prefix}~`);
          expect(found.map(({ key, version, value }) => [key, version, value['n']])).toEqual(
            [...model].map(([key, { version, n }]) => [key, version, n]).sort(),
          );
        }),
        { numRuns: RUNS },
      );
    });
  });
}
