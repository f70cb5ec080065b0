/** All documents of all live read models, as text: for tests that compare ways of getting there. */
import { PROJECTIONS } from '../../../projections/index.js';
import { canonicalText } from '../../../packages/platform/src/projector/compare-documents.js';
import {
  collectionName,
  everyDocument,
  readGenerations,
} from '../../../packages/platform/src/projector/projector-state.js';
import type { ReadModels } from '../../../packages/platform/src/read-models/read-models.js';

/** `collection/key` to the document; of the lanes named, or of all. */
export async function contents(
  models: ReadModels,
  lanes: readonly string[] = PROJECTIONS.lanes.map(({ name }) => name),
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  await models.snapshot(async (reader) => {
    for (const { lane, collections, generation } of (await readGenerations(reader)).values()) {
      if (!lanes.includes(lane)) continue;
      for (const logical of collections)
        for await (const document of everyDocument(reader, collectionName(logical, generation)))
          found[`${logical}/${document.key}`] = canonicalText(document);
    }
  });
  return found;
}
