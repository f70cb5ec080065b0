/** Tells how far every projection is, for operators and for `/readyz`. */
import { LOG_START, type Position } from '../event-store/event-store.js';
import { rebuilds, type Rebuild } from './shadow-rebuild.js';
import { categoriesOf, type Lane, type LaneSet, type ProjectorStores } from './lane.js';
import { lanePositions } from './lane-checkpoint.js';
import { LANE_TROUBLES, readGenerations, type GenerationDocument } from './projector-state.js';

export interface ProjectionStatus {
  readonly name: string;
  readonly lane: string;
  /** The version of the documents that are read. */
  readonly version: number;
  readonly position: Position;
  /** The distance from the head of the log, in positions of the store; 0 where no event of the lane waits. */
  readonly lag: number;
  /** Age of the oldest event that waits, in seconds. */
  readonly lag_seconds: number;
  /**
   * `waiting`: no projector has begun the lane. `rebuilding`: a fresh generation is built beside this one.
   * `stopped`: an event can't be handled (`reason`). `other_version`: made by another version of the program.
   */
  readonly state: 'live' | 'waiting' | 'rebuilding' | 'stopped' | 'other_version';
  readonly reason?: string;
}

type LaneLag = Pick<ProjectionStatus, 'position' | 'lag' | 'lag_seconds'>;

/** A head of so long ago, by the process's own reading, is near enough to tell how far a lane is behind. */
export const RECENT_MS = 1_000;

/** Read from the stores once for all lanes: a readiness check comes each second. */
interface Seen {
  readonly positions: ReadonlyMap<string, Position>;
  readonly generations: ReadonlyMap<string, GenerationDocument>;
  readonly rebuilds: readonly Rebuild[];
  /** Why a lane has stopped, by its name. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly head: Position;
}

export async function statusOf(
  stores: ProjectorStores,
  set: LaneSet,
  now: Date = new Date(),
): Promise<readonly ProjectionStatus[]> {
  const seen = await look(stores);
  const lines = set.lanes.map(async (lane) => {
    const position = seen.positions.get(lane.name) ?? LOG_START;
    const behind =
      position >= seen.head
        ? { position, lag: 0, lag_seconds: 0 }
        : await lagOf(stores, set, lane, { position, head: seen.head, now });
    return linesOf(lane, seen, behind);
  });
  return (await Promise.all(lines)).flat();
}

async function look({ events, models }: ProjectorStores): Promise<Seen> {
  const [positions, generations, underWay, troubles] = await Promise.all([
    lanePositions(models),
    readGenerations(models),
    rebuilds(models),
    models.range(LANE_TROUBLES.name, {}),
  ]);
  const recent = await events.head(RECENT_MS);
  // Only a head that was read after the positions tells whether a lane is beyond it.
  const isPassed = [...positions.values()].some((position) => position > recent);
  const head = isPassed ? await events.head() : recent;
  const reasons = new Map(troubles.map((trouble) => [trouble.key, LANE_TROUBLES.fields(trouble).reason]));
  return { positions, generations, rebuilds: underWay, reasons, head };
}

const AHEAD =
  'its documents go beyond the end of the log, which seems restored from an older copy: a start says the mend.';

function linesOf(lane: Lane<never>, seen: Seen, behind: LaneLag): ProjectionStatus[] {
  const reason = behind.position > seen.head ? AHEAD : seen.reasons.get(lane.name);
  return lane.projections.map(({ name, version }): ProjectionStatus => {
    const active = seen.generations.get(name);
    const rebuilding = seen.rebuilds.some(
      (rebuild) =>
        rebuild.lane === lane.name &&
        rebuild.projections.includes(name) &&
        rebuild.generation > (active?.generation ?? 0),
    );
    const state = rebuilding ? 'rebuilding' : stateOf(active, version);
    const line = { name, lane: lane.name, version: active?.version ?? version, ...behind };
    return reason === undefined ? { ...line, state } : { ...line, state: 'stopped', reason };
  });
}

function stateOf(active: GenerationDocument | undefined, version: number): ProjectionStatus['state'] {
  if (active === undefined) return 'waiting';
  return active.version === version ? 'live' : 'other_version';
}

async function lagOf(
  { events }: ProjectorStores,
  set: LaneSet,
  lane: Lane<never>,
  { position, head, now }: { readonly position: Position; readonly head: Position; readonly now: Date },
): Promise<LaneLag> {
  const page = await events.readAll({
    after: position,
    categories: categoriesOf(lane.projections),
    limit: 1,
  });
  const [oldest] = page.events;
  const lag = positionsBetween(position, head);
  if (oldest === undefined) return { position, lag: page.atHead ? 0 : lag, lag_seconds: 0 };
  const age = (now.getTime() - Date.parse(set.timeOf(oldest))) / 1_000;
  return { position, lag, lag_seconds: Number.isFinite(age) ? Math.max(0, age) : 0 };
}

/** The distance of two positions as the store counts: events in the embedded log, bytes in EventStoreDB. */
export function positionsBetween(from: Position, to: Position): number {
  const [start, end] = [from, to].map((position) => BigInt(/^\d+/.exec(position)?.[0] ?? '0'));
  return start === undefined || end === undefined || end <= start ? 0 : Number(end - start);
}
