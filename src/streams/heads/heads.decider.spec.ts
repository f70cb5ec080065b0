import fc from 'fast-check';
import { TakenSlots } from './heads.decider.js';

it('holds what a map holds, and what is added changes no set before it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), fc.nat(), (slots, some) => {
      const sets = [TakenSlots.NONE];
      for (const [leaf, slot] of slots.entries())
        sets.push((sets.at(-1) ?? TakenSlots.NONE).with(slot, leaf));
      const size = some % sets.length;
      const branched = sets[size]?.with('', 1_000);
      expect(branched?.leafOf('')).toBe(1_000);
      const found = slots.map((slot) => sets[size]?.leafOf(slot));
      expect(found).toEqual(slots.map((_, leaf) => (leaf < size ? leaf : undefined)));
      expect(sets[size]?.leafOf('')).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});

it('a slot costs about as much to add behind many as behind few', () => {
  let steps = 0;
  const RealMap = Map;
  class CountingMap<K, V> extends RealMap<K, V> {
    override set(key: K, value: V): this {
      steps += 1;
      return super.set(key, value);
    }
  }
  global.Map = CountingMap;
  let taken = TakenSlots.NONE;
  try {
    for (let leaf = 0; leaf < 4_096; leaf++) taken = taken.with(String(leaf), leaf);
  } finally {
    global.Map = RealMap;
  }
  expect(taken.leafOf('4095')).toBe(4_095);
  expect(steps).toBeGreaterThan(4_000);
  expect(steps).toBeLessThan(4_096 * 13 + 1);
});
