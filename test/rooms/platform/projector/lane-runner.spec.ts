/** One lane for as long as a process lives: what it waits for, when it stands by, what it tells and when it ends. */
import {
  TRACEPARENT,
  type NewEvent,
  type Position,
  type StreamName,
} from '../../../../packages/platform/src/event-store/event-store.js';
import { laneNamed, type ProjectionSet } from '../../../../packages/platform/src/projector/lane.js';
import {
  laneCheckpoint,
  lanePlace,
  placeText,
  type LanePlace,
} from '../../../../packages/platform/src/projector/lane-checkpoint.js';
import { LaneRunner, type ProjectorLog } from '../../../../packages/platform/src/projector/lane-runner.js';
import { DEFAULT_PAUSES, type Pauses } from '../../../../packages/platform/src/projector/pauses.js';
import { GENERATIONS, LANE_TROUBLES } from '../../../../packages/platform/src/projector/projector-state.js';
import { rebuildProjection } from '../../../../packages/platform/src/projector/rebuild.js';
import { startTracing, stopTracing } from '../../../../packages/platform/src/telemetry/tracing.js';
import { eventually } from '../../../support/eventually.js';
import { happens, toyEvent, toySet, type ToyEvent } from '../../../support/logs/toy-projections.js';
import { QUICK } from '../../../support/quiet-projector.js';
import { OtlpCollector } from '../../../support/system/otlp-collector.js';
import { afterThisTest, forEachTest } from '../../../support/worlds/for-each-test.js';
import { ToyWorld } from '../../../support/worlds/toy-world.js';

const HOUR = 3_600_000;
/** Long enough for all that waits for nothing. */
const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

const world = forEachTest(() => new ToyWorld());
beforeEach(() => world.live.start());

/** What a runner told, each line by its level. */
class Told implements ProjectorLog {
  readonly lines: { level: 'info' | 'warn' | 'error'; fields: object; message: string }[] = [];
  info = this.of('info');
  warn = this.of('warn');
  error = this.of('error');

  private of(level: 'info' | 'warn' | 'error') {
    return (fields: object, message: string): void => void this.lines.push({ level, fields, message });
  }

  waits(): unknown[] {
    return this.lines.flatMap(({ fields }) => ('wait_ms' in fields ? [fields.wait_ms] : []));
  }
}

interface Wish {
  readonly lane?: 'counts' | 'totals';
  readonly set?: ProjectionSet<ToyEvent>;
  readonly pauses?: Partial<Pauses>;
}

/** A runner at work, which ends with the test. */
function started({ lane = 'counts', set = toySet(), pauses = {} }: Wish = {}) {
  const told = new Told();
  const runner = new LaneRunner({
    stores: world,
    set,
    lane: laneNamed(set, lane),
    pauses: { ...DEFAULT_PAUSES, ...QUICK, ...pauses },
    log: told,
  });
  afterThisTest(() => runner.stop());
  runner.start();
  return { runner, told };
}

const passed = async (position: Position, lane = 'counts'): Promise<void> =>
  expect(await world.passed(lane, position)).toBe(true);

/** One more event, seen through. */
const oneMore = async (): Promise<void> => passed(await happens(world.events, 'a'));

/** Another process moves the lane: what this one writes next is refused. */
async function movedByAnother(move: (place: LanePlace) => Partial<LanePlace>): Promise<void> {
  const place = await lanePlace(world.models, 'counts');
  if (place === null) throw new Error('the lane has begun');
  const next = placeText({ ...place, ...move(place) });
  const expected = placeText(place);
  await world.models.commit([], { name: laneCheckpoint('counts'), expected, next });
}
const takenOver = (): Promise<void> => movedByAnother(({ epoch }) => ({ epoch: epoch + 1 }));

/** How often the lane has begun to follow the log. */
function sessions(): () => number {
  const subscribe = world.events.subscribe.bind(world.events);
  let opened = 0;
  world.events.subscribe = (read, onPage) => {
    opened++;
    return subscribe(read, onPage);
  };
  return () => opened;
}

/** The next commits fail. */
function commitsFail(times: number, of: (collections: readonly string[]) => boolean = () => true): void {
  const commit = world.models.commit.bind(world.models);
  world.models.commit = async (writes, move) => {
    if (times > 0 && of(writes.map(({ collection }) => collection))) {
      times--;
      throw new Error('away');
    }
    return commit(writes, move);
  };
}

it('what was applied is counted from nothing, in batches and events', async () => {
  const { runner } = started();
  await eventually('the lane has begun', () => world.live.lanePosition('counts'));
  expect(runner.applied).toEqual({ batches: 0, events: 0 });
  await oneMore();
  await oneMore();
  await eventually('both are counted', () => runner.applied.events === 2);
  expect(runner.applied).toEqual({ batches: 2, events: 2 });
});

describe('a lane that another process moved', () => {
  it('goes on at once where that happened once: it may have been a command', async () => {
    started({ pauses: { standby: HOUR } });
    await oneMore();
    await takenOver();
    await oneMore();
  });

  const once = async (): Promise<void> => {
    await oneMore();
    await takenOver();
    await oneMore();
  };
  /** Twice superseded, with an event that is not applied yet. */
  const twice = async (): Promise<Position> => {
    await once();
    await takenOver();
    return happens(world.events, 'a');
  };

  it('is left to the other at the second time', async () => {
    started({ pauses: { standby: HOUR } });
    expect(await world.live.waitFor('counts', await twice(), 50)).toBe(false);
  });

  it('is taken back where the other does nothing although there is something to do', async () => {
    started({ pauses: { standby: 1 } });
    await passed(await twice());
  });

  it('is given back its good name by a hundred batches', async () => {
    const { runner } = started({ pauses: { standby: HOUR } });
    await oneMore();
    await takenOver();
    while (runner.applied.batches < 100) await oneMore();
    await takenOver();
    await oneMore();
    await takenOver();
    expect(await world.live.waitFor('counts', await happens(world.events, 'a'), 50)).toBe(false);
  });

  it.each<[what: string, move: (place: LanePlace) => Promise<Partial<LanePlace>>]>([
    ['from epoch to epoch', async ({ epoch }) => ({ epoch: epoch + 1 })],
    ['from event to event', async () => ({ position: await happens(world.events, 'b') })],
  ])('is left alone while the other moves it %s', async (_what, move) => {
    started({ pauses: { standby: 1 } });
    await once();
    const opened = sessions();
    await takenOver();
    await happens(world.events, 'a');
    const checkpoint = world.models.checkpoint.bind(world.models);
    const openedAtLook: number[] = [];
    let isMoving = false;
    world.models.checkpoint = async (name) => {
      if (!isMoving && name === laneCheckpoint('counts') && openedAtLook.length < 20) {
        isMoving = true;
        openedAtLook.push(opened());
        const place = await lanePlace(world.models, 'counts');
        if (place !== null) {
          const next = await move(place);
          await movedByAnother(() => next);
        }
        isMoving = false;
      }
      return checkpoint(name);
    };
    await eventually('it looked often', () => openedAtLook.length === 20);
    await passed(await happens(world.events, 'a'));
    expect(openedAtLook).toEqual(Array<number>(20).fill(0));
  });

  it('is left alone while nothing is to be done', async () => {
    started({ pauses: { standby: 1 } });
    await once();
    const opened = sessions();
    await takenOver();
    const last = await happens(world.events, 'a');
    await movedByAnother(() => ({ position: last }));
    await aMoment();
    expect(opened()).toBe(0);
    await oneMore();
  });
});

describe('a subscription that ended', () => {
  it('is followed by another after a pause: the store may be about to go', async () => {
    let opened = 0;
    world.events.subscribe = () => {
      opened++;
      return { ended: Promise.resolve(), close: () => Promise.resolve() };
    };
    const { told } = started({ pauses: { firstBackOff: HOUR } });
    await eventually('it has begun', () => opened > 0);
    await aMoment();
    expect([opened, told.lines]).toEqual([1, []]);
  });
});

describe('a store that fails', () => {
  it('is asked again after pauses that double up to the longest, and begin anew after a batch', async () => {
    commitsFail(2);
    const { told } = started({ pauses: { firstBackOff: 2, longestBackOff: 5 } });
    await oneMore();
    commitsFail(4);
    await oneMore();
    commitsFail(1);
    await oneMore();
    expect(told.waits()).toEqual([2, 4, 2, 4, 5, 5, 2]);
    expect(told.lines[0]).toMatchObject({
      level: 'warn',
      fields: { lane: 'counts', err: { message: 'away' } },
      message: 'lane interrupted',
    });
  });

  it('is not asked again before the pause is over', async () => {
    const { told } = started({ pauses: { firstBackOff: HOUR, longestBackOff: HOUR } });
    await oneMore();
    commitsFail(1);
    const position = await happens(world.events, 'a');
    await eventually('it failed', () => told.lines.length === 1);
    expect(await world.live.waitFor('counts', position, 30)).toBe(false);
  });

  it('tells nothing once the process stops', async () => {
    const { runner, told } = started();
    await oneMore();
    let fail: (reason: Error) => void = () => undefined;
    let isHeld = false;
    world.models.commit = () =>
      new Promise((_resolve, reject) => {
        [fail, isHeld] = [reject, true];
      });
    await happens(world.events, 'a');
    await eventually('it is in a commit', () => isHeld);
    const stopped = runner.stop();
    fail(new Error('closed'));
    await stopped;
    expect(told.lines).toEqual([]);
  });
});

describe('an event that stops the lane', () => {
  const poisoned = async (pauses: Partial<Pauses>) => {
    const { told } = started({ lane: 'totals', pauses });
    await happens(world.events, 'a', 'Poison');
    await eventually('it is told', () => told.lines.length > 0);
    return told;
  };

  it('is told, and tried again only after a pause', async () => {
    const told = await poisoned({ stopped: HOUR });
    await aMoment();
    expect(told.lines).toMatchObject([
      { level: 'error', fields: { lane: 'totals', err: { name: 'UnprojectableEventError' } } },
    ]);
    expect(told.lines[0]?.message).toMatch(/^lane totals stopped: /);
  });

  it('is tried again, too, where it could not be recorded', async () => {
    commitsFail(1, (collections) => collections.includes(LANE_TROUBLES.name));
    const told = await poisoned({ stopped: HOUR });
    await eventually('it is recorded', () => world.live.troubleOf('totals'));
    expect(told.lines.map(({ level }) => level)).toEqual(['error', 'warn', 'error']);
  });

  it('is taken note of as over with the first batch, and not again with the next', async () => {
    await poisoned({ stopped: HOUR });
    await eventually('it is recorded', () => world.live.troubleOf('totals'));
    const written: string[][] = [];
    const commit = world.models.commit.bind(world.models);
    world.models.commit = (writes, move) => {
      if (move.name === laneCheckpoint('totals')) written.push(writes.map(({ collection }) => collection));
      return commit(writes, move);
    };
    const set = toySet();
    const decode: typeof set.decode = (recorded, wanted) =>
      recorded.type === 'Poison' ? [] : set.decode(recorded, wanted);
    started({ lane: 'totals', set: { ...set, decode } });
    await eventually('it is over', async () => (await world.live.troubleOf('totals')) === undefined);
    await passed(await happens(world.events, 'a'), 'totals');
    expect(written.map((collections) => collections.includes(LANE_TROUBLES.name))).toEqual([true, false]);
  });
});

describe('another version', () => {
  it('is built, and that is told before and after', async () => {
    await happens(world.events, 'a');
    started();
    await oneMore();
    const { told } = started({ set: toySet(10) });
    const last = await eventually('it is built', async () => (await world.count('a')) === 20);
    expect(last).toBe(true);
    const of = { lane: 'counts', projections: ['counts'] };
    expect(told.lines).toMatchObject([
      { level: 'info', fields: of, message: 'rebuilding beside the live generation' },
      {
        level: 'info',
        fields: { ...of, events: 2, position: await world.events.head() },
        message: 'rebuilt',
      },
    ]);
  });

  it('leaves nothing of a build that failed', async () => {
    const { runner } = started();
    await oneMore();
    await runner.stop();
    const readAll = world.events.readAll.bind(world.events);
    let reads = 0;
    world.events.readAll = (read) => (reads++ === 0 ? Promise.reject(new Error('away')) : readAll(read));
    started({ set: toySet(10) });
    await eventually('it is built', async () => (await world.count('a')) === 10);
    expect(await world.models.range('counts_g2', {})).toEqual([]);
    expect(await world.models.range('counts_g3', {})).toHaveLength(1);
    expect((await world.models.checkpoints('rebuild:')).size).toBe(0);
  });

  it('is given up without a word more where the process stops', async () => {
    const { runner } = started();
    await oneMore();
    await runner.stop();
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const readAll = world.events.readAll.bind(world.events);
    let isReading = false;
    world.events.readAll = async (read) => {
      isReading = true;
      await held;
      return readAll(read);
    };
    const { runner: building, told } = started({ set: toySet(10) });
    await eventually('it is being built', () => isReading);
    const stopped = building.stop();
    go();
    await stopped;
    expect(told.lines.map(({ message }) => message)).toEqual(['rebuilding beside the live generation']);
    expect(await world.models.range('counts_g2', {})).toEqual([]);
    expect((await world.models.checkpoints('rebuild:')).size).toBe(0);
  });

  it('lets this one stand by, which tells so once', async () => {
    const { told } = started({ pauses: { standby: 1 } });
    await oneMore();
    started({ set: toySet(10) });
    await eventually('it is built', async () => (await world.count('a')) === 10);
    for (let i = 0; i < 3; i++) await oneMore();
    await eventually('the earlier one is out', () => told.lines.length > 0);
    await oneMore();
    await aMoment();
    const message = 'a newer version of the program runs this lane: this process stands by';
    const fields = { lane: 'counts', projections: ['counts'] };
    expect(told.lines).toEqual([{ level: 'warn', fields, message }]);
  });
});

describe('an old generation', () => {
  const rebuilt = async (): Promise<void> => {
    const { runner } = started();
    await oneMore();
    await runner.stop();
    await rebuildProjection({ stores: world, set: toySet() }, 'counts');
  };
  const stored = async (generation: number): Promise<number> =>
    (await world.models.range(`counts_g${generation}`, {})).length;

  it('stays until no reader can hold its name, and when the process stops before', async () => {
    await rebuilt();
    const { runner } = started({ pauses: { retire: HOUR } });
    await oneMore();
    await runner.stop();
    expect(await stored(1)).toBe(1);
  });

  it('keeps no lane that was interrupted from going on', async () => {
    await rebuilt();
    const { told } = started({ pauses: { retire: HOUR } });
    await oneMore();
    commitsFail(1);
    await oneMore();
    expect(told.waits()).toEqual([1]);
  });

  it('that can not be dropped is told and left to the next start; the lane goes on', async () => {
    await rebuilt();
    const drop = world.models.drop.bind(world.models);
    world.models.drop = () => Promise.reject(new Error('held'));
    const { runner, told } = started({ pauses: { retire: 0 } });
    await eventually('it is told', () => told.lines.length > 0);
    await oneMore();
    expect(told.lines).toMatchObject([
      {
        level: 'warn',
        fields: { lane: 'counts', err: { message: 'held' } },
        message: 'an old generation could not be dropped yet',
      },
    ]);
    await runner.stop();
    world.models.drop = drop;
    started({ pauses: { retire: 0 } });
    await eventually('it is gone', async () => (await stored(1)) === 0);
  });

  it('is taken note of as dropped in one commit, and not again in those that follow', async () => {
    await rebuilt();
    started({ pauses: { retire: 0 } });
    await eventually('it is gone', async () => (await stored(1)) === 0);
    const written: boolean[] = [];
    const commit = world.models.commit.bind(world.models);
    world.models.commit = (writes, move) => {
      written.push(writes.some(({ collection }) => collection === GENERATIONS.name));
      return commit(writes, move);
    };
    for (let i = 0; i < 3; i++) await oneMore();
    expect(written).toEqual([true, false, false]);
  });
});

describe('a batch', () => {
  const collector = forEachTest(() => OtlpCollector.start());
  afterEach(() => stopTracing());
  const context = (trace: string, span: string): string => `00-${trace.repeat(32)}-${span.repeat(16)}-01`;

  it('goes on with each trace that its events were written in, from the first context of each', async () => {
    const settings = { endpoint: collector.url, headers: {}, service: 'test', perSecond: 1_000 };
    await startTracing(settings, 'projector', { warn: () => undefined });
    const froms = [context('a', '1'), undefined, context('a', '2'), context('b', '3')];
    const events = froms.map((from): NewEvent => {
      const event = toyEvent('Counted', 1);
      return from === undefined ? event : { ...event, metadata: { ...event.metadata, [TRACEPARENT]: from } };
    });
    const appended = await world.events.append('thing-a' as StreamName, 'any', events);
    if (appended.outcome !== 'appended') throw new Error('a conflict that nobody expected');
    const { runner } = started();
    await passed(appended.position);
    await runner.stop();
    await stopTracing();
    expect(
      collector.spans.map(({ name, trace, parent, fields }) => [name, trace[0], parent?.[0], fields]),
    ).toEqual([
      ['project', 'a', '1', { lane: 'counts', events: 4 }],
      ['project', 'b', '3', { lane: 'counts', events: 4 }],
    ]);
  });
});
