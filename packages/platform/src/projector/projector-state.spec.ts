import { MemoryReadModels } from '../../../../test/support/stores/memory-read-models.js';
import type { Position } from '../event-store/event-store.js';
import { everyDocument, generationSpecs } from './projector-state.js';

const projection = { collections: [{ name: 'things', indexes: [{ name: 'by_owner', fields: ['owner'] }] }] };

describe('the collections of a generation', () => {
  test('are named by it, and say which ones they take the place of', () => {
    const { indexes } = projection.collections[0] ?? {};
    expect(generationSpecs(projection, 3, 1)).toEqual([{ name: 'things_g3', like: 'things_g1', indexes }]);
  });

  test('take the place of none where it is the first', () => {
    expect(generationSpecs(projection, 1)).toEqual([{ ...projection.collections[0], name: 'things_g1' }]);
  });
});

describe('every document of a range', () => {
  const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  let models: MemoryReadModels;
  beforeEach(async () => {
    models = new MemoryReadModels();
    await models.declare([{ name: 'things', indexes: [{ name: 'by_owner', fields: ['owner'] }] }]);
    const writes = KEYS.map((key, index) => ({
      op: 'put' as const,
      collection: 'things',
      key,
      document: { fields: { owner: index % 2 === 0 ? 'even' : 'odd' } },
    }));
    await models.commit(writes, { name: 'things', expected: null, next: '1' as Position });
  });

  const keysOf = async (query: Parameters<typeof everyDocument>[2]): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of everyDocument(models, 'things', query)) keys.push(key);
    return keys;
  };

  test.each([1, 2, 3, 6, 7, 8])('comes once, in order, over pages of %d', async (limit) => {
    expect(await keysOf({ limit })).toEqual(KEYS);
    expect(await keysOf({ limit, order: 'descending' })).toEqual([...KEYS].reverse());
    expect(await keysOf({ limit, from: 'b', to: 'f' })).toEqual(['b', 'c', 'd', 'e']);
    expect(await keysOf({ limit, index: 'by_owner', equals: ['even'] })).toEqual(['a', 'c', 'e', 'g']);
    expect(await keysOf({ limit, from: 'x' })).toEqual([]);
  });

  test('is read to its end, and no page after that', async () => {
    const asked: unknown[] = [];
    const counted: Pick<MemoryReadModels, 'range'> = {
      range: (collection, query) => {
        asked.push(query.after?.key);
        return models.range(collection, query);
      },
    };
    for await (const { key } of everyDocument(counted, 'things', { limit: 3 })) expect(KEYS).toContain(key);
    expect(asked).toEqual([undefined, 'c', 'f']);
  });
});
