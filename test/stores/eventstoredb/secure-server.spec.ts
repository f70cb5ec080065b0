/** A server with TLS and users: all of it comes from the connection string. */
import { openEventStoreDb } from '../../../packages/platform/src/event-store/eventstoredb/eventstoredb-event-store.js';
import {
  StoreUnavailableError,
  UnfitStoreError,
  type EventStore,
  type Position,
} from '../../../packages/platform/src/event-store/event-store.js';
import { EventStoreDbProcess, TLS_CERTIFICATE } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { createLogger } from '../../../packages/platform/src/telemetry/logger.js';
import { eventually } from '../../support/eventually.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { appended, events, newCategory, newStream } from '../event-store/event-store-under-test.js';

const CA = `tlsCAFile=${encodeURIComponent(TLS_CERTIFICATE)}`;
const server = forAllTests(() => EventStoreDbProcess.start({ tls: true, user: 'ops:p@ss:word' }));
const opened = forAllTests(
  () => ({ stores: new Array<EventStore>() }),
  ({ stores }) => Promise.all(stores.map((store) => store.close())),
);

function open(user: string, options: string): EventStore {
  // Long enough that a busy machine answers with the trouble itself, not with having waited for it.
  const url = `esdb://${user}localhost:${server.port}?defaultDeadline=60000&${options}`;
  const store = openEventStoreDb({ url });
  opened.stores.push(store);
  return store;
}

test('its user may write, read, follow and delete', async () => {
  const store = open('ops:p%40ss%3Aword@', CA);
  const category = newCategory();
  const stream = newStream(category);
  let seen = 0;
  const subscription = store.subscribe({ after: '' as Position, categories: [category] }, async (page) => {
    seen += page.events.length;
  });
  await appended(store, stream, 'no_stream', events(2));
  await eventually('both', () => seen === 2);
  await subscription.close();
  expect(await store.deleteStream(stream)).toBe('deleted');
});

test.each([
  ['a wrong password', 'ops:wrong@', CA, '401'],
  ['nobody', 'nobody:nobody@', CA, '401'],
  ['a certificate that nobody vouches for', 'ops:p%40ss%3Aword@', 'tls=true', 'self-signed certificate'],
  ['a client that speaks without TLS', 'ops:p%40ss%3Aword@', 'tls=false', 'UNAVAILABLE'],
])('with %s it says so, at once, and nothing is written', async (_title, user, options, trouble) => {
  const store = open(user, options);
  const { length } = await server.control.records();
  for (const call of [() => store.append(newStream(), 'any', events(1)), () => store.head()]) {
    await expect(call()).rejects.toThrow(StoreUnavailableError);
    await expect(call()).rejects.toThrow(trouble);
  }
  expect(await server.control.records()).toHaveLength(length);
});

test('a user whose password was changed is told with one error and one line, and the server is asked once', async () => {
  const store = open('ops:p%40ss%3Aword@', CA);
  await store.head();
  await server.control.changePassword('ops', 'changed');
  const before = await server.control.strangers();
  const written: string[] = [];
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void written.push(line) });
  const errors = new Set<unknown>();
  const following = store.subscribe({ after: '' as Position }, async () => undefined).ended;
  const calls = [() => store.head(), () => store.append(newStream(), 'any', events(1)), () => following];
  for (let round = 0; round < 5; round++) {
    for (const call of calls) {
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      errors.add(error);
      logger.warn({ err: error }, 'interrupted');
    }
  }
  expect([...errors]).toEqual([expect.any(UnfitStoreError)]);
  expect(written).toHaveLength(1);
  expect(written[0]).toContain('EVENT_STORE_URL has a user or password that the server does not know');
  // The subscription and the first call may both be under way before the first answer.
  expect((await server.control.strangers()) - before).toBeLessThanOrEqual(2);

  logger.warn({ err: new UnfitStoreError('another') }, 'interrupted');
  logger.warn({ err: new Error('any') }, 'interrupted');
  logger.warn('a line without fields');
  expect(written).toHaveLength(4);

  await server.control.changePassword('ops', 'p@ss:word');
  await eventually('the user is known again', () => store.head().then(Boolean, () => false));
  await server.control.changePassword('ops', 'changed');
  const again: unknown = await store.head().catch((thrown: unknown) => thrown);
  expect(errors.has(again)).toBe(false);
  await server.control.changePassword('ops', 'p@ss:word');
});

test('a file of certificates that is not there is told with one line', () => {
  expect(() => open('ops:pass@', 'tlsCAFile=/nowhere.pem')).toThrow(
    new StoreUnavailableError(
      "EVENT_STORE_URL can't be used: Failed to load certificate file. File was not found.",
    ),
  );
});
