/** Rebuilds one projection from the log beside the live generation, compares the two, and switches. */
import { runAlone } from '../coordination/run-alone.js';
import { NotNowError } from '../errors/not-now-error.js';
import type { Position } from '../event-store/event-store.js';
import type { ReadModelReader, ReadModels } from '../read-models/read-models.js';
import { ShadowRebuild } from './shadow-rebuild.js';
import { DocumentComparison, type Comparison } from './compare-documents.js';
import { compareInPortions, sidesOf, type Sides } from './compare-in-portions.js';
import { lanePlace } from './lane-checkpoint.js';
import { rebuildLease, findProjection, type Lane, type ProjectionSet, type ProjectorStores } from './lane.js';
import { openLane } from './open-lane.js';
import type { Projection } from './projection.js';
import { readGenerations } from './projector-state.js';
import { perSecond } from '../time/per-second.js';

export interface RebuildReport extends Comparison {
  readonly projection: string;
  readonly version: number;
  /** Where both were compared: the last position, if the lane went on meanwhile. */
  readonly position: Position;
  /** Stored events that were read. */
  readonly events: number;
  readonly events_per_second: number;
}

/** Called before the rebuilt generation is taken over. */
export type BeforeTakeOver = (
  generation: number,
  compared: Pick<Comparison, 'equal' | 'differences_total'>,
) => Promise<void>;

/**
 * Takes the lane over also from a newer version of the program, for an operator who goes back.
 * @throws RangeError where no projection has the name; NotNowError where another process rebuilds the lane;
 * LaneStoppedError; errors of the stores
 */
export async function rebuildProjection<Event>(
  over: { readonly stores: ProjectorStores; readonly set: ProjectionSet<Event> },
  name: string,
  beforeTakeOver?: BeforeTakeOver,
): Promise<RebuildReport> {
  const lane = findProjection(over.set, name)?.lane.name ?? name;
  const report = await runAlone(over.stores.coordination, rebuildLease(lane), () =>
    rebuildAlone(over, name, beforeTakeOver),
  );
  if (report === 'busy') throw new NotNowError(`Another process rebuilds the lane ${lane}: try again later.`);
  return report;
}

async function rebuildAlone<Event>(
  over: { readonly stores: ProjectorStores; readonly set: ProjectionSet<Event> },
  name: string,
  beforeTakeOver: BeforeTakeOver = () => Promise.resolve(),
): Promise<RebuildReport> {
  const found = findProjection(over.set, name);
  if (found === undefined) throw new RangeError(`there is no projection '${name}'`);
  const { lane, projection } = found;
  // A lane that was never started begins here.
  await openLane(over.stores, over.set, lane);
  const speed = perSecond();
  const shadow = await ShadowRebuild.begin({ ...over, lane, projections: [projection], goesBack: true });
  try {
    const compared = await compareAtLane(over.stores, lane, projection, shadow);
    const { events } = shadow;
    const events_per_second = speed(events);
    await beforeTakeOver(shadow.generation, compared);
    await shadow.takeOver();
    return { projection: name, version: projection.version, events, events_per_second, ...compared };
  } catch (error) {
    await shadow.abandon();
    throw error;
  }
}

/** The position is that of the last portion. */
async function compareAtLane<Event>(
  { models }: ProjectorStores,
  lane: Lane<Event>,
  projection: Projection<Event>,
  shadow: ShadowRebuild<Event>,
): Promise<Comparison & { readonly position: Position }> {
  const comparison = new DocumentComparison();
  for (const { name } of projection.collections) {
    comparison.begin(name);
    const portion = (compare: (sides: Sides) => Promise<void>): Promise<void> =>
      meet({ models, lane: lane.name, shadow }, async (reader) => {
        const live = (await readGenerations(reader)).get(projection.name)?.generation;
        await compare(sidesOf(reader, name, { live, rebuilt: shadow.generation }));
      });
    await compareInPortions({}, portion, (live, rebuilt) => comparison.add(live, rebuilt));
  }
  return { position: shadow.position, ...comparison.result() };
}

/** Tries until a snapshot shows the lane at the position of the rebuilt side, then reads there, once. */
async function meet<Event>(
  over: { readonly models: ReadModels; readonly lane: string; readonly shadow: ShadowRebuild<Event> },
  read: (reader: ReadModelReader) => Promise<void>,
): Promise<void> {
  const { models, lane, shadow } = over;
  for (let isMet = false; !isMet;) {
    const place = await lanePlace(models, lane);
    if (place !== null) await shadow.catchUp(place.position);
    isMet = await models.snapshot(async (reader) => {
      const now = await lanePlace(reader, lane);
      if (now?.position !== shadow.position) return false;
      await read(reader);
      return true;
    });
  }
}
