/** Drops generations that are no longer read, and the parked subjects in them. */
import type { ReadModels, Write } from '../read-models/read-models.js';
import type { GenerationDocument } from './projector-state.js';
import { GENERATIONS, PARKED, REMOVED, collectionName, parkedKey } from './projector-state.js';

const isRemoved = ({ version }: GenerationDocument): boolean => version === REMOVED;

/** Includes the last generation of a removed projection. */
function retired(document: GenerationDocument): number[] {
  const { dropped_below, generation } = document;
  const end = isRemoved(document) ? generation + 1 : generation;
  return Array.from({ length: end - dropped_below }, (_, index) => dropped_below + index);
}

export const hasRetired = (document: GenerationDocument): boolean => retired(document).length > 0;

/**
 * Drops the retired generations of a projection. Called once no reader can still use their names.
 * @returns writes that record it, so that they aren't dropped again
 */
export async function dropRetired(
  models: ReadModels,
  document: GenerationDocument,
): Promise<readonly Write[]> {
  const { projection, collections, generation } = document;
  const gone = retired(document);
  const dropped = gone.flatMap((old) => collections.map((name) => collectionName(name, old)));
  await models.drop(dropped, []);
  return [
    ...gone.map((old): Write => ({
      op: 'deleteRange',
      collection: PARKED.name,
      from: parkedKey(projection, old, ''),
      to: parkedKey(projection, old, '\uffff'),
    })),
    // That of a removed projection stays: an older program sees that a newer one removed it.
    {
      op: 'put',
      collection: GENERATIONS.name,
      key: projection,
      document: GENERATIONS.document({
        ...document,
        dropped_below: isRemoved(document) ? generation + 1 : generation,
      }),
    },
  ];
}
