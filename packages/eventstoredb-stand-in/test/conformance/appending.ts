/** Appends: what is written, what is refused and with which words, on both paths of the client. */
import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import {
  append,
  APPEND_PATHS,
  bytesEvent,
  fact,
  facts,
  idsOf,
  newStream,
  readStream,
  refusal,
  type GetServer,
  yearOf,
} from './plain-client.js';

const MAX_APPEND = 1_048_576;

export function appendingConforms(server: GetServer): void {
  describe.each(APPEND_PATHS)('as %s', (path) => {
    test('an append at "no stream", at the head and at "any" goes through and tells its last revision', async () => {
      const stream = newStream();
      const results = [
        await append(server(), stream, facts(2), 'no_stream', path),
        await append(server(), stream, facts(1), 1n, path),
        await append(server(), stream, facts(1), 'any', path),
      ];
      expect(results.map((result) => result.nextExpectedRevision)).toEqual([1n, 2n, 3n]);
    });

    test('its position is that of its last event, commit and prepare alike', async () => {
      const stream = newStream();
      const { position } = await append(server(), stream, facts(3), 'no_stream', path);
      const events = await readStream(server(), stream);
      expect(position).toEqual(events[2]?.position);
      for (const event of events) expect(event.position?.prepare).toBe(event.position?.commit);
    });

    test.each([
      ['"no stream" of three events', 3, 'no_stream', 2n],
      ['a revision that was passed', 3, 1n, 2n],
      ['a revision that was not reached', 3, 7n, 2n],
      ['a revision of a stream that never was', 0, 0n, 'no_stream'],
    ] as const)('%s is a wrong expected version that tells both', async (_title, count, expected, actual) => {
      const stream = newStream();
      if (count > 0) await append(server(), stream, facts(count), 'no_stream', path);
      expect(await refusal(append(server(), stream, facts(1), expected, path))).toMatchObject({
        type: 'wrong-expected-version',
        streamName: stream,
        expectedVersion: expected,
        actualVersion: actual,
      });
    });

    test('the data of one append may be 1,048,576 bytes in sum; metadata and type do not count', async () => {
      const stream = newStream();
      const half = MAX_APPEND / 2;
      const metadata = { note: 'x'.repeat(20_000) };
      await append(
        server(),
        stream,
        [bytesEvent(half, metadata), bytesEvent(half, metadata)],
        'no_stream',
        path,
      );
      expect(await readStream(server(), stream)).toHaveLength(2);
    });

    test('one byte more is too large and writes nothing; from 25 on it is taken', async () => {
      const stream = newStream();
      const parts = [bytesEvent(MAX_APPEND), bytesEvent(1)];
      const call = append(server(), stream, parts, 'no_stream', path);
      if ((await yearOf(server())) >= 25) {
        expect(await call).toMatchObject({ nextExpectedRevision: 1n });
        return;
      }
      expect(await refusal(call)).toMatchObject({
        type: 'maximum-append-size-exceeded',
        maxAppendSize: MAX_APPEND,
      });
      expect(await refusal(readStream(server(), stream))).toMatchObject({ type: 'stream-not-found' });
    });

    test('an append of no events succeeds and creates nothing', async () => {
      const stream = newStream();
      await append(server(), stream, [], 'no_stream', path);
      expect(await refusal(readStream(server(), stream))).toMatchObject({ type: 'stream-not-found' });
    });
  });

  test.each([5_000_000, 16_700_000])(
    'an event of %d bytes is too large with code 3 up to 24',
    async (bytes) => {
      const call = append(server(), newStream(), bytesEvent(bytes), 'no_stream');
      if ((await yearOf(server())) >= 25) {
        expect(await call).toMatchObject({ nextExpectedRevision: 0n });
        return;
      }
      expect(await refusal(call)).toMatchObject({ code: 3, type: 'maximum-append-size-exceeded' });
    },
  );

  test('too large or not, an append at a revision that was never reached writes nothing', async () => {
    const stream = newStream();
    for (const bytes of [1_000, 5_000_000])
      await refusal(append(server(), stream, bytesEvent(bytes), 9_007_199_254_740_991n));
    expect(await refusal(readStream(server(), stream))).toMatchObject({ type: 'stream-not-found' });
  });

  test('a message over the limit of the transport, 16 MiB less 10,000 bytes, ends its call with code 8', async () => {
    const call = append(server(), newStream(), bytesEvent(17_000_000), 'no_stream');
    expect(await refusal(call)).toMatchObject({ code: 8 });
  });

  test.each([
    ['an empty stream name', '', fact()],
    ['an empty type', newStream(), fact({ type: '' })],
    ['an id that is no UUID', newStream(), fact({ id: 'first' })],
    ['the nil UUID', newStream(), fact({ id: '00000000-0000-0000-0000-000000000000' })],
  ])('%s is refused', async (_title, stream, event) => {
    await refusal(append(server(), stream, event, 'any'));
    if (stream !== '') {
      expect(await refusal(readStream(server(), stream))).toMatchObject({ type: 'stream-not-found' });
    }
  });

  test('a stream may have any name, of a thousand characters too', async () => {
    const stream = `${newStream()}-${'société 日本 "%_\\" '.repeat(60)}`;
    await append(server(), stream, fact(), 'no_stream');
    expect((await readStream(server(), stream)).map((event) => event.streamId)).toEqual([stream]);
  });

  test('json comes back as an object, bytes as bytes, with their metadata, times as dates', async () => {
    const stream = newStream();
    const metadata = { $correlationId: 'request-1', $causationId: 'cause-1', v: '1' };
    const given = [
      jsonEvent({ id: randomUUID(), type: 'Told', data: { name: 'Zürich 🦊', list: [1, null] }, metadata }),
      binaryEvent({ id: randomUUID(), type: 'Packed', data: Uint8Array.from([0, 255, 128]), metadata }),
    ];
    await append(server(), stream, given, 'no_stream');
    const found = await readStream(server(), stream);
    expect(idsOf(found)).toEqual(idsOf(given));
    expect(found.map(({ isJson, data }) => [isJson, data])).toEqual([
      [true, { name: 'Zürich 🦊', list: [1, null] }],
      [false, Uint8Array.from([0, 255, 128])],
    ]);
    for (const event of found) {
      expect(event.metadata).toEqual(metadata);
      expect(Math.abs(event.created.getTime() - Date.now())).toBeLessThan(86_400_000);
    }
  });

  test('of many that create a stream at once one wins, and the others are told its head or time out', async () => {
    const stream = newStream();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => append(server(), stream, facts(2), 'no_stream')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readStream(server(), stream)).toHaveLength(2);
  });
}
