import fc from 'fast-check';
import { SortedTree } from '../src/store/sorted-tree.js';

type Step = { readonly do: 'put' | 'remove'; readonly key: string; readonly value: number };

const key = fc.integer({ min: 0, max: 400 }).map((n) => String(n).padStart(3, '0'));
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('put', 'put', 'remove'),
  key,
  value: fc.nat(),
});
const steps = fc.array(step, { maxLength: 1_500, size: 'max' });

function applied(tree: SortedTree<number>, { do: what, key: at, value }: Step): SortedTree<number> {
  return what === 'put' ? tree.with(at, value) : tree.without(at);
}

function sorted(model: ReadonlyMap<string, number>): [string, number][] {
  return [...model].sort(([a], [b]) => (a < b ? -1 : 1));
}

test('a tree holds what a map does, in the order of its keys, both ways and between any two', () => {
  fc.assert(
    fc.property(steps, key, key, (all, from, to) => {
      const model = new Map<string, number>();
      let tree = SortedTree.empty<number>();
      for (const one of all) {
        tree = applied(tree, one);
        if (one.do === 'put') model.set(one.key, one.value);
        else model.delete(one.key);
      }
      const expected = sorted(model);
      const between = expected.filter(([at]) => at >= from && at < to);
      expect(tree.size).toBe(model.size);
      expect([...tree.entries()]).toEqual(expected);
      expect([...tree.entries({ from: '' }, true)]).toEqual(expected.slice().reverse());
      expect([...tree.entries({ from, to })]).toEqual(between);
      expect([...tree.entries({ from, to }, true)]).toEqual(between.slice().reverse());
      expect(tree.get(from)).toBe(model.get(from));
    }),
    { numRuns: 60 },
  );
});

test('whoever holds a tree keeps what it held, whatever is made of it', () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const held = before.reduce(applied, SortedTree.empty<number>());
      const content = [...held.entries()];
      after.reduce(applied, held);
      expect([...held.entries()]).toEqual(content);
      expect(held.size).toBe(content.length);
    }),
    { numRuns: 30 },
  );
});

test('made of a sorted list it is the same, and can be written to', () => {
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 400, size: 'max' }), steps, (keys, all) => {
      const list = keys.sort().map((one, n) => [one, n] as const);
      const made = SortedTree.from(list);
      expect([...made.entries()]).toEqual(list);
      const put = list.reduce((tree, [one, n]) => tree.with(one, n), SortedTree.empty<number>());
      expect([...all.reduce(applied, made).entries()]).toEqual([...all.reduce(applied, put).entries()]);
    }),
    { numRuns: 30 },
  );
});

test('keys in ascending order fill a tree that finds each of them', () => {
  let tree = SortedTree.empty<number>();
  for (let n = 0; n < 20_000; n += 1) tree = tree.with(String(n).padStart(6, '0'), n);
  for (let n = 0; n < 20_000; n += 997) expect(tree.get(String(n).padStart(6, '0'))).toBe(n);
  expect([...tree.entries({ from: '019998' })].map(([, n]) => n)).toEqual([19_998, 19_999]);
});
