/** New versions, rebuilds and switches: reads go on, nothing is written twice, what is old goes. */
import { lanePlace } from '../../../../packages/platform/src/projector/lane-checkpoint.js';
import { ShadowRebuild } from '../../../../packages/platform/src/projector/shadow-rebuild.js';
import { OtherVersionError, drive } from '../../../../packages/platform/src/projector/drive.js';
import { laneNamed } from '../../../../packages/platform/src/projector/lane.js';
import { LiveReadModels } from '../../../../packages/platform/src/projector/live-read-models.js';
import { openLane } from '../../../../packages/platform/src/projector/open-lane.js';
import { REMOVED, readGenerations } from '../../../../packages/platform/src/projector/projector-state.js';
import { rebuildProjection } from '../../../../packages/platform/src/projector/rebuild.js';
import { hasRetired } from '../../../../packages/platform/src/projector/retire.js';
import type { Position } from '../../../../packages/platform/src/event-store/event-store.js';
import type { Write } from '../../../../packages/platform/src/read-models/read-models.js';
import { eventually } from '../../../support/eventually.js';
import { happens, toySet, toySetWithMarks } from '../../../support/logs/toy-projections.js';
import { endSnapshotsAfter } from '../../../support/stores/short-snapshots.js';
import { ToyWorld } from '../../../support/worlds/toy-world.js';
import { forEachTest } from '../../../support/worlds/for-each-test.js';

const world = forEachTest(() => new ToyWorld());
beforeEach(async () => {
  await world.live.start();
});

const counted = async (times: number): Promise<Position> => {
  let last = '' as Position;
  for (let i = 0; i < times; i++) last = await happens(world.events, 'a');
  return last;
};

const generationOf = async (projection: string): Promise<number | undefined> =>
  (await readGenerations(world.models)).get(projection)?.generation;

const isGone = async (projection: string): Promise<boolean> => {
  const found = (await readGenerations(world.models)).get(projection);
  return found?.version === REMOVED && !hasRetired(found);
};

describe('a changed version', () => {
  it('is built beside the live one from the start of the log, then taken over', async () => {
    await world.start();
    expect(await world.passed('counts', await counted(3))).toBe(true);
    await world.stop();
    expect(await world.count('a')).toBe(3);
    await world.start(toySet(10));
    await eventually('the new version is read', async () => (await world.count('a')) === 30);
    expect(await world.passed('counts', await counted(1))).toBe(true);
    expect(await world.count('a')).toBe(40);
    const asNew = new LiveReadModels(world, toySet(10));
    expect(await asNew.status()).toMatchObject([{ version: 10, state: 'live' }, { version: 10 }]);
    expect(await world.live.status()).toMatchObject([{ version: 10, state: 'other_version' }, {}]);
  });

  it('lets reads of the old one go on while it is built', async () => {
    await world.start();
    expect(await world.passed('counts', await counted(3))).toBe(true);
    await world.stop();
    const readAll = world.events.readAll.bind(world.events);
    let building = (): void => undefined;
    const built = new Promise<void>((resolve) => (building = resolve));
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    world.events.readAll = async (read) => {
      building();
      await held;
      return readAll(read);
    };
    await world.start(toySet(10));
    await built;
    expect(await world.count('a')).toBe(3);
    expect((await world.models.checkpoints('rebuild:counts:')).size).toBe(1);
    go();
    await eventually('the new version is read', async () => (await world.count('a')) === 30);
    expect((await world.models.checkpoints('rebuild:counts:')).size).toBe(0);
    expect(await lanePlace(world.models, 'counts')).toMatchObject({ epoch: 2 });
  });

  it('shuts the old program out for good, although it still runs', async () => {
    const old = await world.start(toySet(1), { standby: 1 });
    expect(await world.passed('counts', await counted(3))).toBe(true);
    const before = old.applied().get('counts')?.events;
    await world.start(toySet(10));
    await eventually('the new version is read', async () => (await world.count('a')) === 30);
    expect(await world.passed('counts', await counted(20))).toBe(true);
    expect(await world.count('a')).toBe(230);
    expect(old.applied().get('counts')?.events).toBe(before);
  });

  it('is refused to a command, which has no time to build it', async () => {
    await world.start();
    const last = await counted(1);
    expect(await world.passed('counts', last)).toBe(true);
    await world.stop();
    const next = await counted(1);
    const driven = drive({ stores: world, set: toySet(10), lanes: ['counts'], patience: 0 }, next);
    await expect(driven).rejects.toThrow(OtherVersionError);
  });
});

describe('a projection that is no more', () => {
  const marksStored = async (): Promise<number> => (await world.models.range('marks_g1', {})).length;

  it('goes with its documents, and the lane goes on where it was', async () => {
    await world.start(toySetWithMarks());
    expect(await world.passed('counts', await counted(3))).toBe(true);
    await world.stop();
    expect(await marksStored()).toBe(1);
    const now = await world.start();
    expect(await world.passed('counts', await counted(1))).toBe(true);
    expect(await world.count('a')).toBe(4);
    expect(now.applied().get('counts')?.events).toBe(1);
    expect(await lanePlace(world.models, 'counts')).toMatchObject({ epoch: 2 });
    await eventually('its documents and its generation are gone', async () => {
      await counted(1);
      return (await marksStored()) === 0 && (await isGone('marks'));
    });
    expect((await world.live.status()).map(({ name, state }) => [name, state])).toEqual([
      ['counts', 'live'],
      ['totals', 'live'],
    ]);
  });

  it('shuts out the program that still fills it, although that still runs', async () => {
    const old = await world.start(toySetWithMarks(), { standby: 1 });
    expect(await world.passed('counts', await counted(3))).toBe(true);
    await world.start();
    await eventually(
      'the new program has the lane',
      async () => (await readGenerations(world.models)).get('marks')?.version === REMOVED,
    );
    const before = old.applied().get('counts')?.events;
    await eventually('its documents are gone', async () => {
      await counted(1);
      return await isGone('marks');
    });
    expect(await world.passed('counts', await counted(20))).toBe(true);
    expect(await world.count('a')).toBe(await world.total());
    expect(await marksStored()).toBe(0);
    expect(old.applied().get('counts')?.events).toBe(before);
  });

  it('comes back whole when an operator goes back to the earlier program, and not before', async () => {
    await world.start(toySetWithMarks());
    expect(await world.passed('counts', await counted(2))).toBe(true);
    await world.stop();
    await world.start();
    await eventually('it is gone', async () => {
      await counted(1);
      return await isGone('marks');
    });
    await world.stop();
    const earlier = await world.start(toySetWithMarks());
    await eventually('it stands by', () => earlier.lanesOfNewer().includes('counts'));
    expect(earlier.lanesOfNewer()).toEqual(['counts']);
    await rebuildProjection({ stores: world, set: toySetWithMarks() }, 'marks');
    await eventually('it runs', () => earlier.lanesOfNewer().length === 0);
    expect(await generationOf('marks')).toBe(2);
    expect(await world.passed('counts', await counted(1))).toBe(true);
    const total = await world.count('a');
    expect(await world.models.range('marks_g2', {})).toMatchObject([{ fields: { count: total } }]);
  });

  it('is refused to a command, as a changed version is', async () => {
    await world.start(toySetWithMarks());
    expect(await world.passed('counts', await counted(1))).toBe(true);
    await world.stop();
    const driven = drive({ stores: world, set: toySet(), lanes: ['counts'], patience: 0 }, await counted(1));
    await expect(driven).rejects.toThrow('the read models marks were made by another version');
  });
});

describe('a retired generation', () => {
  it('is dropped once no reader can hold its name', async () => {
    await world.start();
    expect(await world.passed('counts', await counted(2))).toBe(true);
    await rebuildProjection({ stores: world, set: toySet() }, 'counts');
    expect(await generationOf('counts')).toBe(2);
    expect(await world.models.range('counts_g1', {})).toHaveLength(1);
    await eventually('the old documents are gone', async () => {
      await counted(1);
      return (await world.models.range('counts_g1', {})).length === 0;
    });
    const last = await counted(1);
    expect(await world.passed('counts', last)).toBe(true);
    await eventually('it is not dropped again', async () => {
      await counted(1);
      return (await readGenerations(world.models)).get('counts')?.dropped_below === 2;
    });
  });

  it('goes with what a broken-off rebuild left behind', async () => {
    await world.start();
    expect(await world.passed('counts', await counted(2))).toBe(true);
    const lane = laneNamed(toySet(), 'counts');
    const broken = await ShadowRebuild.begin({
      stores: world,
      set: toySet(),
      lane,
      projections: lane.projections,
    });
    await broken.catchUp(await counted(1));
    expect(await world.models.range(`counts_g${broken.generation}`, {})).toHaveLength(1);
    await rebuildProjection({ stores: world, set: toySet() }, 'counts');
    expect((await world.models.checkpoints('rebuild:counts:')).size).toBe(0);
    await eventually('both are gone', async () => {
      await counted(1);
      const left = await Promise.all(['counts_g1', 'counts_g2'].map((name) => world.models.range(name, {})));
      return left.flat().length === 0;
    });
  });
});

describe('a rebuild on demand', () => {
  it('meets a lane that moves on all the time, and loses nothing', async () => {
    await world.start();
    await counted(5);
    let busy = true;
    const writing = (async () => {
      let last = '' as Position;
      while (busy) {
        last = await counted(1);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return last;
    })();
    for (let round = 0; round < 5; round++) {
      expect(await rebuildProjection({ stores: world, set: toySet() }, 'counts')).toMatchObject({
        equal: true,
      });
    }
    busy = false;
    const last = await writing;
    expect(await world.passed('counts', last)).toBe(true);
    const total = await world.total();
    await eventually('all is counted', async () => (await world.count('a')) === total);
    expect(await world.passed('totals', last)).toBe(true);
    expect(await world.count('a')).toBe(await world.total());
  });

  it('compares more than one snapshot has time for, wherever a lost document and one made up lie', async () => {
    const things = Array.from({ length: 1_300 }, (_, index) => `t${String(index).padStart(4, '0')}`);
    let last = '' as Position;
    for (const thing of things) last = await happens(world.events, thing);
    const lane = laneNamed(toySet(), 'counts');
    await drive({ stores: world, set: toySet(), lanes: ['counts'], patience: 0 }, last);
    const opened = await openLane(world, toySet(), lane);
    if (opened.outcome !== 'open') throw new Error('the lane should be open');
    const made = ['t0099+', 't0499+', 't0500+', 't1299+'];
    const lost = things.slice(0, 601);
    const tampering: readonly Write[] = [
      ...made.map((key) => ({
        op: 'put' as const,
        collection: 'counts_g1',
        key,
        document: { fields: { thing: key, count: 1 } },
      })),
      ...lost.map((key) => ({ op: 'delete' as const, collection: 'counts_g1', key })),
    ];
    // The last event moves the lane and is not applied: 'a' is lost, too.
    await opened.applier.apply({ events: [], position: await counted(1), atHead: true }, tampering);
    endSnapshotsAfter(world.models, 1_100);
    const found = await rebuildProjection({ stores: world, set: toySet() }, 'counts');
    expect(found).toMatchObject({ equal: false, differences_total: made.length + lost.length + 1 });
    expect(found.differences.map(({ key }) => key)).toEqual(
      ['a', ...made, ...lost].sort().map((key) => `counts/${key}`),
    );
    expect(await rebuildProjection({ stores: world, set: toySet() }, 'counts')).toMatchObject({
      equal: true,
    });
  });

  it('names what differs, and mends it', async () => {
    await world.start();
    const last = await counted(2);
    expect(await world.passed('totals', last)).toBe(true);
    await world.stop();
    const place = await lanePlace(world.models, 'totals');
    const opened = await openLane(world, toySet(), laneNamed(toySet(), 'totals'));
    if (opened.outcome !== 'open' || place === null) throw new Error('the lane should be open');
    await opened.applier.apply({ events: [], position: last, atHead: true }, [
      { op: 'put', collection: 'totals_g1', key: 'all', document: { fields: { thing: 'all', count: 7 } } },
      { op: 'put', collection: 'totals_g1', key: 'bogus', document: { fields: { thing: 'x', count: 1 } } },
    ]);
    const report = await rebuildProjection({ stores: world, set: toySet() }, 'totals');
    expect(report).toMatchObject({
      equal: false,
      position: last,
      events: 2,
      differences: [
        { key: 'totals/all', live: { count: 7 }, rebuilt: { count: 2 } },
        { key: 'totals/bogus', live: { count: 1 }, rebuilt: null },
      ],
    });
    expect(report.live_digest).not.toBe(report.rebuilt_digest);
    const again = await rebuildProjection({ stores: world, set: toySet() }, 'totals');
    expect(again).toMatchObject({ equal: true, live_digest: report.rebuilt_digest });
    await eventually('the rebuilt one is read', async () => (await world.total()) === 2);
  });

  it('tells what it found before it takes over', async () => {
    await world.start();
    expect(await world.passed('counts', await counted(2))).toBe(true);
    const told: unknown[] = [];
    await rebuildProjection({ stores: world, set: toySet() }, 'counts', async (generation, compared) => {
      told.push([generation, compared.equal, await generationOf('counts')]);
    });
    expect(told).toEqual([[2, true, 1]]);
    expect(await generationOf('counts')).toBe(2);
  });

  it('leaves all as it was where it may not take over', async () => {
    await world.start();
    expect(await world.passed('counts', await counted(2))).toBe(true);
    const over = { stores: world, set: toySet() };
    await expect(
      rebuildProjection(over, 'counts', () => Promise.reject(new Error('it ends here'))),
    ).rejects.toThrow('it ends here');
    expect([await generationOf('counts'), await world.count('a')]).toEqual([1, 2]);
    expect(await world.models.range('counts_g2', {})).toEqual([]);
    expect((await world.models.checkpoints('rebuild:counts:')).size).toBe(0);
  });

  it('compares at one moment, however the lane moves on before it can', async () => {
    const move = async (): Promise<Position> => {
      const last = await counted(1);
      await drive({ stores: world, set: toySet(), lanes: ['counts'], patience: 0 }, last);
      return last;
    };
    const first = await move();
    const opened = await openLane(world, toySet(), laneNamed(toySet(), 'counts'));
    if (opened.outcome !== 'open') throw new Error('the lane should be open');
    const document = { fields: { thing: 'x', count: 1 } };
    await opened.applier.apply({ events: [], position: first, atHead: true }, [
      { op: 'put', collection: 'counts_g1', key: 'bogus', document },
    ]);

    const snapshot = world.models.snapshot.bind(world.models);
    let [moves, isMoving] = [0, false];
    world.models.snapshot = async (read) => {
      if (!isMoving && moves < 6) {
        [moves, isMoving] = [moves + 1, true];
        await move();
        isMoving = false;
      }
      return snapshot(read);
    };
    const report = await rebuildProjection({ stores: world, set: toySet() }, 'counts');
    expect([report.events, moves]).toEqual([7, 6]);
    expect(report.differences).toMatchObject([{ key: 'counts/bogus', live: { count: 1 }, rebuilt: null }]);
  });

  it('begins a lane that was never started', async () => {
    await counted(2);
    expect(await rebuildProjection({ stores: world, set: toySet() }, 'counts')).toMatchObject({
      events: 0,
      equal: true,
    });
    await world.start();
    expect(await world.passed('counts', await counted(1))).toBe(true);
    expect(await world.count('a')).toBe(3);
  });

  it('is refused for a name that no projection bears', async () => {
    expect(() => laneNamed(toySet(), 'nothing')).toThrow(RangeError);
    await expect(rebuildProjection({ stores: world, set: toySet() }, 'nothing')).rejects.toThrow(RangeError);
  });
});
