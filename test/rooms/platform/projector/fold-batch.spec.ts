import { COUNTS, happens, toySetWithMarks, type ToyEvent } from '../../../support/logs/toy-projections.js';
import { MemoryEventStore } from '../../../support/stores/memory-event-store.js';
import { MemoryReadModels } from '../../../support/stores/memory-read-models.js';
import {
  LOG_START,
  type Position,
  type RecordedEvent,
} from '../../../../packages/platform/src/event-store/event-store.js';
import type { Write } from '../../../../packages/platform/src/read-models/read-models.js';
import {
  UnprojectableEventError,
  foldBatch,
  type Fold,
  type Parked,
} from '../../../../packages/platform/src/projector/fold-batch.js';

const set = toySetWithMarks();
const [lane] = set.lanes;
const targets = (lane?.projections ?? []).map((projection, index) => ({ projection, generation: index + 1 }));
const models = new MemoryReadModels();
beforeAll(async () => {
  await models.declare([{ name: 'counts_g1' }, { name: 'marks_g2' }]);
});

const fold = (parked: Parked = new Map()): Fold<ToyEvent> => ({
  reader: models,
  targets,
  decode: (recorded, wanted) => set.decode(recorded, wanted),
  subjectOf: ({ stream }) => (stream === 'thing-none' ? null : stream.slice('thing-'.length)),
  parked,
});

/** The events of these things, each of its type. */
async function eventsOf(...things: readonly (readonly [thing: string, type: string])[]) {
  const store = new MemoryEventStore();
  for (const [thing, type] of things) await happens(store, thing, type);
  return (await store.readAll({ after: LOG_START })).events;
}
const countsIn = (writes: readonly Write[]): unknown[] =>
  writes.map((write) => [
    `${write.op} ${write.collection}`,
    write.op === 'put' ? [write.key, COUNTS.fields(write.document).count] : null,
  ]);
const parkedIn = (
  projection: string,
  subject: string,
  since: Position,
  bad: readonly Position[] = [],
): Parked => new Map([[projection, new Map([[subject, { since, unprojectable: new Set(bad) }]])]]);
const positionOf = (events: readonly RecordedEvent[], index: number): Position =>
  events[index]?.position ?? LOG_START;

it('a batch becomes the writes of every projection, each in its generation', async () => {
  const events = await eventsOf(['a', 'Counted'], ['b', 'Counted'], ['a', 'Counted']);
  expect(countsIn(await foldBatch(fold(), events))).toEqual([
    ['put counts_g1', ['a', 2]],
    ['put counts_g1', ['b', 1]],
    ['put marks_g2', ['a', 2]],
    ['put marks_g2', ['b', 1]],
  ]);
});

it('what is parked gets nothing from its first bad event on, in the projection that could not take it', async () => {
  const events = await eventsOf(['a', 'Counted'], ['a', 'Counted'], ['b', 'Counted'], ['none', 'Counted']);
  const parked = parkedIn('counts', 'a', positionOf(events, 1));
  expect(countsIn(await foldBatch(fold(parked), events))).toEqual([
    ['put counts_g1', ['a', 1]],
    ['put counts_g1', ['b', 1]],
    ['put counts_g1', ['none', 1]],
    ['put marks_g2', ['a', 2]],
    ['put marks_g2', ['b', 1]],
    ['put marks_g2', ['none', 1]],
  ]);
});

it('what is parked is erased all the same, but by an event that could not be taken', async () => {
  const events = await eventsOf(['a', 'Counted'], ['a', 'Erased']);
  const ranges = async (bad: readonly Position[]): Promise<unknown[]> =>
    countsIn(await foldBatch(fold(parkedIn('counts', 'a', positionOf(events, 0), bad)), events)).filter(
      (each) => JSON.stringify(each).includes('counts_g1'),
    );
  expect(await ranges([positionOf(events, 0)])).toEqual([['deleteRange counts_g1', null]]);
  expect(await ranges([positionOf(events, 1)])).toEqual([]);
});

it('an event that no projection wants is not even read', async () => {
  const events = await eventsOf(['a', 'Garbled']);
  const everywhere = new Map(
    ['counts', 'marks'].map((name) => [
      name,
      new Map([['a', { since: positionOf(events, 0), unprojectable: new Set<Position>() }]]),
    ]),
  );
  expect(await foldBatch(fold(everywhere), events)).toEqual([]);
});

it.each([
  ['Garbled', null, "can't be projected: garbled"],
  ['Poison', 'counts', "can't be projected by counts: poison"],
])('an event that is %s names itself, the projection and why', async (type, projection, words) => {
  const events = await eventsOf(['a', 'Counted'], ['b', type]);
  const failing = foldBatch(fold(), events);
  await expect(failing).rejects.toBeInstanceOf(UnprojectableEventError);
  await expect(failing).rejects.toHaveProperty('name', 'UnprojectableEventError');
  await expect(failing).rejects.toMatchObject({ projection, recorded: events[1] });
  await expect(failing).rejects.toThrow(words);
});
