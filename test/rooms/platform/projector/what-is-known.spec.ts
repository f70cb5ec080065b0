/** What a reading process keeps in mind of generations, lanes and heads, and when it looks again. */
import { LOG_START } from '../../../../packages/platform/src/event-store/event-store.js';
import { NotNowError } from '../../../../packages/platform/src/errors/not-now-error.js';
import { askedBy } from '../../../../packages/platform/src/tasks/asker.js';
import { drive } from '../../../../packages/platform/src/projector/drive.js';
import { laneCheckpoint } from '../../../../packages/platform/src/projector/lane-checkpoint.js';
import { LiveReadModels } from '../../../../packages/platform/src/projector/live-read-models.js';
import { GENERATIONS, PARKED } from '../../../../packages/platform/src/projector/projector-state.js';
import { rebuildProjection } from '../../../../packages/platform/src/projector/rebuild.js';
import { COUNTS, happens, toySet } from '../../../support/logs/toy-projections.js';
import { forEachTest } from '../../../support/worlds/for-each-test.js';
import { ToyWorld } from '../../../support/worlds/toy-world.js';

const world = forEachTest(() => new ToyWorld());
/** Of the process, in milliseconds: it stands still unless a test moves it. */
let clock: number;
beforeEach(() => {
  clock = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => jest.restoreAllMocks());

const driven = async (set = toySet()): Promise<void> =>
  drive({ stores: world, set, lanes: ['counts', 'totals'], patience: 0 }, await world.events.head());

/** How often the live generations were looked up. */
function looks(): () => number {
  const range = world.models.range.bind(world.models);
  let count = 0;
  world.models.range = (collection, query) => {
    if (collection === GENERATIONS.name) count++;
    return range(collection, query);
  };
  return () => count;
}

describe('generations', () => {
  beforeEach(async () => {
    await world.live.start();
    await happens(world.events, 'a');
    await driven();
  });

  it('are looked up once for 400 ms of reads', async () => {
    const looked = looks();
    await world.count('a');
    clock += 400;
    await world.count('a');
    expect(looked()).toBe(1);
    clock += 1;
    await world.count('a');
    expect(looked()).toBe(2);
  });

  it('are looked up once for all that read at the same time', async () => {
    const looked = looks();
    await Promise.all([1, 2, 3].map(() => world.count('a')));
    expect(looked()).toBe(1);
  });

  it('are looked up for a collection that was not there before, and for no other', async () => {
    const fresh = new LiveReadModels(world, toySet());
    const looked = looks();
    await fresh.find(COUNTS, 'a');
    await fresh.isParked('a');
    await fresh.get('totals', 'all');
    expect(looked()).toBe(1);
    await expect(fresh.get('horoscopes', 'a')).rejects.toThrow('horoscopes');
    expect(looked()).toBe(2);
  });

  /** Found by the simulator (seeds 11351 and 15718): an ended job was shown with rows still pending. */
  it('that were switched are read once the position of their lane shows it, however soon after', async () => {
    await world.count('a');
    await rebuildProjection({ stores: world, set: toySet() }, 'counts');
    const position = await happens(world.events, 'a');
    await driven();
    expect(await world.live.lanePosition('counts')).toBe(position);
    expect(await world.count('a')).toBe(2);
  });

  it('that were switched during a look are looked up again', async () => {
    const range = world.models.range.bind(world.models);
    world.models.range = async (collection, query) => {
      const before = await range(collection, query);
      world.models.range = range;
      await rebuildProjection({ stores: world, set: toySet() }, 'counts');
      await happens(world.events, 'a');
      await driven();
      await world.live.lanePosition('counts');
      return before;
    };
    expect(await world.count('a')).toBe(2);
  });

  it('that a slow read may have met as they were dropped are read again', async () => {
    await world.count('a');
    await rebuildProjection({ stores: world, set: toySet() }, 'counts');
    const get = world.models.get.bind(world.models);
    const read: string[] = [];
    const slow = (collection: string): void => {
      if (collection.startsWith('counts')) read.push(collection);
      if (read.length === 1) clock += 6_001;
    };
    world.models.get = async (collection, key) => {
      const found = await get(collection, key);
      slow(collection);
      return found;
    };
    expect(await world.count('a')).toBe(1);
    expect(read).toEqual(['counts_g1', 'counts_g2']);
  });

  /** Each read of a count takes so long, and then `meanwhile` happens. @returns the collections that were read */
  function slowReads(
    milliseconds: number,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ): string[] {
    const get = world.models.get.bind(world.models);
    const read: string[] = [];
    world.models.get = async (collection, key) => {
      const found = await get(collection, key);
      read.push(collection);
      clock += milliseconds;
      await meanwhile();
      return found;
    };
    return read;
  }

  it.each([
    [6_000, 1],
    [6_001, 2],
  ])(
    'are looked up again after a read of %i ms, which counts if they are the same: %i looks',
    async (took, times) => {
      const looked = looks();
      const read = slowReads(took);
      expect(await world.count('a')).toBe(1);
      expect([read.length, looked()]).toEqual([1, times]);
    },
  );

  it('that are switched during each of two slow reads end in an error that means not now', async () => {
    await world.count('a');
    const read = slowReads(7_000, () => rebuildProjection({ stores: world, set: toySet() }, 'counts'));
    await expect(world.count('a')).rejects.toThrow(NotNowError);
    expect(read).toEqual(['counts_g1', 'counts_g2']);
  });

  it('that are gone when a process reads for the first time after long are looked up again', async () => {
    await world.count('a');
    await rebuildProjection({ stores: world, set: toySet() }, 'counts');
    clock += 60_000;
    const get = world.models.get.bind(world.models);
    world.models.get = async (collection, key) =>
      collection === 'counts_g1' ? Promise.reject(new Error('no such table')) : get(collection, key);
    expect(await world.count('a')).toBe(1);
  });

  it('are not looked up, and nothing is read, for a client that hung up while the store was slow', async () => {
    const client = { destroyed: false };
    const reads = async (): Promise<unknown> => {
      let outcome: Promise<unknown> = Promise.resolve();
      askedBy(client, () => {
        outcome = world.count('a').then(() => world.count('a'));
      });
      return outcome;
    };
    const read = slowReads(1_001);
    await reads();
    expect(read).toHaveLength(2);
    read.length = 0;
    slowReads(0, async () => (client.destroyed = true));
    const looked = looks();
    await expect(reads()).rejects.toThrow('hung up');
    expect([read.length, looked()]).toEqual([1, 1]);
    await expect(world.live.waitFor('counts', LOG_START, 0)).resolves.toBe(true);
  });
});

describe('the head of the log at the start', () => {
  it('is what a lane has to reach, however the log grows before anybody asks', async () => {
    const head = await happens(world.events, 'a');
    await driven();
    await world.live.start();
    await happens(world.events, 'a');
    expect(await world.live.isReady('counts')).toBe(true);
    expect(await world.live.lanePosition('counts')).toBe(head);
  });

  it('is asked for again where it could not be had', async () => {
    await happens(world.events, 'a');
    await driven();
    const head = world.events.head.bind(world.events);
    world.events.head = () => Promise.reject(new Error('away'));
    await expect(world.live.start()).rejects.toThrow('away');
    world.events.head = head;
    expect(await world.live.isReady('counts')).toBe(true);
  });

  it('comes with all that the projector keeps its state in', async () => {
    await world.live.start();
    const move = { name: 'any', expected: null, next: LOG_START };
    const writes = [GENERATIONS, PARKED].map(({ name }) => ({
      op: 'put' as const,
      collection: name,
      key: 'any',
      document: { fields: {} },
    }));
    expect(await world.models.commit(writes, move)).toBe('committed');
  });
});

describe('a lane', () => {
  it('that was ready is so without another look at the store', async () => {
    await world.live.start();
    await driven();
    await happens(world.events, 'a');
    await driven();
    expect(await world.live.isReady('counts')).toBe(true);
    world.models.checkpoint = () => Promise.reject(new Error('away'));
    expect(await world.live.isReady('counts')).toBe(true);
  });

  it('answers by what another version left only where it was another version of this lane', async () => {
    await happens(world.events, 'a');
    await driven();
    await happens(world.events, 'a');
    const [counts] = toySet(10).lanes;
    const [, totals] = toySet().lanes;
    if (counts === undefined || totals === undefined) throw new Error('two lanes');
    const upgraded = new LiveReadModels(world, {
      ...toySet(),
      lanes: [counts, totals],
    });
    await upgraded.start();
    expect(await upgraded.lanesNotReady()).toEqual(['totals']);
  });

  it('that waits for a transaction of another process is named, with since when', async () => {
    const since = new Date('2026-11-27T12:00:00Z');
    const other = [laneCheckpoint('of-another-program'), new Date(0)] as const;
    world.models.held = async () => new Map([[laneCheckpoint('counts'), since], other]);
    expect(await world.live.lanesHeld()).toEqual(new Map([['counts', since]]));
  });

  it('is looked at once for all that wait for it', async () => {
    await world.live.start();
    const position = await happens(world.events, 'a');
    const checkpoint = world.models.checkpoint.bind(world.models);
    let looked = 0;
    world.models.checkpoint = (name) => {
      looked++;
      clock += 1;
      return checkpoint(name);
    };
    const waits = Array.from({ length: 20 }, () => world.live.waitFor('counts', position, 1));
    expect(await Promise.all(waits)).toEqual(Array<boolean>(20).fill(false));
    // One look of each, and those that they wait by.
    expect(looked).toBeLessThan(40);
  });
});
