/** A small set of projections over a log of counts: for tests of the projector itself, which knows no business. */
import { randomUUID } from 'node:crypto';
import type {
  EventStore,
  NewEvent,
  Position,
  RecordedEvent,
  StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import type { Lane, ProjectionSet } from '../../../packages/platform/src/projector/lane.js';
import { removeRange, update } from '../../../packages/platform/src/projector/operations.js';
import type { Projection } from '../../../packages/platform/src/projector/projection.js';
import { typedCollection } from '../../../packages/platform/src/projector/typed-collection.js';

export interface ToyEvent {
  readonly type: string;
  readonly thing: string;
  readonly by: number;
}

export type CountDocument = { readonly thing: string; readonly count: number };

export const COUNTS = typedCollection<CountDocument>('counts');
const MARKS = typedCollection<CountDocument>('marks');
export const TOTALS = typedCollection<CountDocument>('totals');

const streamOf = (thing: string): StreamName => `thing-${thing}` as StreamName;

const thingOf = ({ stream }: RecordedEvent): string => stream.slice('thing-'.length);

/** `Counted` adds, `Poison` can't be projected, `Erased` takes the thing's count away. */
function toyProjection(
  name: string,
  collection: typeof COUNTS,
  key: (thing: string) => string,
  version: number,
): Projection<ToyEvent> {
  return {
    name,
    version,
    lane: name,
    categories: ['thing'],
    types: ['Counted', 'Poison', 'Erased'],
    collections: [collection],
    evenIfParked: ['Erased'],
    project: ({ type, thing, by }) => {
      if (type === 'Poison') throw new Error('poison');
      if (type === 'Erased') return [removeRange(collection, { from: key(thing), to: `${key(thing)}~` })];
      return [
        update(collection, key(thing), (current) => ({
          thing: key(thing),
          count: (current?.count ?? 0) + by * version,
        })),
      ];
    },
  };
}

const laneOf = (
  projection: Projection<ToyEvent>,
  onUnreadable: Lane<ToyEvent>['onUnreadable'],
): Lane<ToyEvent> => ({
  name: projection.name,
  projections: [projection],
  onUnreadable,
  subjectOf: thingOf,
});

/** Two lanes: `counts` parks, `totals` stops. A version multiplies what is counted. Earlier ones had `marks`. */
export const toySet = (version = 1): ProjectionSet<ToyEvent> => ({
  lanes: [
    laneOf(
      toyProjection('counts', COUNTS, (thing) => thing, version),
      'park',
    ),
    laneOf(
      toyProjection('totals', TOTALS, () => 'all', version),
      'stop',
    ),
  ],
  removed: ['marks'],
  decode: (recorded) => {
    if (recorded.type === 'Garbled') throw new Error('garbled');
    const by = Number(Buffer.from(recorded.data).toString() || '0');
    return [{ type: recorded.type, thing: thingOf(recorded), by }];
  },
  timeOf: ({ metadata }) => metadata['time'] ?? '',
});

/** The `counts` lane fills `marks` too. */
export function toySetWithMarks(): ProjectionSet<ToyEvent> {
  const set = toySet();
  const marks = { ...toyProjection('marks', MARKS, (thing) => thing, 1), lane: 'counts' };
  const lanes = set.lanes.map((lane) =>
    lane.name === 'counts' ? { ...lane, projections: [...lane.projections, marks] } : lane,
  );
  return { ...set, lanes };
}

export const toyEvent = (type: string, by = 0): NewEvent => ({
  id: randomUUID(),
  type,
  format: 'json',
  data: Buffer.from(String(by)),
  metadata: { time: '2026-11-21T12:00:00.000Z' },
});

/** Appends one event and tells where it is. */
export async function happens(store: EventStore, thing: string, type = 'Counted', by = 1): Promise<Position> {
  const result = await store.append(streamOf(thing), 'any', [toyEvent(type, by)]);
  if (result.outcome !== 'appended') throw new Error('a conflict that nobody expected');
  return result.position;
}
