/** What every EventStore promises about appends. */
import {
  AppendTooLargeError,
  MAX_APPEND_BYTES,
  type StreamName,
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

export function appendingContract(stores: () => TwoStores): void {
  test('an append keeps everything that its events carry, in order', async () => {
    const { store } = stores();
    const stream = newStream();
    const given = [
      event({
        type: 'Opened',
        data: utf8('{"name":"Zürich 株式会社 🦊"}'),
        metadata: { $causationId: 'ä', v: '1' },
      }),
      event({ type: 'Packed', format: 'binary', data: Uint8Array.from([0, 255, 0, 128]), metadata: {} }),
      event({ type: 'Emptied', format: 'binary', data: new Uint8Array(), metadata: { v: '2' } }),
    ];
    await appended(store, stream, 'no_stream', given);
    const found = await streamEvents(store, stream);
    expect(found.map(({ data, ...rest }) => ({ ...rest, data: [...data] }))).toEqual(
      given.map(({ data, ...rest }, revision) => ({
        ...rest,
        data: [...data],
        stream,
        revision,
        position: expect.any(String) as string,
      })),
    );
  });

  test('an append answers with revision and position of its last event, and positions grow as text', async () => {
    const { store } = stores();
    const stream = newStream();
    const first = await appended(store, stream, 'no_stream', events(3));
    const elsewhere = await appended(store, newStream(), 'no_stream', events(1));
    const second = await appended(store, stream, 2, events(2));
    expect([first.revision, elsewhere.revision, second.revision]).toEqual([2, 0, 4]);
    const found = await streamEvents(store, stream);
    expect([found[2]?.position, found[4]?.position]).toEqual([first.position, second.position]);
    expect(first.position < elsewhere.position && elsewhere.position < second.position).toBe(true);
    const positions = found.map(({ position }) => position);
    expect([...new Set(positions)].sort()).toEqual(positions);
  });

  test('bytes that the caller changes after an append stay as they were appended', async () => {
    const { store } = stores();
    const stream = newStream();
    const data = utf8('{"kept":1}');
    const written = appended(store, stream, 'no_stream', [event({ data })]);
    await written;
    data.fill(32);
    expect(text((await streamEvents(store, stream))[0]?.data ?? data)).toBe('{"kept":1}');
  });

  test.each([
    ['no stream, but there are three events', 3, 'no_stream', 2],
    ['a revision that was passed', 3, 1, 2],
    ['a revision that was not reached', 3, 3, 2],
    ['a revision of a stream that never was', 0, 0, 'no_stream'],
  ] as const)(
    'expecting %s is a conflict that tells the actual head and writes nothing',
    async (_title, count, expected, actual) => {
      const { store } = stores();
      const stream = newStream();
      if (count > 0) await appended(store, stream, 'no_stream', events(count));
      expect(await store.append(stream, expected, events(2))).toEqual({ outcome: 'conflict', actual });
      const slice = await store.readStream(stream);
      expect(slice.status === 'found' ? slice.events.length : 0).toBe(count);
    },
  );

  test('expecting anything appends to a new stream and to an old one', async () => {
    const { store } = stores();
    const stream = newStream();
    const revisions = [
      (await appended(store, stream, 'any', events(2))).revision,
      (await appended(store, stream, 'any', events(1))).revision,
    ];
    expect(revisions).toEqual([1, 2]);
  });

  test('a stream name may be long and of any script', async () => {
    const { store } = stores();
    const stream = `${newStream()}${'-société 日本 "quoted" % _ \\ 🦊'.repeat(20)}` as StreamName;
    await appended(store, stream, 'no_stream', events(1));
    expect((await streamEvents(store, stream))[0]?.stream).toBe(stream);
  });

  test('names that differ in case only are different streams', async () => {
    const { store } = stores();
    const stream = newStream();
    await appended(store, `${stream}-a` as StreamName, 'no_stream', events(1));
    expect(await store.readStream(`${stream}-A` as StreamName)).toEqual({ status: 'no_stream' });
  });

  test('an append may carry MAX_APPEND_BYTES of data, and metadata do not count', async () => {
    const { store } = stores();
    const stream = newStream();
    const half = new Uint8Array(MAX_APPEND_BYTES / 2).fill(7);
    const binary = { format: 'binary', data: half, metadata: { note: 'x'.repeat(10_000) } } as const;
    await appended(store, stream, 'no_stream', [event(binary), event(binary)]);
    expect((await streamEvents(store, stream)).map(({ data }) => data.length)).toEqual([
      half.length,
      half.length,
    ]);
  });

  test('one byte more is refused with AppendTooLargeError and writes nothing', async () => {
    const { store } = stores();
    const stream = newStream();
    const list = [
      event({ format: 'binary', data: new Uint8Array(MAX_APPEND_BYTES) }),
      event({ data: utf8('1') }),
    ];
    const error: unknown = await store.append(stream, 'no_stream', list).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppendTooLargeError);
    expect(error).toMatchObject({ stream, bytes: MAX_APPEND_BYTES + 1 });
    expect(await store.readStream(stream)).toEqual({ status: 'no_stream' });
  });

  test.each([
    ['no events', (stream: StreamName) => [stream, []] as const],
    ['a stream without a name', () => ['' as StreamName, [event()]] as const],
    ["a stream of the store's own", () => ['$settings' as StreamName, [event()]] as const],
    [
      "a type of the store's own",
      (stream: StreamName) => [stream, [event(), event({ type: '$mine' })]] as const,
    ],
    ['a type without a name', (stream: StreamName) => [stream, [event({ type: '' })]] as const],
    ['an id that is no UUID', (stream: StreamName) => [stream, [event({ id: 'first' })]] as const],
    [
      'the nil UUID',
      (stream: StreamName) => [stream, [event({ id: '00000000-0000-0000-0000-000000000000' })]] as const,
    ],
  ])(
    'an append with %s is refused as a mistake of the caller and writes nothing',
    async (_title, mistake) => {
      const { store } = stores();
      const untouched = newStream();
      const [stream, list] = mistake(untouched);
      await expect(store.append(stream, 'any', list)).rejects.toThrow(TypeError);
      expect(await store.readStream(untouched)).toEqual({ status: 'no_stream' });
    },
  );

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('revision %p can not be expected', async (expected) => {
    await expect(stores().store.append(newStream(), expected, events(1))).rejects.toThrow(RangeError);
  });

  test('sixteen writers at one stream each get all their events in, without gap or double', async () => {
    const { store, other } = stores();
    const stream = newStream();
    const writers = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? store : other));
    const written = await Promise.all(
      writers.map(async (writer) => {
        const mine = [events(2), events(2)];
        for (const pair of mine) {
          let expected: number | 'no_stream' = 'no_stream';
          for (;;) {
            const result = await appendSurely(writer, stream, expected, pair);
            if (result.outcome === 'appended') break;
            expected = result.actual;
          }
        }
        return mine.flatMap(ids);
      }),
    );
    const found = await streamEvents(store, stream);
    expect(found.map(({ revision }) => revision)).toEqual(found.map((_, index) => index));
    expect(ids(found).sort()).toEqual(written.flat().sort());
  });

  test('of many that create one stream at once exactly one wins, and the others learn its head', async () => {
    const { store, other } = stores();
    const stream = newStream();
    const attempts = Array.from({ length: 12 }, (_, index) =>
      appendSurely(index % 2 === 0 ? store : other, stream, 'no_stream', events(2)),
    );
    const results = await Promise.all(attempts);
    expect(results.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'conflict')).toEqual(
      Array.from({ length: 11 }, () => ({ outcome: 'conflict', actual: 1 })),
    );
    expect(await streamEvents(store, stream)).toHaveLength(2);
  });

  test('appends that conflict do not disturb those that come at the same moment', async () => {
    const { store } = stores();
    const taken = newStream();
    await appended(store, taken, 'no_stream', events(1));
    const streams = Array.from({ length: 20 }, () => newStream());
    const results = await Promise.all(
      streams.flatMap((stream) => [
        appendSurely(store, stream, 'no_stream', events(3)),
        appendSurely(store, taken, 'no_stream', events(1)),
      ]),
    );
    expect(results.filter(({ outcome }) => outcome === 'conflict')).toHaveLength(20);
    for (const stream of streams) expect(await streamEvents(store, stream)).toHaveLength(3);
    expect(await streamEvents(store, taken)).toHaveLength(1);
  });
}
