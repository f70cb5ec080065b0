/**
 * Finds of several stretches of one index, in its order: what they find, and what `explain` tells of them.
 */
import type { Document } from 'mongodb';
import { idsOf, newCollection, refusal, type GetServer } from './plain-client.js';

/** The names of the stages, from the top. */
function stagesOf(plan: Document): string[] {
  const within = [plan['inputStage'], ...((plan['inputStages'] as unknown[] | undefined) ?? [])];
  const below = within.filter((one): one is Document => typeof one === 'object' && one !== null);
  return [String(plan['stage']), ...below.flatMap(stagesOf)];
}

export function explainingConforms(server: GetServer): void {
  const filled = async () => {
    const collection = newCollection<{ _id: string; a?: string | number; b?: number }>(server());
    await collection.createIndex({ a: 1, b: 1, _id: 1 });
    await collection.insertMany([
      { _id: 'ä', a: 'ä', b: 0 },
      { _id: 'none' },
      { _id: 'n2', a: 2, b: 5 },
      { _id: 'n1', a: 1 },
      { _id: 'x2b', a: 'x', b: 2 },
      { _id: 'x2', a: 'x', b: 2 },
      { _id: 'x1', a: 'x', b: 1 },
    ]);
    return collection;
  };
  const hint = { a: 1, b: 1, _id: 1 } as const;
  const backwards = { a: -1, b: -1, _id: -1 } as const;

  test.each<[string, Document, string]>([
    ['one stretch', { a: 'x', b: { $gte: 1, $lt: 2 } }, 'x1'],
    ['what lacks the field is null', { a: null }, 'none'],
    [
      'behind a place of three fields',
      { $or: [{ a: 'x', b: { $gt: 2 } }, { a: { $gt: 'x' } }, { a: 'x', b: 2, _id: { $gt: 'x2' } }] },
      'x2b ä',
    ],
    [
      'all types, each told by itself',
      { $or: [{ a: { $gte: '' } }, { a: { $gte: -Infinity } }, { a: null }] },
      'none n1 n2 x1 x2 x2b ä',
    ],
    ['stretches that overlap, each document once', { $or: [{ a: 'x' }, { a: { $gt: 'b' } }] }, 'x1 x2 x2b ä'],
    ['what stands beside the stretches', { b: 2, $or: [{ a: 'x' }, { a: 2 }] }, 'x2 x2b'],
    ['everything', {}, 'none n1 n2 x1 x2 x2b ä'],
  ])('%s, in either direction, without sorting', async (_title, filter, expected) => {
    const collection = await filled();
    for (const [sort, ids] of [
      [hint, expected.split(' ')],
      [backwards, expected.split(' ').reverse()],
    ] as const) {
      const find = () => collection.find(filter, { hint, sort });
      expect(idsOf(await find().toArray())).toEqual(ids);
      const { queryPlanner } = await find().explain();
      const stages = stagesOf((queryPlanner as Document)['winningPlan'] as Document);
      expect(stages).toContain('IXSCAN');
      expect(stages).not.toContain('SORT');
      expect(stages).not.toContain('COLLSCAN');
    }
  });

  test('a limit ends the reading of the index', async () => {
    const collection = newCollection<{ _id: number; a: number }>(server());
    await collection.createIndex({ a: 1, _id: 1 });
    await collection.insertMany(Array.from({ length: 500 }, (_, _id) => ({ _id, a: _id % 2 })));
    const filter = { $or: [{ a: 0, _id: { $gt: 10 } }, { a: { $gt: 0 } }] };
    const index = { a: 1, _id: 1 } as const;
    const find = () => collection.find(filter, { hint: index, sort: index, limit: 5 });
    expect(idsOf(await find().toArray())).toEqual([12, 14, 16, 18, 20]);
    const { executionStats } = await find().explain('executionStats');
    expect(executionStats).toMatchObject({ nReturned: 5 });
    expect((executionStats as Document)['totalKeysExamined']).toBeLessThan(10);
  });

  test('another order than that of the index is sorted, and without an index all are looked at', async () => {
    const collection = await filled();
    const sorted = await collection.find({ a: 'x' }, { hint, sort: { _id: -1 } }).explain();
    expect(stagesOf((sorted['queryPlanner'] as Document)['winningPlan'] as Document)).toContain('SORT');
    const all = await collection.find({ b: 2 }).explain();
    expect(stagesOf((all['queryPlanner'] as Document)['winningPlan'] as Document)).toContain('COLLSCAN');
  });

  test('nothing of a collection that is not there', async () => {
    expect(await newCollection(server()).find({}, { hint, sort: hint }).toArray()).toEqual([]);
  });

  test('a hint of an index that is not there is refused', async () => {
    const collection = await filled();
    expect(await refusal(collection.find({}, { hint: { b: 1 } }).toArray())).toMatchObject({ code: 2 });
  });
}
