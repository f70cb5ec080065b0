/**
 * Runs the command `usage rebuild`: it replays charges and adjustments into a new generation of the usage
 * figures and compares it with the live generation at the same position. With `apply` the new generation
 * becomes the live one. It reads only facts, so it works after rows were deleted.
 */
import type { ProjectedEvent } from '../../../../projections/projected-event.js';
import { PROJECTIONS } from '../../../../projections/index.js';
import { usage } from '../../../../projections/usage/usage.projection.js';
import type { Position } from '../../../../packages/platform/src/event-store/event-store.js';
import type { BeforeTakeOver } from '../../../../packages/platform/src/projector/rebuild.js';
import { ShadowRebuild } from '../../../../packages/platform/src/projector/shadow-rebuild.js';
import type { Comparison } from '../../../../packages/platform/src/projector/compare-documents.js';
import { DocumentComparison } from '../../../../packages/platform/src/projector/compare-documents.js';
import {
  sidesOf,
  type AtOneMoment,
  compareInPortions,
} from '../../../../packages/platform/src/projector/compare-in-portions.js';
import { lanePlace } from '../../../../packages/platform/src/projector/lane-checkpoint.js';
import type { ProjectionSet, ProjectorStores } from '../../../../packages/platform/src/projector/lane.js';
import { laneNamed } from '../../../../packages/platform/src/projector/lane.js';
import { readGenerations } from '../../../../packages/platform/src/projector/projector-state.js';
import type {
  ReadModelReader,
  KeyedDocument,
} from '../../../../packages/platform/src/read-models/read-models.js';
import type { ReadSideStores } from '../../../../projections/read-side.js';
import { driveLanes, projectorStores, untilNoticed } from '../../../../projections/read-side.js';
import type { AccountId } from '../../../../packages/contract/src/ids.js';
import { perSecond } from '../../../../packages/platform/src/time/per-second.js';
import { positionAsOf, type AsOf } from './as-of.js';
import { UsageTail, WRITTEN_ONCE_COLLECTIONS } from './usage-tail.js';
import {
  USAGE_ACCOUNTS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
} from '../../../../projections/usage/usage.document.js';
import { accountKeyRange } from '../usage-documents.js';

export interface UsageRebuildRequest {
  /** Compares only this account's figures. The replay is the same. */
  readonly account?: AccountId;
  /** Default: the head of the log. */
  readonly asOf?: AsOf;
  /** Makes the rebuilt figures the live ones. Not allowed with `asOf`. */
  readonly apply?: boolean;
  readonly beforeTakeOver?: BeforeTakeOver;
}

export interface UsageRebuildReport extends Omit<Comparison, 'equal'> {
  /** The verdict on the figures that were live before. */
  readonly verdict: 'equal' | 'different';
  /** The position at which both sides were compared. */
  readonly as_of: Position;
  /** Charges that were replayed. */
  readonly events: number;
  readonly events_per_second: number;
  /** True if the rebuilt figures are now the live ones. */
  readonly applied: boolean;
}

/** @throws LaneStoppedError where a charge in the log can't be read; OtherVersionError; the stores' errors */
export async function rebuildUsage(
  readSide: ReadSideStores,
  { account, asOf = { kind: 'head' }, apply = false, beforeTakeOver }: UsageRebuildRequest = {},
): Promise<UsageRebuildReport> {
  if (apply && asOf.kind !== 'head') throw new TypeError('figures of the past can be compared, not applied');
  const stores = projectorStores(readSide);
  const head = await stores.events.head();
  await driveLanes(readSide, [usage.lane], head);
  const end = await positionAsOf(stores.events, asOf, head);
  let charges = 0;
  const set = countingCharges((count) => (charges += count));
  const lane = laneNamed(set, usage.lane);
  const shadow = await ShadowRebuild.begin({ stores, set, lane, projections: [usage] });
  try {
    const rateOf = perSecond();
    await shadow.catchUp(end);
    const replayed = { events: charges, events_per_second: rateOf(charges) };
    const comparison = await compare(stores, shadow, account ?? null);
    if (apply) {
      await beforeTakeOver?.(shadow.generation, comparison);
      await shadow.takeOver();
      await untilNoticed();
    } else await shadow.abandon();
    const { equal, position, ...differences } = comparison;
    const verdict = equal ? 'equal' : 'different';
    return { verdict, as_of: position, ...differences, ...replayed, applied: apply };
  } catch (error) {
    await shadow.abandon();
    throw error;
  }
}

/** All projections. They report the charges in each decoded event: delivered rows and late blocks. */
const countingCharges = (addCharges: (count: number) => void): ProjectionSet<ProjectedEvent> => ({
  ...PROJECTIONS,
  decode: (recorded, types) => {
    const events = PROJECTIONS.decode(recorded, types);
    for (const { event } of events) {
      if (event.type === 'RowsRecorded') addCharges(event.data.charged);
      else if (event.type === 'BlockCharged') addCharges(1);
    }
    return events;
  },
});

/**
 * Compares portion by portion. The usage after the position of the rebuilt side is first subtracted from the
 * live side.
 */
async function compare<Event>(
  stores: ProjectorStores,
  shadow: ShadowRebuild<Event>,
  account: AccountId | null,
): Promise<Comparison & { readonly position: Position }> {
  const liveState = await readLiveState(stores.models);
  const tail = new UsageTail(stores.events, shadow.position);
  // The tail grows most here, outside of any snapshot.
  await tail.extend(liveState.position, { reader: stores.models, generation: liveState.generation });
  const snapshotRunnerOf =
    (collection: string): AtOneMoment =>
    async (compareSides) => {
      for (let isDone = false; !isDone;) {
        isDone = await stores.models.snapshot(async (reader) => {
          const { position, generation } = await readLiveState(reader);
          if (position < tail.position) return false;
          await tail.extend(position, { reader, generation });
          await compareSides(sidesOf(reader, collection, { live: generation, rebuilt: shadow.generation }));
          return true;
        });
      }
    };
  return {
    position: shadow.position,
    ...(await compareUsage({ runInSnapshot: snapshotRunnerOf, tail, account })),
  };
}

/** Returns the position and the generation of the live figures. */
async function readLiveState(
  reader: ReadModelReader,
): Promise<{ readonly position: Position; readonly generation: number }> {
  const checkpoint = await lanePlace(reader, usage.lane);
  const generation = (await readGenerations(reader)).get(usage.name)?.generation;
  if (checkpoint === null || generation === undefined) throw new Error('the billing lane has not begun');
  return { position: checkpoint.position, generation };
}

interface UsageToCompare {
  /** Reads portions of both sides of a collection, and extends the tail to the live position. */
  readonly runInSnapshot: (collection: string) => AtOneMoment;
  readonly tail: UsageTail;
  /** Null: all accounts. */
  readonly account: AccountId | null;
}

async function compareUsage({ runInSnapshot, tail, account }: UsageToCompare): Promise<Comparison> {
  const comparison = new DocumentComparison();
  const range = account === null ? {} : accountKeyRange(account);
  for (const collection of [USAGE_DAYS, USAGE_JOBS, USAGE_KEYS]) {
    comparison.begin(collection.name);
    await compareInPortions(range, runInSnapshot(collection.name), (live, rebuilt) =>
      comparison.add(
        live.flatMap((document) => tail.documentBefore(collection, document) ?? []),
        rebuilt,
      ),
    );
  }
  for (const { name } of WRITTEN_ONCE_COLLECTIONS) {
    // One of these collections, ADJUSTMENTS, has keys without an account, so a comparison of one account
    // leaves it out.
    comparison.begin(name);
    await compareInPortions(range, runInSnapshot(name), (live, rebuilt) =>
      comparison.add(
        live.filter(({ key }) => !tail.hasWritten(name, key)),
        rebuilt,
      ),
    );
  }
  comparison.begin(USAGE_ACCOUNTS.name);
  // The live side no longer knows an account's last event before the position of the rebuilt figures, so
  // accounts with later events are left out.
  const hasNoLaterEvent = ({ key }: KeyedDocument): boolean => !tail.hasWritten(USAGE_ACCOUNTS.name, key);
  await compareInPortions(range, runInSnapshot(USAGE_ACCOUNTS.name), (live, rebuilt) =>
    comparison.add(live.filter(hasNoLaterEvent), rebuilt.filter(hasNoLaterEvent)),
  );
  return comparison.result();
}
