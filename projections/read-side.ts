/** This program's read models for those that read or drive them: API, command line, checks. */
import { PROJECTIONS } from './index.js';
import type { LaneName } from './define-projection.js';
import type { Position } from '../src/platform/event-store/event-store.js';
import { LaneStoppedError } from '../src/platform/projector/applier.js';
import { OtherVersionError, drive } from '../src/platform/projector/drive.js';
import { findProjection, type ProjectorStores } from '../src/platform/projector/lane.js';
import { LiveReadModels, NOTICED_AFTER_MS } from '../src/platform/projector/live-read-models.js';
import { pause } from '../src/platform/time/pause.js';
import {
  rebuildProjection,
  type BeforeTakeOver,
  type RebuildReport,
} from '../src/platform/projector/rebuild.js';
import type { Stores } from '../src/platform/stores/stores.js';

export type ReadSideStores = Pick<Stores, 'eventStore' | 'readModels'>;

export const projectorStores = ({ eventStore, readModels }: ReadSideStores): ProjectorStores => ({
  events: eventStore,
  models: readModels,
});

/** Ready to be read from; one for a process. */
export async function openLiveReadModels(stores: ReadSideStores): Promise<LiveReadModels> {
  const live = new LiveReadModels(projectorStores(stores), PROJECTIONS);
  await live.start();
  return live;
}

/**
 * Resolves when these lanes have passed `to`, with or without a running projector, which is given `patience`
 * milliseconds to do it first.
 * @throws OtherVersionError, LaneStoppedError
 */
export const driveLanes = (
  stores: ReadSideStores,
  lanes: readonly LaneName[],
  to: Position,
  patience?: number,
): Promise<void> => {
  const waiting = patience === undefined ? {} : { patience };
  return drive({ stores: projectorStores(stores), set: PROJECTIONS, lanes, ...waiting }, to);
};

/**
 * Rebuilds one projection beside the live one, compares and switches; reads go on meanwhile.
 * @throws RangeError for a name that no projection bears
 */
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
 * A lane that is behind may hold rows whose data streams are gone from the log already: only at the head are both
 * sides made from the same events. A lane that can't be driven is compared where it stands.
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

/** Resolves when every running process reads the generation that was taken over last. */
export const untilNoticed = (): Promise<void> => pause(NOTICED_AFTER_MS);
