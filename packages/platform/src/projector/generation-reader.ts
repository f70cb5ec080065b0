/** Reads collections by their logical names, each in a given generation. */
import type { JsonObject } from '../values/json.js';
import type { ReadModelReader } from '../read-models/read-models.js';
import { positionOfCheckpoint } from './lane-checkpoint.js';
import { collectionName, type GenerationDocument } from './projector-state.js';
import type { TypedCollection } from './typed-collection.js';

/** No projector has begun to fill this collection: there is no answer yet, not even an empty one. */
export class ReadModelNotReadyError extends Error {
  override readonly name = 'ReadModelNotReadyError';
  constructor(readonly collection: string) {
    super(`the read model ${collection} is not there yet`);
  }
}

/** Gives what `read` finds; `otherwise` while a collection that it reads is not there yet. */
export async function whenReady<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ReadModelNotReadyError) return otherwise;
    throw error;
  }
}

/** The stored names of logical collections. */
export type Places = ReadonlyMap<string, string>;

export const placesOf = (generations: Iterable<GenerationDocument>): Places =>
  new Map(
    [...generations].flatMap(({ collections, generation, dropped_below }) =>
      (dropped_below > generation ? [] : collections).map(
        (name) => [name, collectionName(name, generation)] as const,
      ),
    ),
  );

/** A reader that also gives the typed fields of single documents. */
export interface TypedReader extends ReadModelReader {
  find<Fields extends JsonObject>(
    collection: TypedCollection<Fields>,
    key: string,
  ): Promise<Fields | undefined>;
}

/** Reads logical collections at these places. @throws ReadModelNotReadyError */
export function generationReader(reader: ReadModelReader, places: Places): TypedReader {
  const placeOf = (collection: string): string => {
    const place = places.get(collection);
    if (place === undefined) throw new ReadModelNotReadyError(collection);
    return place;
  };
  return {
    async find(collection, key) {
      const document = await reader.get(placeOf(collection.name), key);
      return document === undefined ? undefined : collection.fields(document);
    },
    get: async (collection, key) => reader.get(placeOf(collection), key),
    getMany: async (collection, keys) => reader.getMany(placeOf(collection), keys),
    range: async (collection, query) => reader.range(placeOf(collection), query),
    select: async (collection, selection) => reader.select(placeOf(collection), selection),
    /** Gives a lane's checkpoint (`lane:<lane>`) as a position, without its epoch. */
    async checkpoint(name) {
      const stored = await reader.checkpoint(name);
      return stored === null ? null : positionOfCheckpoint(name, stored);
    },
    async checkpoints(prefix) {
      const stored = await reader.checkpoints(prefix);
      return new Map([...stored].map(([name, position]) => [name, positionOfCheckpoint(name, position)]));
    },
  };
}
