/** What stands on the server is what was appended, byte for byte, and other clients can read it. */
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { StreamName } from '../../../packages/platform/src/event-store/event-store.js';
import { openEventStoreDb } from '../../../packages/platform/src/event-store/eventstoredb/eventstoredb-event-store.js';
import { event } from '../event-store/event-store-under-test.js';
import { serversUnderTest } from './servers-under-test.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe.each(serversUnderTest())('$title', ({ start }) => {
  let server: Awaited<ReturnType<typeof start>>;
  let store: ReturnType<typeof openEventStoreDb>;
  let plain: EventStoreDBClient;
  const stream = `facts-${Date.now()}` as StreamName;

  beforeAll(async () => {
    server = await start();
    store = openEventStoreDb({ url: server.url });
    plain = EventStoreDBClient.connectionString(server.url);
  });

  afterAll(async () => {
    await store.close();
    await plain.dispose();
    await server.stop();
  });

  test('a plain client reads a fact as JSON, and its metadata as an object', async () => {
    const fact = event({ data: bytes('{"rows":3}'), metadata: { v: '1' } });
    await store.append(stream, 'no_stream', [fact, event({ format: 'binary', data: bytes('{}') })]);
    const seen: unknown[] = [];
    for await (const { event: found } of plain.readStream(stream))
      seen.push([found?.isJson, found?.data, found?.metadata]);
    expect(seen).toEqual([
      [true, { rows: 3 }, { v: '1' }],
      [false, bytes('{}'), expect.anything()],
    ]);
  });

  test.each([
    ['spaces', '{ "row": 1 }'],
    ['numbers and keys as nobody else writes them', '{"2":1.0,"1":1e0,"2":"\\u0041"}'],
    ['what is no JSON', '\ufeff{'],
  ])('JSON comes back as it was appended: %s', async (title, text) => {
    const own = `${stream}${title}` as StreamName;
    await store.append(own, 'no_stream', [event({ data: bytes(text) })]);
    const slice = await store.readStream(own);
    expect(slice).toMatchObject({ status: 'found', events: [{ format: 'json', data: bytes(text) }] });
  });

  test("another client's event is read, in its stream and in the log", async () => {
    const own = `${stream}theirs` as StreamName;
    const after = await store.head();
    await plain.appendToStream(
      own,
      jsonEvent({ type: 'Theirs', data: { a: [1] }, metadata: { deep: { b: 1 } } }),
    );
    const theirs = {
      type: 'Theirs',
      format: 'json',
      data: bytes('{"a":[1]}'),
      metadata: { deep: '{"b":1}' },
    };
    expect(await store.readStream(own)).toMatchObject({ events: [theirs] });
    expect((await store.readAll({ after, categories: ['facts'] })).events).toMatchObject([theirs]);
  });
});
