/** Begins a lane, or finds it begun: its place in the log and the generations that are filled. */
import { LOG_START } from '../event-store/event-store.js';
import type { Write } from '../read-models/read-models.js';
import { Applier } from './applier.js';
import type { Lane, LaneSet, ProjectionSet, ProjectorStores } from './lane.js';
import { laneCheckpoint, lanePlace, placeText, type LanePlace } from './lane-checkpoint.js';
import type { Projection } from './projection.js';
import type { GenerationDocument } from './projector-state.js';
import {
  GENERATIONS,
  PROJECTOR_COLLECTIONS,
  REMOVED,
  generationSpecs,
  readGenerations,
} from './projector-state.js';

export type OpenedLane<Event> =
  | {
      readonly outcome: 'open';
      readonly applier: Applier<Event>;
      readonly generations: readonly GenerationDocument[];
    }
  | ChangedLane<Event>
  /** A newer version of the program made these projections. This one must not write the lane. */
  | { readonly outcome: 'newer'; readonly projections: readonly string[] };

/** Other projections made the stored documents. */
export interface ChangedLane<Event> {
  readonly outcome: 'changed';
  /** New projections, or of another version. They have to be rebuilt first. */
  readonly projections: readonly Projection<Event>[];
  /** Generations that the lane filled for projections that don't exist any more. */
  readonly removed: readonly GenerationDocument[];
  readonly place: LanePlace;
}

const FIRST_GENERATION = 1;

/** The lane's place and its projections' generations, of one moment. */
async function readLane<Event>(
  { models }: ProjectorStores,
  lane: Lane<Event>,
): Promise<{ place: LanePlace | null; generations: ReadonlyMap<string, GenerationDocument> }> {
  return models.snapshot(async (reader) => ({
    place: await lanePlace(reader, lane.name),
    generations: await readGenerations(reader),
  }));
}

/** @param before the lane's last applier in this process */
export async function openLane<Event>(
  stores: ProjectorStores,
  set: ProjectionSet<Event>,
  lane: Lane<Event>,
  before?: Applier<Event>,
): Promise<OpenedLane<Event>> {
  await stores.models.declare(PROJECTOR_COLLECTIONS);
  for (;;) {
    const { place, generations } = await readLane(stores, lane);
    if (place !== null) return openAt({ stores, set, lane }, place, generations, before);
    await beginLane(stores, lane);
  }
}

/** The lane's generations that a newer version of the program made. */
export function madeByNewer(
  set: LaneSet,
  lane: string,
  generations: ReadonlyMap<string, GenerationDocument>,
): readonly GenerationDocument[] {
  const own = new Map(
    set.lanes.flatMap(({ projections }) => projections.map(({ name, version }) => [name, version])),
  );
  return [...generations.values()].filter(({ projection, lane: of, version, newest = version }) => {
    if (of !== lane) return false;
    const known = own.get(projection);
    if (known !== undefined) return newest > known;
    return version !== REMOVED && newest > 0 && set.removed?.includes(projection) !== true;
  });
}

async function openAt<Event>(
  at: { stores: ProjectorStores; set: ProjectionSet<Event>; lane: Lane<Event> },
  place: LanePlace,
  generations: ReadonlyMap<string, GenerationDocument>,
  before: Applier<Event> | undefined,
): Promise<OpenedLane<Event>> {
  const { lane, set } = at;
  const newer = madeByNewer(set, lane.name, generations);
  if (newer.length > 0) return { outcome: 'newer', projections: newer.map(({ projection }) => projection) };
  const known = new Set(set.lanes.flatMap(({ projections }) => projections.map(({ name }) => name)));
  const removed = [...generations.values()].filter(
    (generation) => generation.lane === lane.name && !known.has(generation.projection),
  );
  const isCurrent = ({ name, version }: Projection<Event>): boolean =>
    generations.get(name)?.version === version;
  const projections = lane.projections.filter((projection) => !isCurrent(projection));
  const unmarked = removed.filter(({ version }) => version !== REMOVED);
  if (projections.length + unmarked.length > 0)
    return { outcome: 'changed', projections, removed: unmarked, place };
  const targets = lane.projections.flatMap((projection) => {
    const active = generations.get(projection.name);
    return active === undefined ? [] : [{ projection, generation: active.generation, active }];
  });
  const to = { ...at, targets, checkpoint: laneCheckpoint(lane.name) };
  const applier = await Applier.at(to, place, before);
  return { outcome: 'open', applier, generations: [...targets.map(({ active }) => active), ...removed] };
}

/** Another process may do the same at the same time: one of them begins the lane. */
async function beginLane<Event>({ models }: ProjectorStores, lane: Lane<Event>): Promise<void> {
  await models.declare(
    lane.projections.flatMap((projection) => generationSpecs(projection, FIRST_GENERATION)),
  );
  const state = { generation: FIRST_GENERATION, dropped_below: FIRST_GENERATION };
  const writes = lane.projections.map((projection) => generationWrite(projection, state));
  const next = placeText({ position: LOG_START, epoch: 1 });
  await models.commit(writes, { name: laneCheckpoint(lane.name), expected: null, next });
}

/**
 * Marks the generations of removed projections to be retired. The new epoch shuts out a program that still
 * has these projections. Where the lane has moved on, nothing happens; the next check finds them again.
 */
export async function markRemoved<Event>(
  { models }: ProjectorStores,
  lane: Lane<Event>,
  { removed, place }: ChangedLane<Event>,
): Promise<void> {
  if (removed.length === 0) return;
  const writes = removed.map((generation): Write => ({
    op: 'put',
    collection: GENERATIONS.name,
    key: generation.projection,
    document: GENERATIONS.document({
      ...generation,
      version: REMOVED,
      // An older program must not build it anew.
      newest: generation.newest === 0 ? 0 : generation.version + 1,
    }),
  }));
  await models.commit(writes, {
    name: laneCheckpoint(lane.name),
    expected: placeText(place),
    next: placeText({ ...place, epoch: place.epoch + 1 }),
  });
}

/** Makes a generation the one that is read. */
export const generationWrite = <Event>(
  { name, lane, version, collections }: Projection<Event>,
  state: Pick<GenerationDocument, 'generation' | 'dropped_below'>,
): Write => ({
  op: 'put',
  collection: GENERATIONS.name,
  key: name,
  document: GENERATIONS.document({
    projection: name,
    lane,
    version,
    collections: collections.map((spec) => spec.name),
    ...state,
  }),
});
