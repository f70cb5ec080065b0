/** What every EventStore promises about several appends in their order. */
import {
  AppendTooLargeError,
  MAX_APPEND_BYTES,
  OutcomeUnknownError,
  StreamDeletedError,
  type Append,
  type EventStore,
  type SequenceResult,
} from '../../../packages/platform/src/event-store/event-store.js';
import {
  appended,
  event,
  events,
  ids,
  logEvents,
  newCategory,
  newStream,
  streamEvents,
  type TwoStores,
} from './event-store-under-test.js';

const toNew = (stream: Append['stream'], count = 1): Append => ({
  stream,
  expected: 'no_stream',
  events: events(count),
});

/** As a writer must: an unknown outcome is settled by the same sequence again. */
async function inOrder(store: EventStore, appends: readonly Append[]): Promise<SequenceResult> {
  for (let attempt = 0; ; attempt++) {
    const result = await store.appendInOrder(appends);
    if (!(result.stopped instanceof OutcomeUnknownError) || attempt === 5) return result;
  }
}

export function sequencesContract(stores: () => TwoStores): void {
  test('all are written, and stand in the log in their order', async () => {
    const { store } = stores();
    const category = newCategory();
    const after = await store.head();
    const [first, second] = [newStream(category), newStream(category)];
    const appends = [
      toNew(first, 2),
      toNew(second),
      { stream: first, expected: 1, events: events(1) },
    ] as const;
    const { appended: places, stopped } = await inOrder(store, appends);
    expect(stopped).toBeNull();
    expect(places.map(({ revision }) => revision)).toEqual([1, 0, 2]);
    const found = await logEvents(store, after, [category]);
    expect(ids(found)).toEqual(ids(appends.flatMap((append) => append.events)));
    expect(places.map(({ position }) => position)).toEqual([1, 2, 3].map((index) => found[index]?.position));
  });

  test('the first that conflicts ends the sequence: what was before it stands, what follows is not written', async () => {
    const { store } = stores();
    const [first, taken, last] = [newStream(), newStream(), newStream()];
    await appended(store, taken, 'no_stream', events(3));
    const { appended: places, stopped } = await inOrder(store, [toNew(first), toNew(taken), toNew(last)]);
    expect(places.map(({ revision }) => revision)).toEqual([0]);
    expect(stopped).toEqual({ outcome: 'conflict', actual: 2 });
    expect(await streamEvents(store, first)).toHaveLength(1);
    expect(await store.readStream(last)).toEqual({ status: 'no_stream' });
  });

  test('so does a stream that was deleted', async () => {
    const { store } = stores();
    const [first, gone, last] = [newStream(), newStream(), newStream()];
    await appended(store, gone, 'no_stream', events(1));
    await store.deleteStream(gone);
    const { appended: places, stopped } = await inOrder(store, [toNew(first), toNew(gone), toNew(last)]);
    expect(places).toHaveLength(1);
    expect(stopped).toEqual(new StreamDeletedError(gone));
    expect(await store.readStream(last)).toEqual({ status: 'no_stream' });
  });

  test('the same sequence again writes only what is missing', async () => {
    const { store, other } = stores();
    const appends = [toNew(newStream(), 2), toNew(newStream()), toNew(newStream(), 3)];
    const begun = await inOrder(store, appends.slice(0, 2));
    const again = await inOrder(other, appends);
    expect(again.stopped).toBeNull();
    expect(again.appended.slice(0, 2)).toEqual(begun.appended);
    for (const { stream, events: list } of appends)
      expect(ids(await streamEvents(store, stream))).toEqual(ids(list));
  });

  test('an append over the limit is a mistake of the caller: nothing is written', async () => {
    const { store } = stores();
    const [first, wide] = [newStream(), newStream()];
    const tooWide = { ...toNew(wide), events: [event({ data: new Uint8Array(MAX_APPEND_BYTES + 1) })] };
    await expect(store.appendInOrder([toNew(first), tooWide])).rejects.toBeInstanceOf(AppendTooLargeError);
    expect(await store.readStream(first)).toEqual({ status: 'no_stream' });
  });

  test('appends of several adapters do not mix with it in a stream', async () => {
    const { store, other } = stores();
    const stream = newStream();
    const results = await Promise.all([store, other].map((each) => inOrder(each, [toNew(stream, 2)])));
    expect(results.map(({ appended: places }) => places.length).sort()).toEqual([0, 1]);
    expect(await streamEvents(store, stream)).toHaveLength(2);
  });
}
