/** Read models whose snapshots end soon, as a server ends them after a minute. */
import { StoreUnavailableError } from '../../../packages/platform/src/event-store/event-store.js';
import type {
  KeyedDocument,
  ReadModelReader,
  ReadModels,
} from '../../../packages/platform/src/read-models/read-models.js';

/** @param between is awaited after every snapshot */
export function endSnapshotsAfter(
  models: ReadModels,
  documents: number,
  between: () => Promise<void> = async () => undefined,
): void {
  const snapshot = models.snapshot.bind(models);
  models.snapshot = async (read) => {
    const result = await snapshot((reader) => read(limited(reader, documents)));
    await between();
    return result;
  };
}

function limited(reader: ReadModelReader, documents: number): ReadModelReader {
  let left = documents;
  const taken = (found: readonly KeyedDocument[]): readonly KeyedDocument[] => {
    left -= found.length;
    if (left < 0) throw new StoreUnavailableError('the snapshot has ended');
    return found;
  };
  return {
    get: (collection, key) => reader.get(collection, key),
    getMany: async (collection, keys) => taken(await reader.getMany(collection, keys)),
    range: async (collection, query) => taken(await reader.range(collection, query)),
    select: (collection, selection) => reader.select(collection, selection),
    checkpoint: (name) => reader.checkpoint(name),
    checkpoints: (prefix) => reader.checkpoints(prefix),
  };
}
