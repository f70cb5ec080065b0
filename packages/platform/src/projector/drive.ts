/** Moves lanes for an operator's command. The checkpoint's compare-and-set makes it safe beside a server. */
import type { Position } from '../event-store/event-store.js';
import { SupersededError } from './applier.js';
import { categoriesOf, laneNamed, type Lane, type ProjectionSet, type ProjectorStores } from './lane.js';
import { lanePosition } from './lane-checkpoint.js';
import { openLane } from './open-lane.js';
import { pause } from '../time/pause.js';

/** Another version of the program made the stored documents. A start of the service rebuilds them first. */
export class OtherVersionError extends Error {
  override readonly name = 'OtherVersionError';
}

export interface Drive<Event> {
  readonly stores: ProjectorStores;
  readonly set: ProjectionSet<Event>;
  readonly lanes: readonly string[];
  /** Milliseconds in which a running projector may do it first; default 100. */
  readonly patience?: number;
}

const DEFAULT_PATIENCE_MS = 100;
const LOOK_EVERY_MS = 10;

/**
 * Resolves when each of the lanes has passed `to`.
 * @throws OtherVersionError, LaneStoppedError, and errors of the stores
 */
export async function drive<Event>(drive: Drive<Event>, to: Position): Promise<void> {
  const { stores, set, lanes, patience = DEFAULT_PATIENCE_MS } = drive;
  await Promise.all(
    lanes.map(async (name) => {
      if (await passes(stores, name, to, patience)) return;
      const lane = laneNamed(set, name);
      for (let isThere = false; !isThere;) isThere = await driveFromCheckpoint(stores, set, lane, to);
    }),
  );
}

/** True if the lane passes `to` in time. Doesn't wait where the lane hasn't begun. */
async function passes(
  { models }: ProjectorStores,
  lane: string,
  to: Position,
  patience: number,
): Promise<boolean> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const position = await lanePosition(models, lane);
    if (position !== null && position >= to) return true;
    if (position === null || waited >= patience) return false;
    await pause(LOOK_EVERY_MS);
  }
}

/** False where another process has moved the lane meanwhile. */
async function driveFromCheckpoint<Event>(
  stores: ProjectorStores,
  set: ProjectionSet<Event>,
  lane: Lane<Event>,
  to: Position,
): Promise<boolean> {
  const opened = await openLane(stores, set, lane);
  if (opened.outcome === 'newer') {
    const names = opened.projections.join(', ');
    throw new OtherVersionError(
      `a newer version of the program made the read models ${names}; use that version`,
    );
  }
  if (opened.outcome === 'changed') {
    const removed = opened.removed.map(({ projection }) => projection);
    const names = [...opened.projections.map(({ name }) => name), ...removed].join(', ');
    throw new OtherVersionError(
      `the read models ${names} were made by another version; start the service, it rebuilds them first`,
    );
  }
  const { applier } = opened;
  const categories = categoriesOf(lane.projections);
  try {
    while (applier.position < to)
      await applier.apply(await stores.events.readAll({ after: applier.position, categories }));
    return true;
  } catch (error) {
    if (error instanceof SupersededError) return false;
    throw error;
  }
}
