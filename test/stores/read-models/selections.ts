/**
 * What every ReadModels promises about selections: the page, its order, and the number of all that meet the
 * conditions.
 */
import type { ReadModels, Selection } from '../../../packages/platform/src/read-models/read-models.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import { keys, newCollection, put, utf8, write, type TwoReadModels } from './read-models-under-test.js';

const INDEXES = [{ name: 'list', fields: ['account', 'made', 'state', 'rows'] }];

const DOCUMENTS: readonly (readonly [string, JsonObject])[] = [
  ['j1', { account: 1, made: '2026-11-01', state: 'done', rows: 3 }],
  ['j2', { account: 1, made: '2026-11-02', state: 'open', rows: 0 }],
  ['j3', { account: 2, made: '2026-11-02', state: 'done', rows: 7 }],
  ['j4', { account: 1, made: '2026-11-03', state: 'done', rows: 3 }],
  ['j5', { account: 1, made: '2026-11-03', rows: 1 }],
  ['j6', { account: 1, state: 'done', rows: 'many' }],
];

const ALL: Selection = { index: 'list', where: {}, sort: 'made', order: 'ascending', skip: 0, limit: 10 };

export function selectionsContract(stores: () => TwoReadModels): void {
  const filled = async (): Promise<{ models: ReadModels; collection: string }> => {
    const collection = await newCollection(stores(), INDEXES);
    const puts = DOCUMENTS.map(([key, fields]) => put(collection, key, fields, utf8(key)));
    await write(stores().models, ...puts);
    return { models: stores().models, collection };
  };

  test.each<[string, Partial<Selection>, string, number]>([
    ['all by a field, then by key, what lacks it first', {}, 'j6 j1 j2 j3 j4 j5', 6],
    ['the same backwards', { order: 'descending' }, 'j5 j4 j3 j2 j1 j6', 6],
    ['a part, and the number of all', { skip: 2, limit: 2 }, 'j2 j3', 6],
    ['none behind the last', { skip: 6 }, '', 6],
    ['what has a value', { where: { account: 1 } }, 'j6 j1 j2 j4 j5', 5],
    ['what has several values', { where: { account: 1, state: 'done' } }, 'j6 j1 j4', 3],
    ['from a text on', { where: { made: { from: '2026-11-02' } } }, 'j2 j3 j4 j5', 4],
    ['up to a text', { where: { made: { to: '2026-11-02' } } }, 'j1', 1],
    ['between texts', { where: { made: { from: '2026-11-02', to: '2026-11-03' } } }, 'j2 j3', 2],
    ['from a number on, and no text', { where: { rows: { from: 1 } } }, 'j1 j3 j4 j5', 4],
    ['below a number', { where: { rows: { to: 1 } } }, 'j2', 1],
    ['by another field', { where: { state: 'done' }, sort: 'rows', order: 'descending' }, 'j6 j3 j4 j1', 4],
    ['nothing of a value that nothing has', { where: { state: 'lost' } }, '', 0],
  ])('a selection gives %s', async (_title, part, expected, total) => {
    const { models, collection } = await filled();
    const found = await models.select(collection, { ...ALL, ...part });
    expect([keys(found.documents).join(' '), found.total]).toEqual([expected, total]);
    expect(found.documents.every(({ key, body }) => Buffer.compare(body ?? utf8(''), utf8(key)) === 0)).toBe(
      true,
    );
  });

  test('a selection of a collection that is not there is empty, and a snapshot selects of its moment', async () => {
    const { models, collection } = await filled();
    expect(await models.select('never_declared', ALL)).toEqual({ documents: [], total: 0 });
    await models.snapshot(async (reader) => {
      await reader.select(collection, ALL);
      await write(stores().other, put(collection, 'j9', { account: 1 }));
      expect((await reader.select(collection, ALL)).total).toBe(6);
    });
    expect((await models.select(collection, ALL)).total).toBe(7);
  });

  test('a selection that needs no total is the same page without one', async () => {
    const { models, collection } = await filled();
    const found = await models.select(collection, { ...ALL, skip: 2, limit: 2, isCounted: false });
    expect([keys(found.documents).join(' '), found.total]).toEqual(['j2 j3', null]);
  });

  test.each<[string, Partial<Selection>]>([
    ['an index that was not declared', { index: 'by_nothing' }],
    ['a condition on a field beside the index', { where: { colour: 'red' } }],
    ['an order by a field beside the index', { sort: 'colour' }],
  ])('a selection by %s is refused as a mistake of the caller', async (_title, part) => {
    const { models, collection } = await filled();
    await expect(models.select(collection, { ...ALL, ...part })).rejects.toThrow(/colour|by_nothing/);
  });
}
