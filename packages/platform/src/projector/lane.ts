/** Lanes: groups of projections that read the log at their own pace, each with one checkpoint. */
import type { Coordination } from '../coordination/coordination.js';
import type { RecordedEvent } from '../event-store/event-store.js';
import type { LogSource } from '../event-store/shared-tail.js';
import type { ReadModels } from '../read-models/read-models.js';
import type { Projection } from './projection.js';

export interface Lane<Event> {
  /** `[a-z]+` */
  readonly name: string;
  readonly projections: readonly Projection<Event>[];
  /**
   * What happens at an event that can't be decoded or projected. `stop`: the lane stays before it until a
   * program runs that can. `park`: the event's subject (what its stream is about) gets no further events and
   * its documents aren't shown; everything else goes on.
   */
  readonly onUnreadable: 'stop' | 'park';
  /** The event's subject, from its stream alone; null where it has none: then the lane stops. */
  subjectOf(recorded: RecordedEvent): string | null;
  /** The maximum number of events of one batch; default 1,000. The store bounds the bytes of a page. */
  readonly batch?: number;
}

/** Every lane of a deployment, and how a stored event becomes the events that projections see. */
export interface ProjectionSet<Event> {
  readonly lanes: readonly Lane<Event>[];
  /** Projections of earlier versions of the program. Any other unknown one belongs to a newer version. */
  readonly removed?: readonly string[];
  /**
   * The events to project in a stored one; none where its type is known and not wanted.
   * @throws where the event is unknown
   */
  decode(recorded: RecordedEvent, wanted: ReadonlySet<string>): readonly Event[];
  /** The time that a stored event carries, ISO 8601. */
  timeOf(recorded: RecordedEvent): string;
}

/** The part of a set that readers of the documents need. */
export type LaneSet = Pick<ProjectionSet<never>, 'lanes' | 'removed' | 'timeOf'>;

export interface ProjectorStores {
  readonly events: LogSource;
  readonly models: ReadModels;
  /** For leases on rebuilds. Left out: no other process rebuilds a lane at the same time. */
  readonly coordination?: Coordination;
}

/** The lease of the process that rebuilds the lane. */
export const rebuildLease = (lane: string): string => `rebuild/${lane}`;

export const categoriesOf = (projections: readonly Projection<never>[]): readonly string[] => [
  ...new Set(projections.flatMap(({ categories }) => categories)),
];

export const typesOf = (projections: readonly Projection<never>[]): ReadonlySet<string> =>
  new Set(projections.flatMap(({ types }) => types));

/** @throws RangeError where no lane has the name */
export function laneNamed<Event>(set: ProjectionSet<Event>, name: string): Lane<Event> {
  const lane = set.lanes.find((candidate) => candidate.name === name);
  if (lane === undefined) throw new RangeError(`there is no lane '${name}'`);
  return lane;
}

/** A projection and its lane; undefined where no projection has the name. */
export function findProjection<Event>(
  set: ProjectionSet<Event>,
  name: string,
): { readonly lane: Lane<Event>; readonly projection: Projection<Event> } | undefined {
  for (const lane of set.lanes) {
    const projection = lane.projections.find((candidate) => candidate.name === name);
    if (projection !== undefined) return { lane, projection };
  }
  return undefined;
}
