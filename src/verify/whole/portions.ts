/**
 * Reads live read models in portions, each in its own snapshot together with its lane's checkpoint: a server
 * ends a snapshot after a minute, and lanes go on meanwhile. So each portion is compared with the log up to
 * its own position.
 */
import { LOG_START, type Position } from '../../../packages/platform/src/event-store/event-store.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import { laneCheckpoint } from '../../../packages/platform/src/projector/lane-checkpoint.js';
import type { TypedCollection } from '../../../packages/platform/src/projector/typed-collection.js';
import type {
  KeyedDocument,
  ReadModelReader,
} from '../../../packages/platform/src/read-models/read-models.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import type { ComparedReadModels } from '../documents.js';

/** Documents in one portion. */
const DOCUMENTS_PER_PAGE = 200;

/** The position at which each key was read. */
export class Portions {
  private readonly starts: { readonly from: string; readonly position: Position }[] = [];

  /** Adds a portion: keys from `from` (inclusive) to the next portion. Call it in ascending order. */
  add(from: string, position: Position): void {
    if (this.starts.at(-1)?.position !== position) this.starts.push({ from, position });
  }

  positionOf(key: string): Position {
    let [low, high] = [0, this.starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle]?.from ?? '') <= key) low = middle + 1;
      else high = middle;
    }
    return this.starts[low - 1]?.position ?? LOG_START;
  }

  /** The lowest position, since a checkpoint never goes back; `last` is the highest. */
  get first(): Position {
    return this.starts[0]?.position ?? LOG_START;
  }

  get last(): Position {
    return this.starts.at(-1)?.position ?? LOG_START;
  }
}

/** The note of a report: where both sides were compared. */
export const comparedAt = (first: Position, last: Position): string =>
  first === last ? `compared at position ${first}` : `compared at positions ${first} to ${last}`;

/** Reads in a snapshot, with the lane's position in it. Reads nothing if the lane has not begun. */
export async function readAtPosition<T>(
  readModels: ComparedReadModels,
  lane: string,
  read: (reader: ReadModelReader) => Promise<T>,
): Promise<{ readonly position: Position; readonly found: T | null }> {
  return readModels.snapshot(async (reader) => {
    const position = await reader.checkpoint(laneCheckpoint(lane));
    if (position === null) return { position: LOG_START, found: null };
    // A read model that an older release made may lack a collection that came later.
    return { position, found: await whenReady(() => read(reader), null) };
  });
}

/** Reads a whole collection, one page a portion. */
export async function readInPortions<F extends JsonObject>(
  { readModels, lane }: { readonly readModels: ComparedReadModels; readonly lane: string },
  collection: TypedCollection<F>,
  see: (key: string, fields: F) => void,
): Promise<Portions> {
  const portions = new Portions();
  let last: KeyedDocument | undefined;
  for (;;) {
    const after = last === undefined ? {} : { after: last };
    const { position, found } = await readAtPosition(readModels, lane, (reader) =>
      reader.range(collection.name, { limit: DOCUMENTS_PER_PAGE, ...after }),
    );
    // The lowest key after the last one.
    portions.add(last === undefined ? '' : `${last.key}\0`, position);
    for (const document of found ?? []) see(document.key, collection.fields(document));
    last = found?.at(-1);
    if (last === undefined || (found?.length ?? 0) < DOCUMENTS_PER_PAGE) return portions;
  }
}
