/** A store that another program writes to as well: names with a prefix, and events that are not ours. */
import { OwnEvents } from '../../../packages/platform/src/event-store/own-events.js';
import {
  OutcomeUnknownError,
  amongOwn,
  type EventStore,
  type RecordedEvent,
  type StreamName,
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

/** As another program writes them. */
const theirs = (count: number) => events(count).map((one) => ({ ...one, metadata: { by: 'them' } }));

export function sharingContract(stores: () => TwoStores): void {
  let category: string;
  let stream: StreamName;
  let raw: EventStore;
  let own: OwnEvents;
  beforeEach(() => {
    category = newCategory();
    stream = newStream(category);
    raw = stores().store;
    own = new OwnEvents(raw, { prefix: 'ours.', categories: [category] });
  });
  const named = (): StreamName => `ours.${stream}` as StreamName;
  const foreign = (expected: number | 'no_stream', count = 1) =>
    appended(raw, named(), expected, theirs(count));
  const ownLog = async (): Promise<readonly RecordedEvent[]> => {
    const start = (await raw.readStream(named(), { limit: 1 })) as { events: readonly RecordedEvent[] };
    expect(start.events).toHaveLength(1);
    return logEvents(own, '' as RecordedEvent['position'], [category]);
  };

  it('keeps the prefix to itself', async () => {
    const written = events(2);
    await appended(own, stream, 'no_stream', written);
    expect(ids(await streamEvents(raw, named()))).toEqual(ids(written));
    expect(await raw.readStream(stream)).toEqual({ status: 'no_stream' });
    expect((await streamEvents(own, stream)).map((one) => one.stream)).toEqual([stream, stream]);
    expect((await ownLog()).map((one) => one.stream)).toEqual([stream, stream]);
    const seen: string[] = [];
    const subscription = own.subscribe({ after: '' as RecordedEvent['position'] }, async (page) => {
      seen.push(...page.events.map((one) => one.stream));
    });
    while (seen.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await subscription.close();
    expect(seen).toEqual([stream, stream]);
    expect(await own.deleteStream(stream)).toBe('deleted');
    expect(await raw.readStream(named())).toEqual({ status: 'deleted' });
    expect(await own.readStream(stream)).toEqual({ status: 'deleted' });
  });

  it('reads no stream without the prefix', async () => {
    await appended(raw, stream, 'no_stream', events(1));
    await foreign('no_stream');
    expect(await own.readStream(stream)).toEqual({ status: 'found', events: [] });
    expect(await ownLog()).toEqual([]);
  });

  it.each(['first', 'amid', 'last'])('passes over events of another program, %s', async (place) => {
    const written = events(3);
    if (place === 'first') await foreign('no_stream', 2);
    await appended(own, stream, 'no_stream', written.slice(0, 2));
    if (place === 'amid') await foreign(1, 2);
    await appended(own, stream, place === 'first' ? 3 : 1, written.slice(2));
    if (place === 'last') await foreign(2, 2);

    expect(ids(await ownLog())).toEqual(ids(written));
    expect((await ownLog()).map((one) => amongOwn(one).revision)).toEqual([0, 1, 2]);
    expect(ids(await streamEvents(own, stream))).toEqual(ids(written));
    const last = await own.readStream(stream, { direction: 'backwards', limit: 1 });
    expect(last).toMatchObject({ status: 'found', events: [{ id: written[2]?.id }] });
    const first = await own.readStream(stream, { limit: 1 });
    expect(first).toMatchObject({ status: 'found', events: [{ id: written[0]?.id }] });
    expect(own.foreign.streams).toEqual([stream]);
    expect(own.foreign.count).toBe(2);
  });

  it('appends behind events of another program, once', async () => {
    const [one, two] = [event(), event()];
    await foreign('no_stream', 3);
    expect(await appended(own, stream, 'no_stream', [one])).toMatchObject({ revision: 3 });
    await foreign(3, 2);
    expect(await appended(own, stream, 3, [two])).toMatchObject({ revision: 6 });
    expect(await own.append(stream, 'no_stream', [one])).toMatchObject({ outcome: 'appended', revision: 3 });
    expect(await own.append(stream, 3, [two])).toMatchObject({ outcome: 'appended', revision: 6 });
    expect(await own.append(stream, 3, events(1))).toEqual({ outcome: 'conflict', actual: 6 });
    expect(ids(await streamEvents(own, stream))).toEqual(ids([one, two]));
  });

  it('appends a sequence behind events of another program', async () => {
    const other = newStream(category);
    await foreign('no_stream');
    const appends = [
      { stream: other, expected: 'no_stream' as const, events: events(1) },
      { stream, expected: 'no_stream' as const, events: events(2) },
      { stream: other, expected: 0, events: events(1) },
    ];
    const result = await own.appendInOrder(appends);
    expect(result).toMatchObject({
      appended: [{ revision: 0 }, { revision: 2 }, { revision: 1 }],
      stopped: null,
    });
    expect(await own.appendInOrder(appends)).toEqual(result);
    const late = await own.appendInOrder([{ stream, expected: 'no_stream', events: events(1) }]);
    expect(late).toEqual({ appended: [], stopped: { outcome: 'conflict', actual: 2 } });
  });

  it('tells an append of unknown outcome from a conflict, behind events of another program', async () => {
    await foreign('no_stream');
    const lost = new OwnEvents(
      Object.assign(Object.create(raw) as EventStore, {
        append: async (...append: Parameters<EventStore['append']>) => {
          const result = await raw.append(...append);
          if (result.outcome === 'appended') throw new OutcomeUnknownError('lost');
          return result;
        },
      }),
      { prefix: 'ours.' },
    );
    const [one] = events(1);
    if (one === undefined) throw new Error('none');
    await expect(lost.append(stream, 'no_stream', [one])).rejects.toThrow(OutcomeUnknownError);
    expect(await lost.append(stream, 'no_stream', [one])).toMatchObject({ outcome: 'appended', revision: 1 });
    expect(await streamEvents(own, stream)).toHaveLength(1);
  });

  it('deletes no stream of another program, and says nothing of one that the other deleted', async () => {
    await foreign('no_stream', 2);
    expect(await own.deleteStream(stream)).toBe('no_stream');
    expect(await raw.readStream(named())).toMatchObject({ status: 'found' });
    expect(await ownLog()).toEqual([]);
    await raw.deleteStream(named());
    expect(await logEvents(own, '' as RecordedEvent['position'], [category])).toEqual([]);
  });
}
