/** How a lane takes the pages of its subscription: one at a time, and after a page at the head not at once. */
import {
  LOG_START,
  type LogPage,
  type LogRead,
} from '../../../../packages/platform/src/event-store/event-store.js';
import type { LogSource } from '../../../../packages/platform/src/event-store/shared-tail.js';
import { Applier } from '../../../../packages/platform/src/projector/applier.js';
import { followLane } from '../../../../packages/platform/src/projector/follow-lane.js';
import { laneNamed } from '../../../../packages/platform/src/projector/lane.js';
import { DEFAULT_PAUSES, type Pauses } from '../../../../packages/platform/src/projector/pauses.js';
import { happens, toySet } from '../../../support/logs/toy-projections.js';
import { MemoryEventStore } from '../../../support/stores/memory-event-store.js';
import { MemoryReadModels } from '../../../support/stores/memory-read-models.js';

const HOUR = 3_600_000;
const NEVER: Pauses = {
  ...DEFAULT_PAUSES,
  gather: HOUR,
  gatherBusy: HOUR,
  gatherHeavy: HOUR,
  gatherIdle: HOUR,
  stall: HOUR,
};
const lane = laneNamed(toySet(), 'counts');

/** A subscription whose pages the test gives by hand. */
async function followed(pauses: Partial<Pauses>, apply: (page: LogPage) => Promise<void>) {
  const models = new MemoryReadModels();
  await models.declare([{ name: 'projector_set_aside' }]);
  const store = new MemoryEventStore();
  let give: (page: LogPage) => Promise<void> = () => Promise.reject(new Error('nobody has subscribed'));
  let asked: LogRead | null = null;
  let isClosed = false;
  let looks = 0;
  let end: () => void = () => undefined;
  const events: LogSource = {
    head: () => {
      looks++;
      return store.head();
    },
    readAll: (read) => store.readAll(read),
    readStream: (stream) => store.readStream(stream),
    subscribe: (read, onPage) => {
      [asked, give] = [read, (page) => Promise.resolve(onPage(page))];
      const ended = new Promise<void>((resolve) => (end = resolve));
      return { ended, close: async () => void (isClosed = true) };
    },
  };
  const at = { stores: { events, models }, set: toySet(), lane, targets: [], checkpoint: 'lane:counts' };
  const applier = await Applier.at(at, { position: LOG_START, epoch: 1 });
  const stopping = new AbortController();
  const following = { events, lane, pauses: { ...NEVER, ...pauses }, apply, applier };
  const over = followLane(following, stopping.signal);
  const stop = (): void => stopping.abort();
  return { store, over, end, give, asked, stop, isClosed: () => isClosed, looks: () => looks };
}

async function pageOf(count: number, atHead = true): Promise<LogPage> {
  const store = new MemoryEventStore();
  for (let i = 0; i < count; i++) await happens(store, 'a');
  const { events, position } = await store.readAll({ after: LOG_START });
  return { events, position, atHead };
}
/** Long enough for all that waits for nothing. */
const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const nothing = (): Promise<void> => Promise.resolve();

it('a lane asks for what its projections read, behind its checkpoint, in batches', async () => {
  const { asked, end, over, isClosed } = await followed({}, nothing);
  expect(asked).toEqual({ after: LOG_START, categories: ['thing'], limit: 1_000 });
  end();
  await over;
  expect(isClosed()).toBe(true);
});

it('a page behind which there are more is followed by the next at once, when it has been applied', async () => {
  const began: number[] = [];
  let done: () => void = () => undefined;
  const { give, stop, over } = await followed({}, ({ events }) => {
    began.push(events.length);
    return new Promise((resolve) => (done = resolve));
  });
  await give(await pageOf(1, false));
  const second = give(await pageOf(2, false));
  await aMoment();
  expect(began).toEqual([1]);
  done();
  await second;
  expect(began).toEqual([1, 2]);
  done();
  stop();
  await over;
});

it.each([
  ['gatherIdle', 0],
  ['gather', 9],
  ['gatherBusy', 10],
  ['gatherHeavy', 100],
] as const)('events gather after a page at the head of the log: %s after %d', async (name, count) => {
  const short = await followed({ [name]: 0 }, nothing);
  await short.give(await pageOf(count));
  const long = await followed({}, nothing);
  let isTaken = false;
  const given = long.give(await pageOf(count)).then(() => (isTaken = true));
  await aMoment();
  expect(isTaken).toBe(false);
  for (const { stop, over } of [short, long]) {
    stop();
    await over;
  }
  await given;
});

it('the page at hand is applied to its end when the lane is told to stop', async () => {
  let done: () => void = () => undefined;
  const apply = (): Promise<void> => new Promise((resolve) => (done = resolve));
  const { give, stop, over } = await followed({}, apply);
  const given = give(await pageOf(1));
  let isOver = false;
  const ended = over.then(() => (isOver = true));
  await aMoment();
  stop();
  await aMoment();
  expect(isOver).toBe(false);
  done();
  await Promise.all([ended, given]);
});

it('nothing is applied after the lane was told to stop', async () => {
  const apply = jest.fn(nothing);
  const { give, stop, over } = await followed({}, apply);
  stop();
  await give(await pageOf(1));
  await over;
  expect(apply.mock.calls).toEqual([]);
});

it('a page that can not be applied ends it, with the reason', async () => {
  const { give, over, isClosed } = await followed({ gather: 0 }, () => Promise.reject(new Error('away')));
  await Promise.all([expect(over).rejects.toThrow('away'), give(await pageOf(1))]);
  expect(isClosed()).toBe(true);
});

describe('a subscription that delivers nothing', () => {
  it('is given up where the log has grown', async () => {
    const { store, over } = await followed({ stall: 5 }, nothing);
    await happens(store, 'a');
    await expect(over).rejects.toThrow('the subscription of lane counts fell silent');
  });

  it('is waited for where nothing is there to deliver', async () => {
    const { stop, over } = await followed({ stall: 1 }, nothing);
    await aMoment();
    stop();
    await expect(over).resolves.toBeUndefined();
  });

  it('is not looked at while pages come', async () => {
    const { give, stop, over, looks } = await followed({ stall: 50, gather: 0 }, nothing);
    const page = await pageOf(1);
    for (let i = 0; i < 20; i++) {
      await give(page);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(looks()).toBe(0);
    stop();
    await over;
  });

  it.each(['end', 'stop'] as const)('is no longer looked at after its %s', async (how) => {
    const followedLane = await followed({ stall: 1 }, nothing);
    await aMoment();
    followedLane[how]();
    await followedLane.over;
    const looks = followedLane.looks();
    await aMoment();
    expect([looks > 0, followedLane.looks()]).toEqual([true, looks]);
  });
});
