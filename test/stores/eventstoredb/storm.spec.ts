/**
 * A storm: every call to EventStoreDB fails, thousands of times a minute. A client that fails is
 * replaced, but seldom, and what it held goes with it.
 */
import { StoreUnavailableError } from '../../../packages/platform/src/event-store/event-store.js';
import { openEventStoreDb } from '../../../packages/platform/src/event-store/eventstoredb/eventstoredb-event-store.js';
import { EventStoreDbProcess, TLS_CERTIFICATE } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { heldMemory } from '../../support/system/collecting-memory.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { appended, events, newStream } from '../event-store/event-store-under-test.js';

jest.setTimeout(300_000);

const IS_LONG = process.env['TEST_LONG'] !== undefined;
const FAILURES = IS_LONG ? 10_000 : 600;
const CALLERS = 48;
/** A client, the one before it, and one that is on its way out. */
const MAX_CONNECTIONS = 3;

const server = forEachTest(() => EventStoreDbProcess.start({ tls: true, user: 'ops:pass' }));
const store = forEachTest(() =>
  openEventStoreDb({
    url: `esdb://ops:pass@localhost:${server.port}?tlsCAFile=${encodeURIComponent(TLS_CERTIFICATE)}`,
    patienceMs: 500,
  }),
);

test('a storm of failures makes few connections, leaves none behind and no memory, and calls succeed after it', async () => {
  await appended(store, newStream(), 'no_stream', events(1));
  const before = heldMemory();
  const began = performance.now();
  await server.control.storm();
  const callers = Array.from({ length: CALLERS }, async () => {
    while ((await server.control.stormed()) < FAILURES)
      await expect(store.head()).rejects.toThrow(StoreUnavailableError);
  });
  await Promise.all(callers);
  const seconds = (performance.now() - began) / 1_000;
  await server.control.behave();
  await appended(store, newStream(), 'no_stream', events(1));
  const { open, ever } = await server.control.connections();
  expect(open).toBeLessThanOrEqual(MAX_CONNECTIONS);
  // One a second, those of before and after, and one that began within the last second.
  expect(ever).toBeLessThanOrEqual(seconds + MAX_CONNECTIONS + 1);
  if (IS_LONG) expect(heldMemory() - before).toBeLessThan(20_000_000);
});
