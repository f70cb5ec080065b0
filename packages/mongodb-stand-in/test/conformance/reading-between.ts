/** Finds between two places of an index: `min`, `max` and the hint that they need. */
import { MaxKey, MinKey } from 'mongodb';
import { idsOf, newCollection, refusal, type GetServer } from './plain-client.js';

export function readingBetweenConforms(server: GetServer): void {
  const filled = async () => {
    const collection = newCollection<{ _id: string; a?: string | number; b?: number }>(server());
    await collection.createIndex({ a: 1, b: 1, _id: 1 });
    await collection.insertMany([
      { _id: 'none' },
      { _id: 'n1', a: 1 },
      { _id: 'n2', a: 2, b: 5 },
      { _id: 'x1', a: 'x', b: 1 },
      { _id: 'x2', a: 'x', b: 2 },
      { _id: 'x2b', a: 'x', b: 2 },
      { _id: 'ä', a: 'ä', b: 0 },
    ]);
    return collection;
  };
  const hint = { a: 1, b: 1, _id: 1 } as const;
  const place = (a: unknown, b: unknown = new MinKey(), _id: unknown = new MinKey()) => ({ a, b, _id });

  test.each<[string, object, object, string]>([
    ['from the first, included, to the last, excluded', place('x', 1, 'x1'), place('x', 2, 'x2b'), 'x1 x2'],
    ['across types: numbers, then text', place(2), place('x', 2), 'n2 x1'],
    ['what lacks the field is null, and comes first', place(null), place(2), 'none n1'],
    ['everything', place(new MinKey()), place(new MaxKey()), 'none n1 n2 x1 x2 x2b ä'],
    ['text by its bytes', place('y'), place('日'), 'ä'],
  ])('%s, in either direction', async (_title, min, max, expected) => {
    const collection = await filled();
    expect(idsOf(await collection.find({}, { hint, min, max }).sort(hint).toArray()).join(' ')).toBe(
      expected,
    );
    const backwards = collection.find({}, { hint, min, max }).sort({ a: -1, b: -1, _id: -1 });
    expect(
      idsOf(await backwards.toArray())
        .reverse()
        .join(' '),
    ).toBe(expected);
  });

  test('only what the filter matches, and no more than the limit', async () => {
    const collection = await filled();
    const found = collection.find({ b: 2 }, { hint, min: place(1), limit: 1 }).sort(hint);
    expect(idsOf(await found.toArray())).toEqual(['x2']);
  });

  test('nothing of a collection that is not there', async () => {
    const found = newCollection(server()).find({}, { hint, min: place(1), max: place(2) });
    expect(await found.toArray()).toEqual([]);
  });

  test.each<[string, object, number]>([
    ['without a hint', { min: place(1) }, 51173],
    ['with places of other fields than the index has', { hint, min: { a: 1 } }, 51174],
    ['with places that cross', { hint, min: place(2), max: place(1) }, 51175],
    ['with places that meet', { hint, min: place(2), max: place(2) }, 51175],
  ])('are refused %s', async (_title, options, code) => {
    const collection = await filled();
    expect(await refusal(collection.find({}, options).toArray())).toMatchObject({ code });
  });

  test('with a hint of an index that is not there are refused', async () => {
    const collection = await filled();
    const found = collection.find({}, { hint: { b: 1 }, min: { b: 1 } });
    expect(await refusal(found.toArray())).toMatchObject({ code: 2 });
  });
}
