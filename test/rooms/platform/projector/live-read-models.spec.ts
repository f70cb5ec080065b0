/** The reading side: whatever generation is live, how far lanes are, and no answer before there can be one. */
import { drive } from '../../../../packages/platform/src/projector/drive.js';
import { ReadModelNotReadyError } from '../../../../packages/platform/src/projector/generation-reader.js';
import { LiveReadModels } from '../../../../packages/platform/src/projector/live-read-models.js';
import { rebuildProjection } from '../../../../packages/platform/src/projector/rebuild.js';
import { eventually } from '../../../support/eventually.js';
import { COUNTS, happens, toySet } from '../../../support/logs/toy-projections.js';
import { ToyWorld } from '../../../support/worlds/toy-world.js';
import { forEachTest } from '../../../support/worlds/for-each-test.js';

const world = forEachTest(() => new ToyWorld());

const driven = async (lanes = ['counts', 'totals']): Promise<void> =>
  drive({ stores: world, set: toySet(), lanes, patience: 0 }, await world.events.head());

describe('readiness', () => {
  it('is reached lane by lane, with the head of the log that was seen at start', async () => {
    await happens(world.events, 'a');
    await driven(['counts']);
    await happens(world.events, 'a');
    await world.live.start();
    expect(await world.live.lanesNotReady()).toEqual(['counts', 'totals']);
    await driven(['counts']);
    expect(await world.live.lanesNotReady()).toEqual(['totals']);
    await driven(['totals']);
    expect(await world.live.lanesNotReady()).toEqual([]);
  });

  it('stays once it was reached, however far the lane falls behind', async () => {
    await world.live.start();
    expect(await world.live.isReady('counts')).toBe(false);
    await driven();
    expect(await world.live.isReady('counts')).toBe(true);
    await happens(world.events, 'a');
    expect(await world.live.isReady('counts')).toBe(true);
  });

  it('is given to an upgraded program by what the version before left, until its own is built and has caught up', async () => {
    await happens(world.events, 'a');
    await driven();
    await happens(world.events, 'a');
    const same = new LiveReadModels(world, toySet());
    const upgraded = new LiveReadModels(world, toySet(10));
    await Promise.all([same.start(), upgraded.start()]);
    expect(await same.lanesNotReady()).toEqual(['counts', 'totals']);
    expect(await upgraded.lanesNotReady()).toEqual([]);
    expect(await upgraded.find(COUNTS, 'a')).toMatchObject({ count: 1 });
    expect(await upgraded.isReady('counts')).toBe(false);

    await rebuildProjection({ stores: world, set: toySet(10) }, 'counts');
    expect(await upgraded.isReady('counts')).toBe(false);
    expect(await upgraded.lanesNotReady()).toEqual([]);
    await world.start(toySet(10));
    await eventually('its own, up to the end', () => upgraded.isReady('counts'));
    await eventually('its own is read', async () => (await upgraded.find(COUNTS, 'a'))?.count === 20);
  });

  it('is not given by another version of a lane that was never begun', async () => {
    await happens(world.events, 'a');
    const upgraded = new LiveReadModels(world, toySet(10));
    await upgraded.start();
    expect(await upgraded.lanesNotReady()).toEqual(['counts', 'totals']);
  });

  it('is refused for a collection that no projector has begun, rather than answered as empty', async () => {
    await world.live.start();
    const none = { name: 'ReadModelNotReadyError', collection: COUNTS.name };
    await expect(world.live.find(COUNTS, 'a')).rejects.toMatchObject(none);
    await expect(world.live.range(COUNTS.name, {})).rejects.toThrow(ReadModelNotReadyError);
    expect(await world.live.lanePosition('counts')).toBeNull();
    await world.start();
    await eventually('the lane has begun', async () => (await world.live.lanePosition('counts')) !== null);
    expect(await world.live.find(COUNTS, 'a')).toBeUndefined();
  });
});

describe('waiting for a lane', () => {
  it('ends when the lane passes the position, for everybody who waits', async () => {
    await world.live.start();
    const first = await happens(world.events, 'a');
    const second = await happens(world.events, 'a');
    const waits = [first, second, first].map((position) => world.live.waitFor('counts', position, 5_000));
    await driven();
    expect(await Promise.all(waits)).toEqual([true, true, true]);
  });

  it('ends in vain when its time is over', async () => {
    await world.live.start();
    const position = await happens(world.events, 'a');
    expect(await world.live.waitFor('counts', position, 0)).toBe(false);
    expect(await world.live.waitFor('counts', position, 20)).toBe(false);
  });

  it('tells everybody who waits when the store is away', async () => {
    await world.live.start();
    const position = await happens(world.events, 'a');
    const waits = [1, 2].map(() => world.live.waitFor('counts', position, 5_000));
    world.models.checkpoint = () => Promise.reject(new Error('away'));
    const results = await Promise.allSettled(waits);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('reads', () => {
  it('come from the new generation soon after a switch, and never from neither', async () => {
    await world.live.start();
    await happens(world.events, 'a');
    await driven();
    const seen = new Set<number | undefined>();
    let reading = true;
    const readers = (async () => {
      while (reading) {
        seen.add(await world.count('a'));
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await world.start(toySet(2), { retire: 1_500 });
    await eventually('the new one is read', () => seen.has(2));
    await eventually('the old one is gone', async () => {
      await happens(world.events, 'b');
      return (await world.models.range('counts_g1', {})).length === 0;
    });
    reading = false;
    await readers;
    expect([...seen]).toEqual([1, 2]);
  });

  it('of one snapshot belong to one moment, the position of the lane included', async () => {
    await world.live.start();
    const first = await happens(world.events, 'a');
    await driven();
    await world.live.snapshot(async (reader) => {
      expect((await reader.find(COUNTS, 'a'))?.count).toBe(1);
      await happens(world.events, 'a');
      await driven();
      expect((await reader.find(COUNTS, 'a'))?.count).toBe(1);
      expect(await reader.checkpoint('lane:counts')).toBe(first);
      expect(await reader.checkpoints('lane:')).toEqual(
        new Map([
          ['lane:counts', first],
          ['lane:totals', first],
        ]),
      );
    });
    expect(await world.count('a')).toBe(2);
  });

  it('by several keys or a range go by logical names too', async () => {
    await world.live.start();
    await happens(world.events, 'a');
    await happens(world.events, 'b');
    await driven();
    await rebuildProjection({ stores: world, set: toySet() }, 'counts');
    const fresh = new LiveReadModels(world, toySet());
    await fresh.start();
    expect((await fresh.getMany('counts', ['b', 'a', 'c'])).map(({ key }) => key)).toEqual(['b', 'a']);
    expect((await fresh.range('counts', { from: 'b' })).map(({ key }) => key)).toEqual(['b']);
    expect(await fresh.get('counts', 'b')).toMatchObject({ fields: { count: 1 } });
  });
});

describe('the status of projections', () => {
  it('says how far behind the head each is, and since when', async () => {
    await world.live.start();
    expect(await world.live.status()).toMatchObject([
      { name: 'counts', lane: 'counts', version: 1, state: 'waiting', lag: 0, lag_seconds: 0 },
      { name: 'totals', state: 'waiting' },
    ]);
    const first = await happens(world.events, 'a');
    await driven();
    await happens(world.events, 'a');
    await happens(world.events, 'a');
    await driven(['totals']);
    const [counts, totals] = await world.live.status();
    expect(counts).toMatchObject({ position: first, lag: 2, state: 'live' });
    expect(counts?.lag_seconds).toBeGreaterThanOrEqual(0);
    expect(totals).toMatchObject({ lag: 0, lag_seconds: 0, state: 'live' });
  });
});
