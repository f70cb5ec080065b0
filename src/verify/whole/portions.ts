/**
 * Live read models are read in portions, each in a snapshot of its own together with its lane's checkpoint: a server
 * ends a snapshot after a minute, and live lanes go on meanwhile. So each portion has a position of its own, and is
 * compared with the log up to there.
 */
import type { Position } from '../../platform/event-store/event-store.js';
import { LOG_START } from '../../platform/event-store/event-store.js';
import { laneCheckpoint } from '../../platform/projector/lane-checkpoint.js';
import type { TypedCollection } from '../../platform/projector/typed-collection.js';
import type { KeyedDocument, ReadModelReader } from '../../platform/read-models/read-models.js';
import type { JsonObject } from '../../shared/json.js';
import type { ComparedReadModels } from '../documents.js';

/** Documents of one portion. */
const PAGE = 200;

/** Which position belongs to which key. */
export class Portions {
  private readonly starts: { readonly from: string; readonly position: Position }[] = [];

  /** Of keys from `from` (inclusive) to the next portion; in ascending order. */
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

  /** The checkpoint never goes back: the first and the last are the lowest and the highest. */
  get first(): Position {
    return this.starts[0]?.position ?? LOG_START;
  }

  get last(): Position {
    return this.starts.at(-1)?.position ?? LOG_START;
  }
}

/** As a report says where the two sides were compared. */
export const comparedAt = (first: Position, last: Position): string =>
  first === last ? `compared at position ${first}` : `compared at positions ${first} to ${last}`;

/** What `read` reads belongs to the position beside it; nothing is read of a lane that has not begun. */
export async function readAtPosition<T>(
  readModels: ComparedReadModels,
  lane: string,
  read: (reader: ReadModelReader) => Promise<T>,
): Promise<{ readonly position: Position; readonly found: T | null }> {
  return readModels.snapshot(async (reader) => {
    const position = await reader.checkpoint(laneCheckpoint(lane));
    if (position === null) return { position: LOG_START, found: null };
    return { position, found: await read(reader) };
  });
}

/** A whole collection, a page a portion. */
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
      reader.range(collection.name, { limit: PAGE, ...after }),
    );
    // The lowest key behind the last one.
    portions.add(last === undefined ? '' : `${last.key}\0`, position);
    for (const document of found ?? []) see(document.key, collection.fields(document));
    last = found?.at(-1);
    if (last === undefined || (found?.length ?? 0) < PAGE) return portions;
  }
}
