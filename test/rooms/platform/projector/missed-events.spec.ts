/** A log that leaves out an event: the lane reads it from its stream as soon as a later event of the stream comes. */
import { LOG_START, type StreamName } from '../../../../src/platform/event-store/event-store.js';
import { drive } from '../../../../src/platform/projector/drive.js';
import { laneNamed } from '../../../../src/platform/projector/lane.js';
import { LaneRunner } from '../../../../src/platform/projector/lane-runner.js';
import { DEFAULT_PAUSES } from '../../../../src/platform/projector/pauses.js';
import { SharedTail } from '../../../../src/platform/event-store/shared-tail.js';
import { rebuildProjection } from '../../../../src/platform/projector/rebuild.js';
import { WholeStreams } from '../../../../src/platform/event-store/whole-streams.js';
import { eventually } from '../../../support/eventually.js';
import { happens, toySet } from '../../../support/logs/toy-projections.js';
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
function started(log: LosesOne): string[] {
  const events = new SharedTail(log, {});
  const warned: string[] = [];
  for (const name of LANES) {
    const runner = new LaneRunner({
      stores: { events, models: world.models },
      set: toySet(),
      lane: laneNamed(toySet(), name),
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

  it('stops a lane that must not guess if it cannot be applied, and its checkpoint never goes back', async () => {
    const log = losing('a', 0);
    const warned = started(log);
    await happens(world.events, 'a', 'Poison');
    const other = await happens(world.events, 'b');
    await passed(other);
    await happens(world.events, 'a');
    await eventually('the lane has stopped', () =>
      warned.some((line) => line.startsWith('lane totals stopped')),
    );
    expect(await world.live.lanePosition('totals')).toBe(other);
  });
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
  expect(await streams.completed(events.slice(0, 4_001))).toHaveLength(4_001);
  expect(await streams.completed(events.slice(4_001, 4_002))).toHaveLength(1);
  expect(await streams.completed(events.slice(4_003))).toHaveLength(1);
});
