/** Reads collections by their logical names, each in a given generation. */
import type { JsonObject } from '../values/json.js';
import type { Position } from '../event-store/event-store.js';
import type {
  KeyedDocument,
  RangeQuery,
  ReadModelReader,
  Selected,
  Selection,
} from '../read-models/read-models.js';
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

/** What `read` finds; `otherwise` while a collection that it reads is not there yet. */
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

export class GenerationReader implements TypedReader {
  constructor(
    private readonly reader: ReadModelReader,
    private readonly places: Places,
  ) {}

  async find<Fields extends JsonObject>(
    collection: TypedCollection<Fields>,
    key: string,
  ): Promise<Fields | undefined> {
    const document = await this.get(collection.name, key);
    return document === undefined ? undefined : collection.fields(document);
  }

  async get(collection: string, key: string): Promise<KeyedDocument | undefined> {
    return this.reader.get(this.place(collection), key);
  }

  async getMany(collection: string, keys: readonly string[]): Promise<readonly KeyedDocument[]> {
    return this.reader.getMany(this.place(collection), keys);
  }

  async range(collection: string, query: RangeQuery): Promise<readonly KeyedDocument[]> {
    return this.reader.range(this.place(collection), query);
  }

  async select(collection: string, selection: Selection): Promise<Selected> {
    return this.reader.select(this.place(collection), selection);
  }

  /** Gives a lane's checkpoint (`lane:<lane>`) as a position, without its epoch. */
  async checkpoint(name: string): Promise<Position | null> {
    const stored = await this.reader.checkpoint(name);
    return stored === null ? null : positionOfCheckpoint(name, stored);
  }

  async checkpoints(prefix: string): Promise<ReadonlyMap<string, Position>> {
    const stored = await this.reader.checkpoints(prefix);
    return new Map([...stored].map(([name, position]) => [name, positionOfCheckpoint(name, position)]));
  }

  private place(collection: string): string {
    const place = this.places.get(collection);
    if (place === undefined) throw new ReadModelNotReadyError(collection);
    return place;
  }
}
