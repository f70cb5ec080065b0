/** Projectors' state beside their checkpoints, for all processes: generations, troubles, parked subjects. */
import type { Position, RecordedEvent } from '../event-store/event-store.js';
import type {
  CollectionSpec,
  KeyedDocument,
  RangeQuery,
  ReadModelReader,
} from '../read-models/read-models.js';
import type { JsonObject } from '../values/json.js';
import type { Projection } from './projection.js';
import { typedCollection, type TypedCollection } from './typed-collection.js';

/** The generation of a projection that is read, and the version of the projection that fills it. */
export type GenerationDocument = {
  readonly projection: string;
  readonly lane: string;
  /** `REMOVED`: no projection fills it any more. */
  readonly version: number;
  readonly generation: number;
  /** Logical names. */
  readonly collections: readonly string[];
  /** Generations below this one are deleted. From here up to `generation` they wait for their readers. */
  readonly dropped_below: number;
  /**
   * The newest version that made it; left out: `version`. An older program leaves the lane alone. 0: an
   * operator gave the lane back to an older program.
   */
  readonly newest?: number;
};

/** Versions of projections begin at 1. */
export const REMOVED = 0;

/** The reason why a lane has stopped. */
export type LaneTroubleDocument = {
  readonly lane: string;
  /** The position of the event before which the lane stopped. */
  readonly position: Position;
  readonly stream: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly reason: string;
};

/** A subject whose documents in one generation of a projection must not be shown. */
export type ParkedDocument = Omit<LaneTroubleDocument, 'lane'> & {
  readonly projection: string;
  readonly generation: number;
  readonly subject: string;
};

export const GENERATIONS = typedCollection<GenerationDocument>('projector_generations');
export const LANE_TROUBLES = typedCollection<LaneTroubleDocument>('projector_lane_troubles');
/** The stored name is older than the word "parked". Existing stores have it, so it stays. */
export const PARKED = typedCollection<ParkedDocument>('projector_set_aside');

export const PROJECTOR_COLLECTIONS: readonly CollectionSpec[] = [GENERATIONS, LANE_TROUBLES, PARKED];

export const parkedKey = (projection: string, generation: number, subject: string): string =>
  `${projection}.${generation}.${subject}`;

/** The stored name of one generation of a logical collection. */
export const collectionName = (logical: string, generation: number): string => `${logical}_g${generation}`;

/** @param after the generation that the new one will replace */
export const generationSpecs = (
  projection: Pick<Projection<never>, 'collections'>,
  generation: number,
  after?: number,
): readonly CollectionSpec[] =>
  projection.collections.map((spec) => ({
    ...spec,
    name: collectionName(spec.name, generation),
    ...(after === undefined ? {} : { like: collectionName(spec.name, after) }),
  }));

/** The generations that are read now, by projection. */
export async function readGenerations(reader: ReadModelReader) {
  const documents = await reader.range(GENERATIONS.name, {});
  return new Map(documents.map((document) => [document.key, GENERATIONS.fields(document)] as const));
}

export const troubleWith = (recorded: RecordedEvent, reason: string): Omit<LaneTroubleDocument, 'lane'> => ({
  position: recorded.position,
  stream: recorded.stream,
  event_id: recorded.id,
  event_type: recorded.type,
  reason,
});

/** All documents of a range, page by page. */
export async function* everyDocument(
  reader: Pick<ReadModelReader, 'range'>,
  collection: string,
  query: RangeQuery = {},
): AsyncGenerator<KeyedDocument> {
  const { limit = 1_000 } = query;
  let after: KeyedDocument | undefined;
  for (;;) {
    const page = await reader.range(collection, { ...query, limit, ...(after && { after }) });
    yield* page;
    after = page.at(-1);
    if (page.length < limit || after === undefined) return;
  }
}

/** The fields of all documents of a range, page by page. */
export async function* everyFields<Fields extends JsonObject>(
  reader: Pick<ReadModelReader, 'range'>,
  collection: TypedCollection<Fields>,
  query: RangeQuery = {},
): AsyncGenerator<Fields> {
  for await (const document of everyDocument(reader, collection.name, query))
    yield collection.fields(document);
}

export async function allFields<Fields extends JsonObject>(
  ...range: Parameters<typeof everyFields<Fields>>
): Promise<Fields[]> {
  const all: Fields[] = [];
  for await (const fields of everyFields(...range)) all.push(fields);
  return all;
}
