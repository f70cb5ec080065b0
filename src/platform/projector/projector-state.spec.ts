import { generationSpecs } from './projector-state.js';

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
