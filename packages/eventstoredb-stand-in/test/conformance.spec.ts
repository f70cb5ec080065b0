/**
 * What EventStoreDB does, as real servers were measured to do it, seen through the plain client. Runs on the
 * stand-in, which it keeps honest, and unchanged on the server that EVENT_STORE_URL names.
 */
import { appendingConforms } from './conformance/appending.js';
import { deletingConforms } from './conformance/deleting.js';
import { serverAt, type Server } from './conformance/plain-client.js';
import { readingConforms } from './conformance/reading.js';
import { repeatingConforms } from './conformance/repeating.js';
import { subscribingConforms } from './conformance/subscribing.js';
import { serversUnderTest, type RunningServer } from './servers-under-test.js';

describe.each(serversUnderTest())('$title', ({ start }) => {
  let running: RunningServer;
  let server: Server;

  beforeAll(async () => {
    running = await start();
    server = serverAt(running.url);
  });
  afterAll(async () => {
    await server.client.dispose();
    await running.stop();
  });

  describe('appends', () => appendingConforms(() => server));
  describe('repeats appends', () => repeatingConforms(() => server));
  describe('reads', () => readingConforms(() => server));
  describe('subscribes', () => subscribingConforms(() => server));
  describe('deletes', () => deletingConforms(() => server));
});
