/** Rebuilds one projection from the log beside the live generation, compares the two, and switches. */
import type { Position } from '../event-store/event-store.js';
import type { ReadModelReader } from '../read-models/read-models.js';
import { ShadowRebuild } from './shadow-rebuild.js';
import { compareDocuments, type Comparison } from './compare-documents.js';
import { lanePlace } from './lane-checkpoint.js';
import { findProjection, type Lane, type ProjectionSet, type ProjectorStores } from './lane.js';
import { openLane } from './open-lane.js';
import type { Projection } from './projection.js';
import { collectionName, everyDocument, readGenerations } from './projector-state.js';

export interface RebuildReport extends Comparison {
  readonly projection: string;
  readonly version: number;
  /** Where both were compared. */
  readonly position: Position;
  /** Stored events that were read. */
  readonly events: number;
  readonly events_per_second: number;
}

/** @throws RangeError where no projection has the name; LaneStoppedError; what the stores throw */
export async function rebuildProjection<Event>(
  over: { readonly stores: ProjectorStores; readonly set: ProjectionSet<Event> },
  name: string,
): Promise<RebuildReport> {
  const found = findProjection(over.set, name);
  if (found === undefined) throw new RangeError(`there is no projection '${name}'`);
  const { lane, projection } = found;
  // A lane that was never started begins here.
  await openLane(over.stores, over.set, lane);
  const started = performance.now();
  const shadow = await ShadowRebuild.begin({ ...over, lane, projections: [projection] });
  try {
    const compared = await compareAtLane(over.stores, lane, projection, shadow);
    const seconds = (performance.now() - started) / 1_000;
    const { events } = shadow;
    await shadow.takeOver();
    const speed = Math.round(events / Math.max(seconds, 0.001));
    return { projection: name, version: projection.version, events, events_per_second: speed, ...compared };
  } catch (error) {
    await shadow.abandon();
    throw error;
  }
}

/** Meets the lane as often as it takes to see both generations at the same position in one snapshot. */
async function compareAtLane<Event>(
  { models }: ProjectorStores,
  lane: Lane<Event>,
  projection: Projection<Event>,
  shadow: ShadowRebuild<Event>,
): Promise<Comparison & { readonly position: Position }> {
  for (;;) {
    const place = await lanePlace(models, lane.name);
    if (place !== null) await shadow.catchUp(place.position);
    const compared = await models.snapshot(async (reader) => {
      const now = await lanePlace(reader, lane.name);
      if (now?.position !== shadow.position) return undefined;
      return compareGenerations(reader, projection, shadow.generation);
    });
    if (compared !== undefined) return { position: shadow.position, ...compared };
  }
}

async function compareGenerations<Event>(
  reader: ReadModelReader,
  projection: Projection<Event>,
  rebuilt: number,
): Promise<Comparison> {
  const live = (await readGenerations(reader)).get(projection.name);
  return compareDocuments(
    projection.collections.map(({ name }) => ({
      collection: name,
      live:
        live === undefined ? nothing() : everyDocument(reader, collectionName(name, live.generation), PAGES),
      rebuilt: everyDocument(reader, collectionName(name, rebuilt), PAGES),
    })),
  );
}

/** Documents with bodies are large: few at a time. */
const PAGES = { limit: 100 };

async function* nothing(): AsyncGenerator<never> {
  yield* [];
}
