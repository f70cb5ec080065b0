/** What every EventStore promises about streams that are deleted for good. */
import {
  STREAM_DELETED,
  StreamDeletedError,
  type ExpectedRevision,
  type StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import { eventually } from '../../support/eventually.js';
import {
  appended,
  appendSurely,
  event,
  events,
  ids,
  logEvents,
  newCategory,
  newStream,
  streamEvents,
  type TwoStores,
} from './event-store-under-test.js';

async function deletedStream({ store }: TwoStores) {
  const stream = newStream();
  const list = events(3);
  await appended(store, stream, 'no_stream', list);
  expect(await store.deleteStream(stream)).toBe('deleted');
  return { stream, list };
}

export function deletingContract(stores: () => TwoStores): void {
  test('a deleted stream reads as deleted, from either end and from every adapter', async () => {
    const { stream } = await deletedStream(stores());
    const later = await stores().reopen();
    for (const store of [stores().store, stores().other, later]) {
      expect(await store.readStream(stream)).toEqual({ status: 'deleted' });
      expect(await store.readStream(stream, { direction: 'backwards', limit: 1 })).toEqual({
        status: 'deleted',
      });
      expect(await store.readStream(stream, { from: 99 })).toEqual({ status: 'deleted' });
    }
  });

  test('deleting it again is fine', async () => {
    const { stream } = await deletedStream(stores());
    expect(await stores().store.deleteStream(stream)).toBe('deleted');
    expect(await stores().other.deleteStream(stream)).toBe('deleted');
  });

  test('a stream that never was is not deleted, and can be written afterwards', async () => {
    const stream = newStream();
    expect(await stores().store.deleteStream(stream)).toBe('no_stream');
    expect(await stores().store.readStream(stream)).toEqual({ status: 'no_stream' });
    await appended(stores().store, stream, 'no_stream', events(1));
  });

  test.each<[string, ExpectedRevision]>([
    ['no stream', 'no_stream'],
    ['its last head', 2],
    ['an earlier revision', 0],
    ['a later revision', 3],
    ['anything', 'any'],
  ])('no late writer brings it back that expects %s', async (_title, expected) => {
    const { stream, list } = await deletedStream(stores());
    for (const late of [events(1), list]) {
      const error: unknown = await stores()
        .other.append(stream, expected, late)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StreamDeletedError);
      expect(error).toMatchObject({ stream });
    }
    expect(await stores().store.readStream(stream)).toEqual({ status: 'deleted' });
  });

  test('an adapter that is opened later refuses writers too', async () => {
    const { stream } = await deletedStream(stores());
    const later = await stores().reopen();
    await expect(later.append(stream, 'any', events(1))).rejects.toThrow(StreamDeletedError);
  });

  test('the log tells the deletion in its place, by the name of the stream and without data', async () => {
    const { store } = stores();
    const category = newCategory();
    const start = await store.head();
    const [gone, kept] = [newStream(category), newStream(category)];
    await appended(store, gone, 'no_stream', events(2));
    const before = await appended(store, kept, 'no_stream', events(1));
    await store.deleteStream(gone);
    const after = await appended(store, kept, 0, events(1));
    const deletions = (await logEvents(store, start, [category])).filter(
      ({ type }) => type === STREAM_DELETED,
    );
    expect(deletions.map(({ stream, data }) => [stream, data.length])).toEqual([[gone, 0]]);
    const position = deletions[0]?.position ?? '';
    expect(before.position < position && position < after.position).toBe(true);
  });

  test('the log is told of one deletion only, however often the stream is deleted', async () => {
    const { store, other } = stores();
    const category = newCategory();
    const start = await store.head();
    const stream = newStream(category);
    await appended(store, stream, 'no_stream', events(1));
    const deletions = Array.from({ length: 6 }, (_, index) =>
      (index % 2 === 0 ? store : other).deleteStream(stream),
    );
    expect(new Set(await Promise.all(deletions))).toEqual(new Set(['deleted']));
    const found = await logEvents(store, start, [category]);
    expect(found.filter(({ type }) => type === STREAM_DELETED)).toHaveLength(1);
  });

  test('a live subscription hears of the deletion', async () => {
    const { store, other } = stores();
    const category = newCategory();
    const stream = newStream(category);
    const { position } = await appended(store, stream, 'no_stream', events(1));
    const types: string[] = [];
    const subscription = other.subscribe({ after: position, categories: [category] }, async (page) => {
      types.push(...page.events.map(({ type }) => type));
    });
    await store.deleteStream(stream);
    await eventually('the deletion', () => types.length > 0);
    await subscription.close();
    expect(types).toEqual([STREAM_DELETED]);
  });

  test('its neighbours stay whole', async () => {
    const { store } = stores();
    const stream = newStream();
    const neighbours = [`${stream}.1`, `${stream}-1`, stream.slice(0, -1)] as StreamName[];
    await appended(store, stream, 'no_stream', events(2));
    for (const neighbour of neighbours) await appended(store, neighbour, 'no_stream', events(2));
    await store.deleteStream(stream);
    for (const neighbour of neighbours) expect(await streamEvents(store, neighbour)).toHaveLength(2);
  });

  test('of writers that race a deletion none is heard after it', async () => {
    const { store, other } = stores();
    const category = newCategory();
    const start = await store.head();
    const stream = newStream(category);
    await appended(store, stream, 'no_stream', events(1));
    const writers = Array.from({ length: 10 }, (_, index) => {
      const writer = index % 2 === 0 ? store : other;
      return appendSurely(writer, stream, 'any', [event()]).then(
        ({ outcome }) => outcome,
        (error: Error) => error.name,
      );
    });
    const [outcomes] = await Promise.all([Promise.all(writers), other.deleteStream(stream)]);
    expect(outcomes.every((outcome) => outcome === 'appended' || outcome === 'StreamDeletedError')).toBe(
      true,
    );
    expect(await store.readStream(stream)).toEqual({ status: 'deleted' });
    const log = await logEvents(store, start, [category]);
    expect(log.at(-1)?.type).toBe(STREAM_DELETED);
    expect(new Set(ids(log)).size).toBe(log.length);
  });
}
