/** Opens, drives and rebuilds the read models, for the API, the command line and checks. */
import { PROJECTIONS } from './index.js';
import type { LaneName } from './define-projection.js';
import type { Position } from '../packages/platform/src/event-store/event-store.js';
import { LaneStoppedError } from '../packages/platform/src/projector/applier.js';
import { OtherVersionError, drive } from '../packages/platform/src/projector/drive.js';
import { findProjection, type ProjectorStores } from '../packages/platform/src/projector/lane.js';
import { LiveReadModels, NOTICED_AFTER_MS } from '../packages/platform/src/projector/live-read-models.js';
import { pause } from '../packages/platform/src/time/pause.js';
import {
  rebuildProjection,
  type BeforeTakeOver,
  type RebuildReport,
} from '../packages/platform/src/projector/rebuild.js';
import type { Stores } from '../packages/platform/src/stores/stores.js';

export type ReadSideStores = Pick<Stores, 'eventStore' | 'readModels'> &
  Partial<Pick<Stores, 'coordination'>>;

export const projectorStores = ({
  eventStore,
  readModels,
  coordination,
}: ReadSideStores): ProjectorStores => ({
  events: eventStore,
  models: readModels,
  ...(coordination !== undefined && { coordination }),
});

/** Opens them, once a process. @param answersRequests if true, each answer of a store has 5 s */
export async function openLiveReadModels(
  stores: ReadSideStores,
  answersRequests = false,
): Promise<LiveReadModels> {
  const live = new LiveReadModels(projectorStores(stores), PROJECTIONS, answersRequests);
  await live.start();
  return live;
}

/** Drives lanes to `to`, after a projector had `patience` ms. @throws OtherVersionError, LaneStoppedError */
export const driveLanes = (
  stores: ReadSideStores,
  lanes: readonly LaneName[],
  to: Position,
  patience?: number,
): Promise<void> => {
  const waiting = patience === undefined ? {} : { patience };
  return drive({ stores: projectorStores(stores), set: PROJECTIONS, lanes, ...waiting }, to);
};

/** Rebuilds one projection beside the live one, compares both and switches. @throws RangeError if unknown */
export async function rebuildReadModel(
  stores: ReadSideStores,
  name: string,
  beforeTakeOver?: BeforeTakeOver,
): Promise<RebuildReport> {
  await caughtUp(stores, name);
  const report = await rebuildProjection(
    { stores: projectorStores(stores), set: PROJECTIONS },
    name,
    beforeTakeOver,
  );
  await untilNoticed();
  return report;
}

/**
 * Brings the projection's lane to the head of the log before a rebuild. A lane that is behind may hold rows
 * whose data streams are deleted already; only at the head are both generations made from the same events. A
 * lane that can't be driven is compared at its own position.
 */
async function caughtUp(stores: ReadSideStores, name: string): Promise<void> {
  const lane = findProjection(PROJECTIONS, name)?.lane.name;
  if (lane === undefined) return;
  const head = await stores.eventStore.head();
  try {
    await drive({ stores: projectorStores(stores), set: PROJECTIONS, lanes: [lane] }, head);
  } catch (error) {
    if (!(error instanceof OtherVersionError || error instanceof LaneStoppedError)) throw error;
  }
}

/** Resolves when every running process reads the newest generation. */
export const untilNoticed = (): Promise<void> => pause(NOTICED_AFTER_MS);
