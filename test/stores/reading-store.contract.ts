/** The contract of the ReadingStore port. Every adapter passes all of it. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
  MAX_CONTENT_BYTES,
  type KeptReading,
  type ReadingStore,
} from '../../packages/platform/src/readings/reading-store.js';
import { testPatienceMs } from './patience.js';

jest.setTimeout(testPatienceMs);

export interface ReadingStoreUnderTest {
  /** One more adapter on the same store, as another process would have it. */
  open(): Promise<ReadingStore>;
  dispose(): Promise<void>;
}

const RUNS = process.env['TEST_LONG'] === undefined ? 20 : 500;
const NOON = Date.parse('2026-11-21T12:00:00Z');

/** A kind of its own keeps the cases of one store apart. */
const newKind = (): string => `k${randomUUID()}`;

const reading = (kind: string, key: string, fetchedAt = NOON, text = `${key} ${fetchedAt}`): KeptReading => ({
  kind,
  key,
  fetchedAt,
  content: Buffer.from(text),
});

/** By key, with bytes as text: drivers give buffers of several kinds. */
const plain = (found: readonly KeptReading[]) =>
  found
    .map(({ kind, key, fetchedAt, content }) => [
      kind,
      key,
      fetchedAt,
      Buffer.from(content).toString('latin1'),
    ])
    .sort();

export function readingStoreContract(adapter: string, create: () => Promise<ReadingStoreUnderTest>): void {
  describe(`readings (${adapter})`, () => {
    let underTest: ReadingStoreUnderTest;
    let store: ReadingStore;
    let other: ReadingStore;

    beforeAll(async () => {
      underTest = await create();
      [store, other] = [await underTest.open(), await underTest.open()];
    });
    afterAll(async () => {
      await Promise.all([store.close(), other.close()]);
      await underTest.dispose();
    });

    test('what is kept is there for every adapter, byte for byte', async () => {
      const kind = newKind();
      const content = Buffer.from([0, 255, 10, 13, 39, 0]);
      const kept = { kind, key: "00445790/officers' é🦊", fetchedAt: NOON, content };
      await store.keep(kept);
      for (const reader of [store, other])
        expect(plain(await reader.find(kind, [kept.key], 0))).toEqual(plain([kept]));
    });

    test('of many keys those that are there are found, and of their kind only', async () => {
      const [kind, another] = [newKind(), newKind()];
      const there = Array.from({ length: 30 }, (_, n) => reading(kind, `there ${n}`));
      for (const one of there) await store.keep(one);
      await store.keep(reading(another, 'there 1'));
      const keys = [...there.map(({ key }) => key), ...Array.from({ length: 2_500 }, (_, n) => `none ${n}`)];
      expect(plain(await other.find(kind, keys, 0))).toEqual(plain(there));
      expect(await other.find(another, ['there 2'], 0)).toEqual([]);
      expect(await other.find(kind, [], 0)).toEqual([]);
    });

    test('one that was fetched before the moment named is not found', async () => {
      const kind = newKind();
      await store.keep(reading(kind, 'a'));
      expect(await other.find(kind, ['a'], NOON)).toHaveLength(1);
      expect(await other.find(kind, ['a'], NOON + 1)).toEqual([]);
    });

    test('one whose days begin later is there already, and stays until they are over', async () => {
      const kind = newKind();
      const past = Date.parse('2000-01-01T00:00:00Z');
      await store.keep(reading(kind, 'ahead', past + 2_000));
      await store.sweep(past + 2_000);
      expect(await other.find(kind, ['ahead'], past)).toHaveLength(1);
      await store.sweep(past + 2_001);
      expect(await other.find(kind, ['ahead'], past)).toEqual([]);
    });

    test('a later one takes its place, an earlier one does not', async () => {
      const kind = newKind();
      await store.keep(reading(kind, 'a', NOON, 'first'));
      await other.keep(reading(kind, 'a', NOON + 5, 'second'));
      await store.keep(reading(kind, 'a', NOON + 4, 'too late'));
      expect(plain(await store.find(kind, ['a'], 0))).toEqual([[kind, 'a', NOON + 5, 'second']]);
    });

    test('of several kept at once the latest stays', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(fc.nat(1_000), { minLength: 1, maxLength: 8 }), async (ages) => {
          const kind = newKind();
          await Promise.all(
            ages.map((age, n) => (n % 2 === 0 ? store : other).keep(reading(kind, 'a', NOON - age))),
          );
          const latest = NOON - Math.min(...ages);
          expect(plain(await store.find(kind, ['a'], 0))).toEqual(plain([reading(kind, 'a', latest)]));
        }),
        { numRuns: RUNS },
      );
    });

    test('the largest is kept whole, and a larger one is refused', async () => {
      const kind = newKind();
      const content = Buffer.alloc(MAX_CONTENT_BYTES, 'abc');
      await store.keep({ kind, key: 'a', fetchedAt: NOON, content });
      const [found] = await other.find(kind, ['a'], 0);
      expect(Buffer.compare(Buffer.from(found?.content ?? []), content)).toBe(0);
      const larger = { kind, key: 'b', fetchedAt: NOON, content: Buffer.alloc(MAX_CONTENT_BYTES + 1) };
      await expect(store.keep(larger)).rejects.toThrow(RangeError);
    });

    test('a sweep removes what was fetched before its moment, and says how many', async () => {
      const kind = newKind();
      const long = Date.parse('2001-01-01T00:00:00Z');
      const old = Array.from({ length: 450 }, (_, n) => reading(kind, `old ${n}`, long + n));
      await Promise.all(old.map((one) => store.keep(one)));
      await store.keep(reading(kind, 'young', long + 1_000));
      const keys = [...old.map(({ key }) => key), 'young'];
      expect(await other.sweep(long + 450)).toBe(450);
      expect((await store.find(kind, keys, 0)).map(({ key }) => key)).toEqual(['young']);
      expect(await other.sweep(long + 450)).toBe(0);
    });
  });
}
