/**
 * Lanes: groups of projections that read the log at their own pace, each group with one checkpoint (elsewhere: a
 * processor group).
 */
import type { RecordedEvent } from '../event-store/event-store.js';
import type { LogSource } from '../event-store/shared-tail.js';
import type { ReadModels } from '../read-models/read-models.js';
import type { Projection } from './projection.js';

export interface Lane<Event> {
  /** `[a-z]+` */
  readonly name: string;
  readonly projections: readonly Projection<Event>[];
  /**
   * What happens at an event that can't be decoded or projected. `stop`: the lane stays before it until a program that
   * can runs. `park`: the subject of the event (what its stream is about) gets no further events
   * and its documents are not to be shown; everything else goes on.
   */
  readonly onUnreadable: 'stop' | 'park';
  /** Which subject the event belongs to, from its stream alone; null where it has none: then the lane stops. */
  subjectOf(recorded: RecordedEvent): string | null;
  /** The most events of one batch; default 1,000. The store bounds the bytes of a page. */
  readonly batch?: number;
}

/** Every lane of a deployment, and how a stored event becomes what projections see. */
export interface ProjectionSet<Event> {
  readonly lanes: readonly Lane<Event>[];
  /**
   * The events to project in a stored one; none where its type is known and not wanted.
   * @throws where the event is unknown
   */
  decode(recorded: RecordedEvent, wanted: ReadonlySet<string>): readonly Event[];
  /** The time that a stored event carries, ISO 8601. */
  timeOf(recorded: RecordedEvent): string;
}

/** What readers of the documents need to know of the lanes. */
export type LaneSet = Pick<ProjectionSet<never>, 'lanes' | 'timeOf'>;

export interface ProjectorStores {
  readonly events: LogSource;
  readonly models: ReadModels;
}

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

/** The lane of a projection, and the projection; undefined where there is none of that name. */
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
