/** Events that can't be projected: what stands still, what is parked, what goes on, and how it ends. */
import { rebuildProjection } from '../../../../packages/platform/src/projector/rebuild.js';
import { LOG_START, type Position } from '../../../../packages/platform/src/event-store/event-store.js';
import { UnprojectableEventError } from '../../../../packages/platform/src/projector/fold-batch.js';
import { PARKED } from '../../../../packages/platform/src/projector/projector-state.js';
import { recordTrouble } from '../../../../packages/platform/src/projector/lane-trouble.js';
import type { ProjectionSet } from '../../../../packages/platform/src/projector/lane.js';
import { eventually } from '../../../support/eventually.js';
import type { ToyEvent } from '../../../support/logs/toy-projections.js';
import { happens, toySet } from '../../../support/logs/toy-projections.js';
import { ToyWorld } from '../../../support/worlds/toy-world.js';
import { forEachTest } from '../../../support/worlds/for-each-test.js';

const world = forEachTest(() => new ToyWorld());
beforeEach(async () => {
  await world.live.start();
});

/** A program that can read what this one can't. */
function repaired(): ProjectionSet<ToyEvent> {
  const set = toySet();
  return {
    ...set,
    decode: (recorded, wanted) =>
      recorded.type === 'Poison' || recorded.type === 'Garbled'
        ? [{ type: 'Counted', thing: recorded.stream.slice('thing-'.length), by: 100 }]
        : set.decode(recorded, wanted),
  };
}

describe.each(['Poison', 'Garbled'])('a %s event', (type) => {
  it('parks its subject in a lane that does so: others go on, it gets nothing more', async () => {
    await world.start();
    await happens(world.events, 'a');
    await happens(world.events, 'a', type);
    await happens(world.events, 'a');
    const last = await happens(world.events, 'b');
    expect(await world.passed('counts', last)).toBe(true);
    expect([await world.count('a'), await world.count('b')]).toEqual([1, 1]);
    expect(await world.live.isParked('a')).toBe(true);
    expect(await world.live.isParked('a', 'counts')).toBe(true);
    expect(await world.live.isParked('a', 'totals')).toBe(false);
    expect(await world.live.isParked('b')).toBe(false);
  });

  it('is parked from its first event on that can not be projected', async () => {
    await world.start();
    const first = await happens(world.events, 'a', type);
    await happens(world.events, 'a');
    expect(await world.passed('counts', await happens(world.events, 'a', type))).toBe(true);
    const parked = (await world.models.range(PARKED.name, {})).map((document) => PARKED.fields(document));
    expect(parked).toMatchObject([{ subject: 'a', position: first }]);
  });

  it('is parked from there on, whatever else of it can not be read later', async () => {
    const set = toySet();
    await world.start({
      ...set,
      decode: (recorded, wanted) => {
        if (recorded.type === 'Erased') throw new Error('nobody can read it');
        return set.decode(recorded, wanted);
      },
    });
    const first = await happens(world.events, 'a', type);
    expect(await world.passed('counts', first)).toBe(true);
    expect(await world.passed('counts', await happens(world.events, 'a', 'Erased'))).toBe(true);
    const parked = (await world.models.range(PARKED.name, {})).map((document) => PARKED.fields(document));
    expect(parked).toMatchObject([{ subject: 'a', position: first }]);
  });

  it('does not keep an erasure from the subject that was parked', async () => {
    await world.start();
    await happens(world.events, 'a');
    await happens(world.events, 'a', type);
    const last = await happens(world.events, 'a', 'Erased');
    expect(await world.passed('counts', last)).toBe(true);
    expect(await world.count('a')).toBeUndefined();
  });

  it('keeps its subject parked after a restart', async () => {
    await world.start();
    expect(await world.passed('counts', await happens(world.events, 'a', type))).toBe(true);
    await world.stop();
    await world.start();
    expect(await world.passed('counts', await happens(world.events, 'a'))).toBe(true);
    expect(await world.count('a')).toBeUndefined();
    expect(await world.live.isParked('a')).toBe(true);
  });

  it('stops a lane that must not guess, before the event and with a reason, and no other', async () => {
    await world.start();
    const before = await happens(world.events, 'a', 'Counted', 5);
    const bad = await happens(world.events, 'b', type);
    const after = await happens(world.events, 'a', 'Counted', 7);
    expect(await world.passed('counts', after)).toBe(true);
    const trouble = await eventually('the lane says why', () => world.live.troubleOf('totals'));
    expect(trouble).toMatchObject({ lane: 'totals', position: bad, event_type: type });
    expect(await world.live.lanePosition('totals')).toBe(before);
    expect(await world.total()).toBe(5);
    const [counts, totals] = await world.live.status();
    expect(counts).toMatchObject({ name: 'counts', state: 'live', lag: 0 });
    expect(totals).toMatchObject({ name: 'totals', state: 'stopped', lag: 2, reason: trouble.reason });
  });

  it('lets the lane go on once a program comes that can read it', async () => {
    await world.start();
    await happens(world.events, 'a', 'Counted', 5);
    await happens(world.events, 'b', type);
    await eventually('the lane stands still', () => world.live.troubleOf('totals'));
    await world.stop();
    await world.start(repaired());
    const last = await happens(world.events, 'a', 'Counted', 7);
    expect(await world.passed('totals', last)).toBe(true);
    expect(await world.total()).toBe(112);
    expect(await world.live.troubleOf('totals')).toBeUndefined();
  });

  it('is made good by a rebuild with a program that can read it', async () => {
    await world.start();
    await happens(world.events, 'a');
    expect(await world.passed('counts', await happens(world.events, 'a', type))).toBe(true);
    await world.stop();
    const report = await rebuildProjection({ stores: world, set: repaired() }, 'counts');
    expect(report).toMatchObject({
      equal: false,
      differences: [{ key: 'counts/a', live: { count: 1 }, rebuilt: { count: 101 } }],
    });
    await eventually('readers see the new generation', async () => (await world.count('a')) === 101);
    expect(await world.live.isParked('a')).toBe(false);
  });
});

describe('a store that fails', () => {
  it('interrupts the lane, which goes on from its checkpoint and counts nothing twice', async () => {
    const commit = world.models.commit.bind(world.models);
    let calls = 0;
    // Every third commit is written and its answer is lost; every other third is not written at all.
    world.models.commit = async (writes, move) => {
      calls++;
      if (calls % 3 === 1) throw new Error('the store is away');
      const outcome = await commit(writes, move);
      if (calls % 3 === 2) throw new Error('the answer is lost');
      return outcome;
    };
    await world.start();
    let last = '' as Position;
    for (let i = 0; i < 30; i++) last = await happens(world.events, 'a');
    expect(await world.passed('counts', last)).toBe(true);
    expect(await world.passed('totals', last)).toBe(true);
    expect([await world.count('a'), await world.total()]).toEqual([30, 30]);
  });

  it('may end its subscriptions at any moment, cleanly, with an error, or fall silent', async () => {
    const subscribe = world.events.subscribe.bind(world.events);
    let opened = 0;
    world.events.subscribe = (read, onPage) => {
      const way = opened++ % 4;
      if (way === 0) return { ended: Promise.resolve(), close: async () => undefined };
      if (way === 1) {
        const ended = Promise.reject(new Error('dropped'));
        ended.catch(() => undefined);
        return { ended, close: async () => undefined };
      }
      if (way === 2) return { ended: new Promise(() => undefined), close: async () => undefined };
      return subscribe(read, onPage);
    };
    await world.start();
    const last = await happens(world.events, 'a', 'Counted', 3);
    expect(await world.passed('counts', last)).toBe(true);
    expect(await world.passed('totals', last)).toBe(true);
    expect([await world.count('a'), await world.total()]).toEqual([3, 3]);
  });
});

describe('a second projector', () => {
  it('is shut out by the checkpoint and takes over when the first is gone', async () => {
    const first = await world.start();
    const second = world.projector();
    await second.start();
    let last = '' as Position;
    for (let i = 0; i < 50; i++) last = await happens(world.events, 'a');
    expect(await world.passed('counts', last)).toBe(true);
    await first.stop();
    last = await happens(world.events, 'a');
    expect(await world.passed('counts', last)).toBe(true);
    expect(await world.passed('totals', last)).toBe(true);
    await second.stop();
    expect([await world.count('a'), await world.total()]).toEqual([51, 51]);
  });
});

it('no trouble is recorded of a lane that has not begun: nothing was read to stop at', async () => {
  await world.start();
  await happens(world.events, 'b', 'Poison');
  await eventually('the lane stands still', () => world.live.troubleOf('totals'));
  const { events } = await world.events.readAll({ after: LOG_START });
  const [recorded] = events;
  if (recorded === undefined) throw new Error('the event is there');
  await recordTrouble(world.models, 'never-begun', new UnprojectableEventError(recorded, null, 'why'));
  expect(await world.live.troubleOf('never-begun')).toBeUndefined();
});
