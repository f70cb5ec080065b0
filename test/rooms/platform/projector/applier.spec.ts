/** What a lane writes of batches that it is given: with what else, how often, and of what is parked. */
import { LOG_START, type Position } from '../../../../packages/platform/src/event-store/event-store.js';
import { Applier } from '../../../../packages/platform/src/projector/applier.js';
import { laneCheckpoint, placeText } from '../../../../packages/platform/src/projector/lane-checkpoint.js';
import { laneNamed, type ProjectionSet } from '../../../../packages/platform/src/projector/lane.js';
import { PARKED, everyDocument } from '../../../../packages/platform/src/projector/projector-state.js';
import {
  CommitTooLargeError,
  type Write,
} from '../../../../packages/platform/src/read-models/read-models.js';
import { COUNTS, happens, toySet, type ToyEvent } from '../../../support/logs/toy-projections.js';
import { MemoryEventStore } from '../../../support/stores/memory-event-store.js';
import { MemoryReadModels } from '../../../support/stores/memory-read-models.js';

const BEGINNING = { position: LOG_START, epoch: 1 };
const SEALED = 'sealed';

/** An erasure of a sealed thing can't be read, though erasures are applied to what is parked. */
const set: ProjectionSet<ToyEvent> = {
  ...toySet(),
  decode: (recorded, wanted) => {
    if (recorded.type === 'Erased' && recorded.stream === `thing-${SEALED}`) throw new Error('sealed');
    return toySet().decode(recorded, wanted);
  },
};

let events: MemoryEventStore;
let models: MemoryReadModels;
let applier: Applier<ToyEvent>;

function applierOf(name: string): Promise<Applier<ToyEvent>> {
  const lane = laneNamed(set, name);
  const targets = lane.projections.map((projection) => ({ projection, generation: 1 }));
  const checkpoint = laneCheckpoint('toy');
  return Applier.at({ stores: { events, models }, set, lane, targets, checkpoint }, BEGINNING);
}

beforeEach(async () => {
  [events, models] = [new MemoryEventStore(), new MemoryReadModels()];
  await models.declare(['counts_g1', 'totals_g1', PARKED.name].map((name) => ({ name })));
  await models.commit([], { name: laneCheckpoint('toy'), expected: null, next: placeText(BEGINNING) });
  applier = await applierOf('counts');
});

/** Everything in the log is delivered, whether it was before or not. */
async function deliver(also: readonly Write[] = []): Promise<void> {
  const { events: delivered } = await events.readAll({ after: LOG_START });
  await applier.apply({ events: delivered, position: await events.head(), atHead: true }, also);
}
async function counts(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for await (const document of everyDocument(models, 'counts_g1'))
    found[document.key] = COUNTS.fields(document).count;
  return found;
}
async function parked(): Promise<Record<string, Position>> {
  const found: Record<string, Position> = {};
  for await (const document of everyDocument(models, PARKED.name)) {
    const { subject, position } = PARKED.fields(document);
    found[subject] = position;
  }
  return found;
}
/** A write that has nothing to do with events. */
const put = (key: string): Write => ({
  op: 'put',
  collection: 'counts_g1',
  key,
  document: COUNTS.document({ thing: key, count: 0 }),
});

describe('a batch', () => {
  it('that was delivered before is counted once, and costs no commit', async () => {
    await happens(events, 'a');
    await deliver();
    const commit = jest.spyOn(models, 'commit');
    await deliver();
    expect([await counts(), commit.mock.calls]).toEqual([{ a: 1 }, []]);
  });

  it('of nothing new still writes what is to be written with it', async () => {
    await deliver([put('one')]);
    expect(await counts()).toEqual({ one: 0 });
  });
});

describe('a batch that the store cannot take in one commit', () => {
  /** Commits of more documents are refused, as by a server whose transactions may hold no more. */
  function takesAtMost(most: number): { commits: Position[] } {
    const commit = models.commit.bind(models);
    const seen = { commits: [] as Position[] };
    models.commit = async (writes, move) => {
      if (writes.length > most) throw new CommitTooLargeError('too large');
      seen.commits.push(move.next);
      return commit(writes, move);
    };
    return seen;
  }

  it('is committed in parts, each with its checkpoint, what is parked and what else is to be written', async () => {
    for (const thing of ['a', 'b', 'c', 'a', 'd', 'e', 'f']) await happens(events, thing);
    await happens(events, 'bad', 'Poison');
    await happens(events, 'a');
    const { commits } = takesAtMost(3);
    await deliver([put('one')]);
    expect(await counts()).toEqual({ a: 3, b: 1, c: 1, d: 1, e: 1, f: 1, one: 0 });
    expect(Object.keys(await parked())).toEqual(['bad']);
    expect(commits.length).toBeGreaterThan(2);
    expect(commits).toEqual([...commits].sort());
    expect(applier.position).toBe(await events.head());
    await deliver();
    expect(await counts()).toMatchObject({ a: 3, b: 1 });
  });

  it('stays undone from the event on that alone is too large', async () => {
    const last = await happens(events, 'a');
    await happens(events, 'b');
    takesAtMost(1);
    await expect(deliver([put('one')])).rejects.toThrow(CommitTooLargeError);
    expect([await counts(), applier.position]).toEqual([{ a: 1 }, last]);
  });

  it('is committed in parts up to an event at which the lane must stop', async () => {
    const lane = { ...laneNamed(set, 'counts'), onUnreadable: 'stop' as const };
    const targets = lane.projections.map((projection) => ({ projection, generation: 1 }));
    const to = { stores: { events, models }, set, lane, targets, checkpoint: laneCheckpoint('toy') };
    applier = await Applier.at(to, BEGINNING);
    for (const thing of ['a', 'b', 'c']) await happens(events, thing);
    const before = await events.head();
    await happens(events, 'd', 'Poison');
    takesAtMost(1);
    await expect(deliver()).rejects.toMatchObject({ name: 'LaneStoppedError' });
    expect([await counts(), applier.position]).toEqual([{ a: 1, b: 1, c: 1 }, before]);
  });
});

describe('what is parked', () => {
  it('stays so when something else is', async () => {
    await happens(events, 'a', 'Poison');
    await deliver();
    await happens(events, 'b', 'Poison');
    for (const thing of ['a', 'b', 'c']) await happens(events, thing);
    await deliver();
    expect(await counts()).toEqual({ c: 1 });
  });

  it('is so since its first bad event, though another follows that can not be read either', async () => {
    const first = await happens(events, SEALED, 'Poison');
    await happens(events, SEALED, 'Erased');
    await happens(events, 'a');
    await deliver();
    expect([await parked(), await counts()]).toEqual([{ [SEALED]: first }, { a: 1 }]);
  });

  it('is so since the first event that can not be projected, though a later one can not even be decoded', async () => {
    await happens(events, 'a');
    const first = await happens(events, 'a', 'Poison');
    await happens(events, 'a', 'Garbled');
    await deliver();
    expect([await parked(), await counts()]).toEqual([{ a: first }, { a: 1 }]);
  });

  it('is so by an event alone that is applied to what is parked', async () => {
    const first = await happens(events, SEALED, 'Erased');
    await happens(events, SEALED);
    await deliver();
    expect([await parked(), await counts()]).toEqual([{ [SEALED]: first }, {}]);
  });
});

it('a lane that must not guess writes what stands before the event, and stays there', async () => {
  applier = await applierOf('totals');
  const before = await happens(events, 'a');
  await happens(events, 'b', 'Poison');
  await expect(deliver()).rejects.toMatchObject({ name: 'LaneStoppedError', lane: 'totals' });
  expect(applier.position).toBe(before);
});
