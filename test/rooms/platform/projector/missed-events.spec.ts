/** A log that leaves out an event: the lane reads it from its stream as soon as a later event of the stream comes. */
import {
  LOG_START,
  OutcomeUnknownError,
  StoreUnavailableError,
  type RecordedEvent,
  type StreamName,
  type Subscription,
} from '../../../../packages/platform/src/event-store/event-store.js';
import type { Applier } from '../../../../packages/platform/src/projector/applier.js';
import { drive } from '../../../../packages/platform/src/projector/drive.js';
import { UnprojectableEventError } from '../../../../packages/platform/src/projector/fold-batch.js';
import { laneNamed } from '../../../../packages/platform/src/projector/lane.js';
import { LaneRunner } from '../../../../packages/platform/src/projector/lane-runner.js';
import { recordTrouble } from '../../../../packages/platform/src/projector/lane-trouble.js';
import { openLane } from '../../../../packages/platform/src/projector/open-lane.js';
import { DEFAULT_PAUSES } from '../../../../packages/platform/src/projector/pauses.js';
import { SharedTail } from '../../../../packages/platform/src/event-store/shared-tail.js';
import { rebuildProjection } from '../../../../packages/platform/src/projector/rebuild.js';
import { WholeStreams } from '../../../../packages/platform/src/event-store/whole-streams.js';
import { eventually } from '../../../support/eventually.js';
import { CommitTooLargeError } from '../../../../packages/platform/src/read-models/read-models.js';
import { happens, toySet, type ToyEvent } from '../../../support/logs/toy-projections.js';
import { QUICK } from '../../../support/quiet-projector.js';
import { LosesOne } from '../../../support/stores/loses-one.js';
import { afterThisTest, forEachTest } from '../../../support/worlds/for-each-test.js';
import { ToyWorld } from '../../../support/worlds/toy-world.js';

const world = forEachTest(() => new ToyWorld());
beforeEach(() => world.live.start());

const LANES = ['counts', 'totals'] as const;

/** A log that leaves out the nth event of the thing, from 0. */
function losing(thing: string, revision: number): LosesOne {
  return new LosesOne(
    world.events,
    (event) => event.stream === `thing-${thing}` && event.revision === revision,
  );
}

/** Both lanes at work over this log; what they warned of. */
function started(log: LosesOne, set = toySet()): string[] {
  const events = new SharedTail(log);
  const warned: string[] = [];
  for (const name of LANES) {
    const runner = new LaneRunner({
      stores: { events, models: world.models },
      set,
      lane: laneNamed(set, name),
      pauses: { ...DEFAULT_PAUSES, ...QUICK },
      log: {
        info: () => undefined,
        warn: (_fields, message) => void warned.push(message),
        error: (_fields, message) => void warned.push(message),
      },
    });
    afterThisTest(() => runner.stop());
    runner.start();
  }
  return warned;
}

const figures = async (): Promise<unknown[]> => [
  await world.count('a'),
  await world.count('b'),
  await world.total(),
];
const passed = async (position: Parameters<ToyWorld['passed']>[1]): Promise<void> => {
  for (const lane of LANES) expect(await world.passed(lane, position)).toBe(true);
};

describe('an event that the subscription leaves out', () => {
  it.each([
    ['the first of its stream', 0],
    ['one amid its stream', 1],
  ])(
    '(%s) is counted once a later one of its stream comes, after other events were applied',
    async (_of, lost) => {
      const log = losing('a', lost);
      const warned = started(log);
      for (let revision = 0; revision <= lost; revision++)
        await happens(world.events, 'a', 'Counted', 10 ** revision);
      // The lanes have committed behind the event that is missing.
      await passed(await happens(world.events, 'b'));
      expect(log.lost).toBeGreaterThan(0);
      expect(await world.total()).toBe(lost === 0 ? 1 : 2);
      await passed(await happens(world.events, 'a', 'Counted', 1_000));
      const whole = lost === 0 ? 1_001 : 1_011;
      expect(await figures()).toEqual([whole, 1, whole + 1]);
      expect(warned).toEqual(LANES.map(() => 'the log left out events; read from their streams'));
      await passed(await happens(world.events, 'a', 'Counted', 10_000));
      expect(await figures()).toEqual([whole + 10_000, 1, whole + 10_001]);
      expect(await rebuildProjection({ stores: world, set: toySet() }, 'totals')).toMatchObject({
        equal: true,
      });
    },
  );

  it('is counted where others of its stream come in the same page', async () => {
    for (const thing of ['a', 'b', 'a', 'b', 'a']) await happens(world.events, thing);
    started(losing('a', 1));
    await passed(await world.events.head());
    expect(await figures()).toEqual([3, 2, 5]);
  });

  it('is counted by a lane that goes on in the middle of its stream', async () => {
    await happens(world.events, 'a');
    await drive({ stores: world, set: toySet(), lanes: LANES, patience: 0 }, await world.events.head());
    for (let more = 0; more < 3; more++) await happens(world.events, 'a');
    started(losing('a', 1));
    await passed(await world.events.head());
    expect(await figures()).toEqual([4, undefined, 4]);
  });

  it('is counted by a rebuild, and by a command that moves the lanes', async () => {
    for (let more = 0; more < 3; more++) await happens(world.events, 'a');
    for (const lane of LANES) {
      const stores = { events: losing('a', 1), models: world.models };
      await drive({ stores, set: toySet(), lanes: [lane], patience: 0 }, await world.events.head());
    }
    expect(await figures()).toEqual([3, undefined, 3]);
    const rebuilt = await rebuildProjection(
      { stores: { events: losing('a', 1), models: world.models }, set: toySet() },
      'totals',
    );
    expect(rebuilt).toMatchObject({ equal: true });
    expect(await world.total()).toBe(3);
  });

  it('is counted by a rebuild for a new version, which says so', async () => {
    for (let more = 0; more < 3; more++) await happens(world.events, 'a');
    await drive({ stores: world, set: toySet(), lanes: LANES, patience: 0 }, await world.events.head());
    const warned = started(losing('a', 1), toySet(2));
    await eventually('both are rebuilt', async () => (await figures()).join() === '6,,6');
    expect(warned).toEqual(LANES.map(() => 'the log left out events; read from their streams'));
  });

  it('stops a lane that must not guess if it cannot be applied, and its checkpoint never goes back', async () => {
    const log = losing('a', 0);
    const warned = started(log);
    await happens(world.events, 'a', 'Poison');
    const other = await happens(world.events, 'b');
    await passed(other);
    await happens(world.events, 'a');
    const stops = () => warned.filter((line) => line.startsWith('lane totals stopped')).length;
    await eventually('the lane has tried again and again', () => stops() >= 4);
    expect(await world.live.lanePosition('totals')).toBe(other);
    expect(await world.total()).toBe(1);
    expect(await world.live.troubleOf('totals')).toMatchObject({ event_type: 'Poison' });
    const { reason = '' } = (await world.live.troubleOf('totals')) ?? {};
    expect(reason).toContain('thing-a');
  });

  it.each([
    ['a commit of it fails', 1],
    ['commits of it fail again and again', 3],
  ])('is counted once, also where %s', async (_of, failures) => {
    const warned = started(losing('a', 0));
    await happens(world.events, 'a');
    await passed(await happens(world.events, 'b'));
    const commit = world.models.commit.bind(world.models);
    let left = failures * LANES.length;
    world.models.commit = async (writes, move) => {
      if (left-- > 0) throw new StoreUnavailableError('away');
      return commit(writes, move);
    };
    await passed(await happens(world.events, 'a', 'Counted', 1_000));
    expect(await figures()).toEqual([1_001, 1, 1_002]);
    expect(warned.filter((line) => line === 'lane interrupted')).toHaveLength(failures * LANES.length);
  });

  it('is counted once, also where the answer to its commit is lost', async () => {
    started(losing('a', 0));
    await happens(world.events, 'a');
    await passed(await happens(world.events, 'b'));
    const commit = world.models.commit.bind(world.models);
    let left: number = LANES.length;
    world.models.commit = async (writes, move) => {
      const outcome = await commit(writes, move);
      if (left-- > 0) throw new OutcomeUnknownError('no answer');
      return outcome;
    };
    await passed(await happens(world.events, 'a', 'Counted', 1_000));
    await passed(await happens(world.events, 'a', 'Counted', 10_000));
    expect(await figures()).toEqual([11_001, 1, 11_002]);
  });

  it('is counted, also where the subscription ends before a later one comes', async () => {
    const log = losing('a', 0);
    const subscribe = log.subscribe.bind(log);
    let opened: Subscription[] = [];
    log.subscribe = (read, onPage) => {
      const subscription = subscribe(read, onPage);
      opened.push(subscription);
      return subscription;
    };
    started(log);
    await happens(world.events, 'a');
    await passed(await happens(world.events, 'b'));
    const ending = opened;
    opened = [];
    await Promise.all(ending.map((subscription) => subscription.close()));
    await eventually('the lanes follow again', () => opened.length > 0);
    await passed(await happens(world.events, 'a', 'Counted', 1_000));
    expect(await figures()).toEqual([1_001, 1, 1_002]);
  });

  it('is applied once where late events alone fill a commit whose answer is lost', async () => {
    for (const thing of ['a', 'b', 'b', 'b', 'b', 'c', 'b']) await happens(world.events, thing);
    const { events, position } = await world.events.readAll({ after: LOG_START });
    const late = (event: RecordedEvent) => event.stream === 'thing-b' && event.revision < 4;
    const lane = laneNamed(toySet(), 'counts');
    const open = async (before?: Applier<ToyEvent>) => {
      const opened = await openLane(world, toySet(), lane, before);
      if (opened.outcome !== 'open') throw new Error('the lane should be open');
      return opened.applier;
    };
    const first = await open();
    await first.apply({
      events: events.slice(0, 1),
      position: events[4]?.position ?? LOG_START,
      atHead: true,
    });
    const commit = world.models.commit.bind(world.models);
    let tries = 0;
    world.models.commit = async (writes, move) => {
      tries++;
      if (tries === 1) throw new CommitTooLargeError('too large');
      const outcome = await commit(writes, move);
      if (tries === 2) throw new OutcomeUnknownError('no answer');
      return outcome;
    };
    const page = { events: events.filter((event) => !late(event)), position, atHead: true };
    await expect(first.apply(page)).rejects.toThrow(OutcomeUnknownError);
    await (await open(first)).apply(page);
    // What was late and not in that commit is found by the checks alone.
    expect([await world.count('a'), await world.count('b')]).toEqual([1, 4]);
  });

  it('that a lane stopped at is passed after a restart of the process, with a warning', async () => {
    await happens(world.events, 'a', 'Poison');
    const other = await happens(world.events, 'b');
    await drive(
      { stores: { events: losing('a', 0), models: world.models }, set: toySet(), lanes: LANES, patience: 0 },
      other,
    );
    const { events } = await world.events.readAll({ after: LOG_START, limit: 1 });
    for (const recorded of events)
      await recordTrouble(world.models, 'totals', new UnprojectableEventError(recorded, null, 'poison'));
    const warned = started(losing('a', 0));
    await eventually('it warns', () =>
      warned.some((line) => line.startsWith('the lane goes on behind an event that it could not apply')),
    );
  });
});

it('a rebuild reads no stream of the very many that it has forgotten', async () => {
  const things = Array.from({ length: 6_000 }, (_, thing) => `many-${thing}`);
  for (const thing of [...things, ...things]) await happens(world.events, thing);
  await drive({ stores: world, set: toySet(), lanes: ['totals'], patience: 0 }, await world.events.head());
  const read = jest.spyOn(world.events, 'readStream');
  expect(await rebuildProjection({ stores: world, set: toySet() }, 'totals')).toMatchObject({
    equal: true,
    events: 12_000,
  });
  expect(await world.total()).toBe(12_000);
  expect(read).not.toHaveBeenCalled();
});

it('a whole log costs no reading of streams', async () => {
  const read = jest.spyOn(world.events, 'readStream');
  const warned = started(losing('nothing', 0));
  for (const thing of ['a', 'b', 'a', 'a', 'b']) await passed(await happens(world.events, thing));
  await world.events.deleteStream('thing-b' as StreamName);
  await passed(await world.events.head());
  expect(read).not.toHaveBeenCalled();
  expect(warned).toEqual([]);
});

it('of very many streams those that are silent for longest are forgotten, and nothing of theirs comes twice', async () => {
  const things = Array.from({ length: 4_001 }, (_, thing) => `many-${thing}`);
  for (const thing of [...things, 'many-0', 'many-1', 'many-0']) await happens(world.events, thing);
  const { events } = await world.events.readAll({ after: LOG_START, limit: 5_000 });
  const streams = new WholeStreams(world.events, LOG_START);
  for (const [from, to] of [
    [0, 4_001],
    [4_001, 4_002],
    [4_003, 4_004],
  ] as const) {
    const page = events.slice(from, to);
    expect(await streams.completed({ events: page, atHead: true })).toEqual(page);
    streams.passed(page);
  }
});
