/** What every EventStore promises about an append whose outcome its caller does not know, and repeats. */
import type {
  AppendResult,
  ExpectedRevision,
  NewEvent,
} from '../../../packages/platform/src/event-store/event-store.js';
import {
  appended,
  appendSurely,
  event,
  events,
  ids,
  newStream,
  streamEvents,
  text,
  utf8,
  type TwoStores,
} from './event-store-under-test.js';

/** A stream of five events, written as two and three. */
async function fiveEvents({ store }: TwoStores) {
  const stream = newStream();
  const list = events(5);
  const first = await appended(store, stream, 'no_stream', list.slice(0, 2));
  const second = await appended(store, stream, 1, list.slice(2));
  return { stream, list, first, second };
}

export function repeatingContract(stores: () => TwoStores): void {
  test('the same ids at the same expected revision again succeed with the old place and write nothing', async () => {
    const { stream, list, second } = await fiveEvents(stores());
    expect(await appended(stores().store, stream, 1, list.slice(2))).toEqual(second);
    expect(ids(await streamEvents(stores().store, stream))).toEqual(ids(list));
  });

  test('so they do when the stream has grown since', async () => {
    const { stream, list, first } = await fiveEvents(stores());
    expect(await appended(stores().store, stream, 'no_stream', list.slice(0, 2))).toEqual(first);
    expect(ids(await streamEvents(stores().store, stream))).toEqual(ids(list));
  });

  test('so they do through another adapter, and through one opened later', async () => {
    const { stream, list, first, second } = await fiveEvents(stores());
    const later = await stores().reopen();
    expect(await appended(stores().other, stream, 'no_stream', list.slice(0, 2))).toEqual(first);
    expect(await appended(later, stream, 1, list.slice(2))).toEqual(second);
    expect(ids(await streamEvents(later, stream))).toEqual(ids(list));
  });

  test.each([
    ['the beginning of what was written there', 1, [2, 3]],
    ['no stream with the first events', 'no_stream', [0]],
    ['more than one append wrote there', 'no_stream', [0, 1, 2, 3, 4]],
    ['a part that another append ended with', 2, [3, 4]],
  ] as const)('a repeat may be %s', async (_title, expected, picked) => {
    const { stream, list } = await fiveEvents(stores());
    const part = picked.map((index) => list[index] ?? event());
    const result = await appended(stores().store, stream, expected, part);
    const last = picked.at(-1) ?? 0;
    const found = await streamEvents(stores().store, stream);
    expect(result).toEqual({ outcome: 'appended', revision: last, position: found[last]?.position });
    expect(ids(found)).toEqual(ids(list));
  });

  test.each<[string, ExpectedRevision, (list: NewEvent[]) => NewEvent[]]>([
    ['is partly new', 1, (list) => [...list.slice(2, 4), event()]],
    ['goes on past what was written', 1, (list) => [...list.slice(2), event()]],
    ['is in another order', 1, (list) => list.slice(2).reverse()],
    ['leaves one out', 1, (list) => [list[2] ?? event(), list[4] ?? event()]],
    ['stands at another revision', 'no_stream', (list) => list.slice(2)],
    ['is another append altogether', 'no_stream', () => events(2)],
  ])('a repeat that %s is a conflict and writes nothing', async (_title, expected, change) => {
    const { stream, list } = await fiveEvents(stores());
    expect(await stores().store.append(stream, expected, change(list))).toEqual({
      outcome: 'conflict',
      actual: 4,
    });
    expect(ids(await streamEvents(stores().store, stream))).toEqual(ids(list));
  });

  test('other data or another type under the same ids succeed, and the old ones stay', async () => {
    const { store } = stores();
    const stream = newStream();
    const id = event().id;
    await appended(store, stream, 'no_stream', [event({ id, type: 'First', data: utf8('{"n":1}') })]);
    await appended(store, stream, 'no_stream', [event({ id, type: 'Second', data: utf8('{"n":2}') })]);
    const found = await streamEvents(store, stream);
    expect(found.map(({ type, data }) => [type, text(data)])).toEqual([['First', '{"n":1}']]);
  });

  test('ids protect only at the same expected revision: at a later, right one they are written again', async () => {
    const { stream, list } = await fiveEvents(stores());
    await appended(stores().store, stream, 4, list.slice(2));
    expect(ids(await streamEvents(stores().store, stream))).toEqual(ids([...list, ...list.slice(2)]));
  });

  test('the same id in another stream is another event', async () => {
    const { store } = stores();
    const [one, another] = [newStream(), newStream()];
    const same = event();
    await appended(store, one, 'no_stream', [same]);
    await appended(store, another, 'no_stream', [same]);
    expect(ids(await streamEvents(store, another))).toEqual([same.id]);
  });

  test('two equal ids in one append are both written', async () => {
    const { store } = stores();
    const stream = newStream();
    const same = event();
    await appended(store, stream, 'no_stream', [same, same]);
    expect(await streamEvents(store, stream)).toHaveLength(2);
  });

  test('equal appends at the same moment, from two adapters, all succeed and are written once', async () => {
    const { store, other } = stores();
    const stream = newStream();
    const list = events(3);
    const results: AppendResult[] = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        appendSurely(index % 2 === 0 ? store : other, stream, 'no_stream', list),
      ),
    );
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(results[0]).toMatchObject({ outcome: 'appended', revision: 2 });
    expect(ids(await streamEvents(store, stream))).toEqual(ids(list));
  });
}
