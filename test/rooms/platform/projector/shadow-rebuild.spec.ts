/** A generation that is built beside the live one: what it reads, when it is taken over, and what it leaves. */
import { drive } from '../../../../packages/platform/src/projector/drive.js';
import { laneNamed, type ProjectorStores } from '../../../../packages/platform/src/projector/lane.js';
import { lanePlace } from '../../../../packages/platform/src/projector/lane-checkpoint.js';
import { readGenerations } from '../../../../packages/platform/src/projector/projector-state.js';
import { rebuilds, ShadowRebuild } from '../../../../packages/platform/src/projector/shadow-rebuild.js';
import type {
  EventStore,
  LogRead,
  Position,
} from '../../../../packages/platform/src/event-store/event-store.js';
import { happens, toySet, toySetWithMarks, type ToyEvent } from '../../../support/logs/toy-projections.js';
import { inPagesOf } from '../../../support/stores/short-pages.js';
import { afterThisTest, forEachTest } from '../../../support/worlds/for-each-test.js';
import { ToyWorld } from '../../../support/worlds/toy-world.js';

const world = forEachTest(() => new ToyWorld());

const driven = async (to: Position): Promise<void> =>
  drive({ stores: world, set: toySet(), lanes: ['counts', 'totals'], patience: 0 }, to);

async function begun(name = 'counts', stores: ProjectorStores = world): Promise<ShadowRebuild<ToyEvent>> {
  const set = toySet();
  const lane = laneNamed(set, name);
  return ShadowRebuild.begin({ stores, set, lane, projections: lane.projections });
}

const stored = async (generation: number): Promise<number> =>
  (await world.models.range(`counts_g${generation}`, {})).length;
const live = async (): Promise<number | undefined> =>
  (await readGenerations(world.models)).get('counts')?.generation;
const underWay = async (): Promise<unknown[]> =>
  (await rebuilds(world.models)).map(({ lane, generation, projections }) => [lane, generation, projections]);

let first: Position;
let second: Position;
beforeEach(async () => {
  first = await happens(world.events, 'a');
  await driven(first);
  second = await happens(world.events, 'b');
});

describe('what it reads', () => {
  it('is the log up to where it is told to, and nothing once it stands there', async () => {
    const shadow = await begun();
    await shadow.catchUp(first);
    expect([shadow.position, shadow.events, await stored(2)]).toEqual([first, 1, 1]);
    world.events.readAll = () => Promise.reject(new Error('read for nothing'));
    await shadow.catchUp(first);
    expect([shadow.position, shadow.events]).toEqual([first, 1]);
  });

  it('fails once, with why a page could not be applied, where the next can not be read either', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): number => unhandled.push(error);
    process.on('unhandledRejection', note);
    afterThisTest(() => process.off('unhandledRejection', note));
    let reads = 0;
    const events: EventStore = inPagesOf(1, world.events);
    const readAll = events.readAll.bind(events);
    const failing = Object.create(events, {
      readAll: {
        value: (read: LogRead) => (reads++ === 0 ? readAll(read) : Promise.reject(new Error('no page'))),
      },
    }) as EventStore; // an object made from a store is one
    const shadow = await begun('counts', { models: world.models, events: failing });
    world.models.commit = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new Error('not written');
    };
    await expect(shadow.catchUp(second)).rejects.toThrow('not written');
    expect([reads, unhandled]).toEqual([2, []]);
  });

  it('ends where the process stops, between two pages', async () => {
    const shadow = await begun();
    const stopping = new AbortController();
    stopping.abort();
    await expect(shadow.catchUp(second, stopping.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect([shadow.events, await stored(2)]).toEqual([0, 0]);
  });
});

describe('taking over', () => {
  it('is refused to a rebuild that slept while a later one took over', async () => {
    const sleeping = await begun();
    await sleeping.catchUp(first);
    await (await begun()).takeOver();
    await expect(sleeping.takeOver()).rejects.toThrow('A later rebuild of lane counts took over');
    await sleeping.abandon();
    expect([await live(), await stored(3)]).toEqual([3, 1]);
  });

  it('is where the lane stands, though the log is ahead', async () => {
    const shadow = await begun();
    expect(await shadow.takeOver()).toBe(first);
    expect([await live(), await stored(2)]).toEqual([2, 1]);
    expect(await lanePlace(world.models, 'counts')).toEqual({ position: first, epoch: 2 });
  });

  it('goes on to where the lane moved meanwhile', async () => {
    const shadow = await begun();
    await shadow.catchUp(first);
    const commit = world.models.commit.bind(world.models);
    world.models.commit = async (writes, move) => {
      world.models.commit = commit;
      await driven(second);
      return commit(writes, move);
    };
    expect(await shadow.takeOver()).toBe(second);
    expect([await live(), await stored(2)]).toEqual([2, 2]);
    expect(await lanePlace(world.models, 'counts')).toEqual({ position: second, epoch: 2 });
  });

  it('leaves nothing to be dropped of a projection that is new', async () => {
    const set = toySetWithMarks();
    const lane = laneNamed(set, 'counts');
    const shadow = await ShadowRebuild.begin({ stores: world, set, lane, projections: lane.projections });
    expect(await underWay()).toEqual([['counts', 2, ['counts', 'marks']]]);
    await shadow.takeOver();
    const generations = await readGenerations(world.models);
    expect(generations.get('counts')).toMatchObject({ generation: 2, dropped_below: 1 });
    expect(generations.get('marks')).toMatchObject({ generation: 2, dropped_below: 2 });
  });

  it('is refused where the lane stands before what was built: it went back', async () => {
    const shadow = await begun();
    await shadow.catchUp(second);
    await expect(shadow.takeOver()).rejects.toThrow('lane counts went back');
    expect(await live()).toBe(1);
  });

  it('ends earlier rebuilds of the lane, and none of another lane or begun later', async () => {
    const [earlier, mine, later] = [await begun(), await begun(), await begun()];
    await begun('totals');
    expect([earlier, mine, later].map(({ generation }) => generation)).toEqual([2, 3, 4]);
    await mine.takeOver();
    expect(await underWay()).toEqual([
      ['counts', 4, ['counts']],
      ['totals', 2, ['totals']],
    ]);
    await later.takeOver();
    expect([await live(), await stored(4)]).toEqual([4, 1]);
    expect(await underWay()).toEqual([['totals', 2, ['totals']]]);
  });
});

describe('giving it up', () => {
  it('takes its documents and its checkpoint away, and no other', async () => {
    const [given, other] = [await begun(), await begun()];
    await given.catchUp(first);
    await other.catchUp(first);
    await given.abandon();
    expect([await stored(1), await stored(2), await stored(3)]).toEqual([1, 0, 1]);
    expect(await underWay()).toEqual([['counts', 3, ['counts']]]);
  });

  it('leaves what was taken over after all, where only the answer was lost', async () => {
    const shadow = await begun();
    const commit = world.models.commit.bind(world.models);
    world.models.commit = async (writes, move) => {
      await commit(writes, move);
      if (move.name === 'lane:counts') throw new Error('the answer is lost');
      return 'committed';
    };
    await expect(shadow.takeOver()).rejects.toThrow('the answer is lost');
    await shadow.abandon();
    expect([await live(), await stored(2)]).toEqual([2, 1]);
    expect(await underWay()).toEqual([]);
  });
});

it('two that begin at the same time have numbers of their own', async () => {
  const both = await Promise.all([begun(), begun()]);
  expect(both.map(({ generation }) => generation).sort()).toEqual([2, 3]);
});

it('a lane that has not begun has nothing to be taken over', async () => {
  const shadow = await begun('counts', new ToyWorld());
  await expect(shadow.takeOver()).rejects.toThrow('lane counts has not begun');
});

it('pages that follow each other are all applied', async () => {
  const third = await happens(world.events, 'c');
  const shadow = await begun('counts', { models: world.models, events: inPagesOf(1, world.events) });
  await shadow.catchUp(third);
  expect([shadow.position, shadow.events, await stored(2)]).toEqual([third, 3, 3]);
});
