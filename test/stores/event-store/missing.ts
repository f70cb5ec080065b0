/** What a store must show so that a reader notices an event that a page of the log left out. */
import { WholeStreams } from '../../../packages/platform/src/event-store/whole-streams.js';
import { OwnEvents } from '../../../packages/platform/src/event-store/own-events.js';
import {
  LOG_START,
  type EventStore,
  type Position,
  type RecordedEvent,
  type StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import {
  appended,
  events,
  ids,
  logEvents,
  newCategory,
  newStream,
  type TwoStores,
} from './event-store-under-test.js';

/** What a reader at the head of the log passes of these events. */
async function completed(
  streams: WholeStreams,
  events: readonly RecordedEvent[],
): Promise<readonly RecordedEvent[]> {
  const whole = await streams.completed({ events, atHead: true });
  streams.passed(whole);
  return whole;
}

export function missingContract(stores: () => TwoStores): void {
  let store: EventStore;
  let category: string;
  let stream: StreamName;
  let start: Position;
  beforeEach(async () => {
    ({ store } = stores());
    category = newCategory();
    stream = newStream(category);
    start = await store.head();
  });

  /** Two streams that grow in turn: five events of the first, four of the second. */
  async function written(): Promise<readonly RecordedEvent[]> {
    const other = newStream(category);
    for (let turn = -1; turn < 4; turn++) {
      await appended(store, stream, turn < 0 ? 'no_stream' : turn, events(1));
      if (turn < 3) await appended(store, other, turn < 0 ? 'no_stream' : turn, events(1));
    }
    return logEvents(store, start, [category]);
  }

  test.each([[[0]], [[2]], [[2, 4]], [[0, 1, 2, 3]]])(
    'the events at %j of a page are read from their streams, in the order of the log',
    async (lost) => {
      const log = await written();
      const page = log.filter((_, at) => !lost.includes(at));
      const streams = new WholeStreams(store, start);
      expect(ids(await completed(streams, page))).toEqual(ids(log));
    },
  );

  test('an event that an earlier page left out is read once', async () => {
    const log = await written();
    const streams = new WholeStreams(store, start);
    expect(await completed(streams, log.slice(0, 2))).toHaveLength(2);
    expect(ids(await completed(streams, log.slice(4, 6)))).toEqual(ids(log.slice(2, 6)));
    expect(ids(await completed(streams, log.slice(6)))).toEqual(ids(log.slice(6)));
  });

  test('events before the place where a reader began are not missing', async () => {
    const log = await written();
    const streams = new WholeStreams(store, log[3]?.position ?? LOG_START);
    expect(ids(await completed(streams, log.slice(6)))).toEqual(ids(log.slice(4)));
  });

  test('nothing is missing of a stream that was deleted', async () => {
    const log = await written();
    await store.deleteStream(stream);
    const streams = new WholeStreams(store, start);
    const page = log.filter((event, at) => event.stream !== stream || at === 4);
    expect(ids(await completed(streams, page))).toEqual(ids(page));
  });

  test('events of another program in a stream are not missing, and hide none that is', async () => {
    const own = new OwnEvents(store, { prefix: '', categories: [category] });
    const theirs = events(2).map((one) => ({ ...one, metadata: { by: 'them' } }));
    await appended(store, stream, 'no_stream', events(2));
    await appended(store, stream, 1, theirs);
    await appended(store, stream, 3, events(2));
    const log = await logEvents(own, start, [category]);
    expect(log).toHaveLength(4);
    const reads = jest.spyOn(own, 'readStream');
    expect(ids(await completed(new WholeStreams(own, start), log))).toEqual(ids(log));
    expect(reads).not.toHaveBeenCalled();
    const page = [0, 3].flatMap((at) => log[at] ?? []);
    expect(ids(await completed(new WholeStreams(own, start), page))).toEqual(ids(log));
  });
}
