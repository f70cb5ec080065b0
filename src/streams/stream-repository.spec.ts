import { failWrite, FaultyEventStore, noFaults } from '../../test/support/stores/faulty-event-store.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { derivedId } from './derived-id.js';
import type {
  EventStore,
  RecordedEvent,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { StoreUnavailableError } from '../../packages/platform/src/event-store/event-store.js';
import type { Decision } from './decision.js';
import type { Author, Loaded, StreamFold } from './stream-repository.js';
import { StreamRepository } from './stream-repository.js';

interface Added {
  readonly type: 'Added';
  readonly data: { readonly amount: number };
}

const SUM: StreamFold<string, Added, number> = {
  stream: {
    streamOf: (id) => `sum-${id}` as StreamName,
    decodeAll: (recorded) => [{ event: addedOf(recorded), time: recorded.metadata['time'] ?? '' }],
  },
  initial: 0,
  evolve: (sum, events) => events.reduce((next, { event }) => next + event.data.amount, sum),
  eventId: (id, { type }, purpose, index) => derivedId(type, id, purpose, index),
};

const addedOf = ({ data }: RecordedEvent): Added => ({
  type: 'Added',
  data: JSON.parse(Buffer.from(data).toString()) as Added['data'],
});

let tried = 0;
const author = (time?: string): Author => ({
  context: { requestId: 'req_1', actor: 'operator' },
  purpose: String(++tried),
  ...(time === undefined ? {} : { time }),
});
const add =
  (...amounts: readonly number[]) =>
  (): Decision<Added, never> => ({
    outcome: 'decided',
    events: amounts.map((amount) => ({ type: 'Added', data: { amount } })),
  });

/** Adds until the sum is there; refuses once it is. */
const addUpTo =
  (most: number) =>
  (sum: number): Decision<Added, { readonly outcome: 'refused' }> =>
    sum >= most ? { outcome: 'refused' } : add(most - sum)();

const NOON = new Date('2026-11-22T12:00:00.000Z');

function repositoryOver(
  store: EventStore = new MemoryEventStore(),
  { now = NOON, fold = SUM, page = 3 }: { now?: Date; fold?: typeof SUM; page?: number } = {},
): StreamRepository<string, Added, number> {
  return new StreamRepository({ store, clock: { now: () => now } }, fold, { page, conflicts: 4 });
}

const stateOf = ({ state, revision }: Loaded<string, number>): unknown => ({ state, revision });

describe('a stream in its repository', () => {
  it.each([0, 1, 2, 3, 4, 6, 7])('of %d events is folded whole, over pages of three', async (count) => {
    const repository = repositoryOver();
    if (count > 0)
      await repository.decide(repository.emptyStream('a'), author(), add(...Array<number>(count).fill(1)));
    const revision = count === 0 ? 'no_stream' : count - 1;
    expect(stateOf(await repository.load('a'))).toEqual({ state: count, revision });
  });

  it('is read on from what is known, and folds nothing twice', async () => {
    const repository = repositoryOver();
    const first = await repository.decide(repository.emptyStream('a'), author(), add(1, 2));
    await repository.decide(first.loaded, author(), add(3, 4, 5, 6));
    const loaded = await repository.load('a', first.loaded);
    expect(stateOf(loaded)).toEqual({ state: 21, revision: 5 });
    expect(await repository.load('a', loaded)).toEqual(loaded);
    expect(loaded).toMatchObject({ requestId: 'req_1', time: NOON.toISOString() });
  });

  it('that the last event tells is read at its end alone', async () => {
    const fold = {
      ...SUM,
      evolve: (_sum: number, events: readonly { event: Added }[]) => events.at(-1)?.event.data.amount ?? 0,
      lastOnly: true,
    };
    const repository = repositoryOver(new MemoryEventStore(), { fold });
    await repository.decide(repository.emptyStream('a'), author(), add(1, 2, 3, 4, 5));
    expect(stateOf(await repository.load('a'))).toEqual({ state: 5, revision: 4 });
  });
});

describe('a decision', () => {
  it('that another was faster than is made again on what stands there', async () => {
    const repository = repositoryOver();
    const stale = await repository.load('a');
    await repository.decide(stale, author(), add(1, 1, 1, 1));
    const written = await repository.decide(stale, author(), addUpTo(10));
    expect(written).toMatchObject({ outcome: 'appended', events: [{ data: { amount: 6 } }] });
    expect(stateOf(written.loaded)).toEqual({ state: 10, revision: 4 });
    expect(await repository.load('a')).toEqual(written.loaded);
  });

  it('that is refused writes nothing and says what stands there', async () => {
    const repository = repositoryOver();
    await repository.decide(repository.emptyStream('a'), author(), add(10));
    const refused = await repository.decide(repository.emptyStream('a'), author(), addUpTo(10));
    expect(refused).toMatchObject({ outcome: 'refused', loaded: { state: 10 } });
  });

  it('for nothing appends nothing', async () => {
    const store = new FaultyEventStore(new MemoryEventStore(), noFaults);
    const repository = repositoryOver(store);
    expect((await repository.decide(repository.emptyStream('a'), author(), add())).outcome).toBe('unchanged');
    expect(store.seen).toEqual([]);
  });

  it.each(['unknown_written', 'unknown_not_written'] as const)('is written once: %s', async (fault) => {
    const repository = repositoryOver(new FaultyEventStore(new MemoryEventStore(), failWrite(0, fault)));
    const written = await repository.decide(repository.emptyStream('a'), author(), add(1, 2));
    expect(await repository.load('a')).toEqual(written.loaded);
    expect(stateOf(written.loaded)).toEqual({ state: 3, revision: 1 });
  });

  it('never takes time back within its stream', async () => {
    const store = new MemoryEventStore();
    const ahead = repositoryOver(store, { now: new Date(NOON.getTime() + 60_000) });
    const first = await ahead.decide(ahead.emptyStream('a'), author(), add(1));
    const later = await repositoryOver(store).decide(first.loaded, author(), add(1));
    expect(later.loaded.time).toBe(first.loaded.time);
  });

  it('carries the time that its author says', async () => {
    const repository = repositoryOver();
    const time = '2026-11-21T08:00:00.000Z';
    expect((await repository.decide(repository.emptyStream('a'), author(time), add(1))).loaded.time).toBe(
      time,
    );
  });

  it('is given up for now where conflicts have no end', async () => {
    const store = new MemoryEventStore();
    const repository = repositoryOver(store);
    const busy: EventStore = Object.assign(Object.create(store) as MemoryEventStore, {
      append: async () => ({ outcome: 'conflict', actual: 0 }) as const,
    });
    const decided = repositoryOver(busy).decide(repository.emptyStream('a'), author(), add(1));
    await expect(decided).rejects.toThrow(StoreUnavailableError);
  });
});

describe('events that were made before', () => {
  const madeBy = async (amount: number): Promise<readonly RecordedEvent[]> => {
    const store = new MemoryEventStore();
    const repository = repositoryOver(store);
    await repository.decide(repository.emptyStream('a'), author(), add(amount));
    const slice = await store.readStream(SUM.stream.streamOf('a'));
    return slice.status === 'found' ? slice.events : [];
  };

  it('are appended at the revision that was read, or not at all', async () => {
    const repository = repositoryOver();
    const nothing = repository.emptyStream('a');
    const appended = await repository.append(nothing, await madeBy(5));
    expect(appended).toEqual(await repository.load('a'));
    expect(await repository.append(nothing, await madeBy(6))).toBe('conflict');
  });

  it('go behind those of others where they may', async () => {
    const repository = repositoryOver();
    const nothing = repository.emptyStream('a');
    await repository.append(nothing, await madeBy(5));
    const [six] = [await madeBy(6)];
    const behind = await repository.appendBehind(nothing, () => six);
    expect(stateOf(behind)).toEqual({ state: 11, revision: 1 });
  });
});
