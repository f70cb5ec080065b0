import { MemoryReadModels } from '../../../support/stores/memory-read-models.js';
import {
  REMOVED,
  type GenerationDocument,
} from '../../../../packages/platform/src/projector/projector-state.js';
import { dropRetired, hasRetired } from '../../../../packages/platform/src/projector/retire.js';

const LIVE: GenerationDocument = {
  projection: 'counts',
  lane: 'numbers',
  version: 2,
  generation: 4,
  collections: ['counts', 'marks'],
  dropped_below: 2,
};
const GONE = { ...LIVE, version: REMOVED };

/** What is dropped, and what is to be written then. */
async function dropped(document: GenerationDocument) {
  const models = new MemoryReadModels();
  const collections: string[] = [];
  models.drop = async (names, checkpoints) => {
    collections.push(...names, ...checkpoints);
  };
  return { writes: await dropRetired(models, document), collections };
}
const parkedOf = (generation: number): object => ({
  op: 'deleteRange',
  collection: 'projector_set_aside',
  from: `counts.${generation}.`,
  to: `counts.${generation}.\uffff`,
});

it('generations before the one that is read go, with what was parked in them', async () => {
  const { writes, collections } = await dropped(LIVE);
  expect(collections).toEqual(['counts_g2', 'marks_g2', 'counts_g3', 'marks_g3']);
  expect(writes).toEqual([
    parkedOf(2),
    parkedOf(3),
    {
      op: 'put',
      collection: 'projector_generations',
      key: 'counts',
      document: { fields: { ...LIVE, dropped_below: 4 } },
    },
  ]);
});

it('of a projection that is no more the last one goes too; that it is no more stays known', async () => {
  const { writes, collections } = await dropped(GONE);
  expect(collections.slice(4)).toEqual(['counts_g4', 'marks_g4']);
  expect(writes.slice(2)).toEqual([
    parkedOf(4),
    {
      op: 'put',
      collection: 'projector_generations',
      key: 'counts',
      document: { fields: { ...GONE, dropped_below: 5 } },
    },
  ]);
});

it('there is something to drop below the generation that is read alone', () => {
  expect(
    [LIVE, { ...LIVE, dropped_below: 4 }, { ...GONE, dropped_below: 4 }, { ...GONE, dropped_below: 5 }].map(
      hasRetired,
    ),
  ).toEqual([true, false, true, false]);
});
