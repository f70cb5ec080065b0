/** How far every projection is, for operators and for `/readyz`. */
import { LOG_START, type Position } from '../event-store/event-store.js';
import type { ReadModelReader } from '../read-models/read-models.js';
import { rebuilds } from './shadow-rebuild.js';
import { categoriesOf, type Lane, type LaneSet, type ProjectorStores } from './lane.js';
import { lanePosition } from './lane-checkpoint.js';
import { LANE_TROUBLES, readGenerations, type GenerationDocument } from './projector-state.js';

export interface ProjectionStatus {
  readonly name: string;
  readonly lane: string;
  /** Of the documents that are read. */
  readonly version: number;
  readonly position: Position;
  /** How far behind the head of the log, in positions of the store; 0 where no event of the lane waits. */
  readonly lag: number;
  /** Age of the oldest event that waits, in seconds. */
  readonly lag_seconds: number;
  /**
   * `waiting`: no projector has begun the lane. `rebuilding`: a fresh generation is built beside the one that is read.
   * `stopped`: an event can't be handled (`reason`). `other_version`: made by another version of the program.
   */
  readonly state: 'live' | 'waiting' | 'rebuilding' | 'stopped' | 'other_version';
  readonly reason?: string;
}

interface LaneLag {
  readonly position: Position;
  readonly lag: number;
  readonly lag_seconds: number;
}

export async function statusOf(
  stores: ProjectorStores,
  set: LaneSet,
  now: Date = new Date(),
): Promise<readonly ProjectionStatus[]> {
  const lines = await Promise.all(set.lanes.map((lane) => statusOfLane(stores, set, lane, now)));
  return lines.flat();
}

async function statusOfLane(
  stores: ProjectorStores,
  set: LaneSet,
  lane: Lane<never>,
  now: Date,
): Promise<ProjectionStatus[]> {
  const { models } = stores;
  const [position, generations, underWay, trouble] = await Promise.all([
    lanePosition(models, lane.name),
    readGenerations(models),
    rebuilds(models, lane.name),
    troubleOf(models, lane.name),
  ]);
  const behind = await lagOf(stores, set, lane, { position: position ?? LOG_START, now });
  return lane.projections.map(({ name, version }): ProjectionStatus => {
    const active = generations.get(name);
    const rebuilding = underWay.some(
      ({ projections, generation }) => projections.includes(name) && generation > (active?.generation ?? 0),
    );
    const state = rebuilding ? 'rebuilding' : stateOf(active, version);
    const line = { name, lane: lane.name, version: active?.version ?? version, ...behind };
    return trouble === undefined ? { ...line, state } : { ...line, state: 'stopped', reason: trouble };
  });
}

function stateOf(active: GenerationDocument | undefined, version: number): ProjectionStatus['state'] {
  if (active === undefined) return 'waiting';
  return active.version === version ? 'live' : 'other_version';
}

async function troubleOf(models: ReadModelReader, lane: string): Promise<string | undefined> {
  const document = await models.get(LANE_TROUBLES.name, lane);
  return document === undefined ? undefined : LANE_TROUBLES.fields(document).reason;
}

async function lagOf(
  { events }: ProjectorStores,
  set: LaneSet,
  lane: Lane<never>,
  at: { readonly position: Position; readonly now: Date },
): Promise<LaneLag> {
  const { position } = at;
  const head = await events.head();
  const none = { position, lag: 0, lag_seconds: 0 };
  if (position >= head) return none;
  const page = await events.readAll({
    after: position,
    categories: categoriesOf(lane.projections),
    limit: 1,
  });
  const [oldest] = page.events;
  if (oldest === undefined) return page.atHead ? none : { ...none, lag: positionsBetween(position, head) };
  const age = (at.now.getTime() - Date.parse(set.timeOf(oldest))) / 1_000;
  return {
    position,
    lag: positionsBetween(position, head),
    lag_seconds: Number.isFinite(age) ? Math.max(0, age) : 0,
  };
}

/**
 * How far apart two positions are, counted in what the store counts: events in the embedded log, bytes in EventStoreDB.
 */
export function positionsBetween(from: Position, to: Position): number {
  const [start, end] = [from, to].map((position) => BigInt(/^\d+/.exec(position)?.[0] ?? '0'));
  return start === undefined || end === undefined || end <= start ? 0 : Number(end - start);
}
