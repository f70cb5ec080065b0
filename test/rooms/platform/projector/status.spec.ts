import { happens, toySet, toySetWithMarks, toyEvent } from '../../../support/logs/toy-projections.js';
import { ToyWorld } from '../../../support/worlds/toy-world.js';
import { forEachTest } from '../../../support/worlds/for-each-test.js';
import {
  LOG_START,
  type Position,
  type StreamName,
} from '../../../../packages/platform/src/event-store/event-store.js';
import type { LogSource } from '../../../../packages/platform/src/event-store/shared-tail.js';
import { drive } from '../../../../packages/platform/src/projector/drive.js';
import { ShadowRebuild } from '../../../../packages/platform/src/projector/shadow-rebuild.js';
import {
  positionsBetween,
  statusOf,
  type ProjectionStatus,
} from '../../../../packages/platform/src/projector/status.js';

/** Of the events that happen here. */
const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const world = forEachTest(() => new ToyWorld());
beforeEach(async () => {
  await world.live.start();
});

const driven = async (lanes = ['counts', 'totals'], set = toySet()): Promise<void> =>
  drive({ stores: world, set, lanes, patience: 0 }, await world.events.head());
const status = (set = toySet(), now = NOON): Promise<readonly ProjectionStatus[]> =>
  statusOf(world, set, new Date(now));

describe('the status of a projection', () => {
  it('is how old the oldest event is that waits, and never less than nothing', async () => {
    await driven();
    await happens(world.events, 'a');
    await happens(world.events, 'a');
    const [ofLater, ofEarlier] = [await status(toySet(), NOON + 1_500), await status(toySet(), NOON - 1_500)];
    expect(ofLater.map(({ lag, lag_seconds }) => [lag, lag_seconds])).toEqual([
      [2, 1.5],
      [2, 1.5],
    ]);
    expect(ofEarlier.map(({ lag_seconds }) => lag_seconds)).toEqual([0, 0]);
    const timeless = { ...toySet(), timeOf: () => '' };
    expect((await status(timeless)).map(({ lag, lag_seconds }) => [lag, lag_seconds])).toEqual([
      [2, 0],
      [2, 0],
    ]);
  });

  it('is at the start of the log, behind all of it, before the lane has begun', async () => {
    await happens(world.events, 'a');
    expect(await status()).toMatchObject([
      { position: '', lag: 1, state: 'waiting' },
      { position: '', lag: 1, state: 'waiting' },
    ]);
  });

  it('is not behind where nothing of the lane waits', async () => {
    await happens(world.events, 'a');
    await driven();
    for (let event = 0; event < 3; event++)
      await world.events.append('other-a' as StreamName, 'any', [toyEvent('Counted')]);
    expect(await status()).toMatchObject([{ lag: 0 }, { lag: 0 }]);
  });

  it('is behind where it is not known yet whether anything of the lane waits', async () => {
    await driven();
    await happens(world.events, 'a');
    await happens(world.events, 'b');
    const page = await world.events.readAll({ after: '' as Position, limit: 1 });
    const events: LogSource = {
      head: () => world.events.head(),
      readAll: async () => ({ ...page, events: [], atHead: false }),
      readStream: (stream) => world.events.readStream(stream),
      subscribe: () => {
        throw new Error('nobody follows');
      },
    };
    expect(await statusOf({ models: world.models, events }, toySet(), new Date(NOON))).toMatchObject([
      { lag: 2, lag_seconds: 0 },
      { lag: 2, lag_seconds: 0 },
    ]);
  });

  it('is that of the version that is read, whatever this program has', async () => {
    await happens(world.events, 'a');
    await driven();
    expect(await status(toySet(2))).toMatchObject([
      { name: 'counts', version: 1, state: 'other_version' },
      { name: 'totals', version: 1, state: 'other_version' },
    ]);
  });

  it('is rebuilding while a newer generation is built, and not for one that was broken off before', async () => {
    await happens(world.events, 'a');
    await driven();
    const set = toySet();
    const [lane] = set.lanes;
    if (lane === undefined) throw new Error('there is no lane');
    const begin = () => ShadowRebuild.begin({ stores: world, set, lane, projections: lane.projections });
    const brokenOff = await begin();
    expect(await status()).toMatchObject([{ state: 'rebuilding' }, { state: 'live' }]);
    await (await begin()).takeOver();
    expect(await status()).toMatchObject([{ state: 'live' }, { state: 'live' }]);
    expect(brokenOff.generation).toBe(2);
  });

  it('is stopped for a lane beyond the end of a log that was put back, and not for one that moves on meanwhile', async () => {
    const last = await happens(world.events, 'a');
    await driven();
    const head = world.events.head.bind(world.events);
    world.events.head = async () => LOG_START;
    const reason = expect.stringMatching(/beyond the end of the log/) as string;
    expect(await status()).toMatchObject([
      { position: last, state: 'stopped', reason },
      { state: 'stopped', reason },
    ]);
    world.events.head = head;
    // A head that was read before the positions would be older than they are.
    const range = world.models.range.bind(world.models);
    world.models.range = async (...asked) => {
      await happens(world.events, 'b');
      return range(...asked);
    };
    expect((await status()).map(({ state }) => state)).toEqual(['live', 'live']);
  });

  it('asks for the head of now where a lane is beyond that of a moment ago, and only there', async () => {
    await happens(world.events, 'a');
    await driven();
    const headNow = await world.events.head();
    let recent = headNow;
    const asked: (number | undefined)[] = [];
    world.events.head = async (withinMs?: number) => {
      asked.push(withinMs);
      return withinMs === undefined ? headNow : recent;
    };
    expect((await status()).map(({ state }) => state)).toEqual(['live', 'live']);
    expect(asked).toEqual([1_000]);
    recent = LOG_START;
    expect((await status()).map(({ state, lag }) => [state, lag])).toEqual([
      ['live', 0],
      ['live', 0],
    ]);
    expect(asked).toEqual([1_000, 1_000, undefined]);
  });

  it('is rebuilding for what is built alone, be it built for the first time', async () => {
    await happens(world.events, 'a');
    await driven();
    const set = toySetWithMarks();
    const [lane] = set.lanes;
    if (lane === undefined) throw new Error('there is no lane');
    const projections = lane.projections.filter(({ name }) => name === 'marks');
    await ShadowRebuild.begin({ stores: world, set, lane, projections });
    expect(await status(set)).toMatchObject([
      { name: 'counts', state: 'live' },
      { name: 'marks', state: 'rebuilding' },
      { name: 'totals', state: 'live' },
    ]);
  });
});

it.each([
  ['', '0005', 5],
  ['0002', '0005', 3],
  ['0005', '0005', 0],
  ['0006', '0005', 0],
  ['12/7', '15/9', 3],
  ['', '', 0],
  ['9007199254740993', '9007199254740995', 2],
])('from position %p to %p are %d', (from, to, count) =>
  expect(positionsBetween(from as Position, to as Position)).toBe(count),
);
