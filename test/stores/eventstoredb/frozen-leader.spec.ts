/**
 * A leader of three nodes is frozen: its connections stay open and it answers nothing. The deadlines of these
 * calls are longer than the tests may take, so only finding out that it is frozen ends them.
 */
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import { openEventStoreDb } from '../../../packages/platform/src/event-store/eventstoredb/eventstoredb-event-store.js';
import { EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { eventually } from '../../support/eventually.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import {
  appended,
  events,
  ids,
  newCategory,
  newStream,
  streamEvents,
} from '../event-store/event-store-under-test.js';

const NEVER_MS = 600_000;

const IS_LONG = process.env['TEST_LONG'] !== undefined;

const cluster = forEachTest(
  async () => {
    const server = await EventStoreDbProcess.start();
    const leader = await server.control.addNode();
    const follower = await server.control.addNode();
    await server.control.lead(leader);
    return { server, leader, follower };
  },
  ({ server }) => server.stop(),
);

const store = forEachTest(async () => {
  const { server, leader, follower } = cluster;
  const ports = await Promise.all([0, leader, follower].map((node) => server.control.portOf(node)));
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
  const url = `esdb://${hosts}?tls=false&defaultDeadline=${NEVER_MS}`;
  return openEventStoreDb({ url, patienceMs: NEVER_MS, stallMs: NEVER_MS });
});

test('reads, appends and followers go on with the leader that is elected, and nothing is lost or doubled', async () => {
  const { server, leader, follower } = cluster;
  const category = newCategory();
  const stream = newStream(category);
  const list = events(3);
  const seen: string[] = [];
  const subscription = store.subscribe({ after: '' as Position, categories: [category] }, async (page) => {
    seen.push(...ids(page.events));
  });
  await appended(store, stream, 'no_stream', list.slice(0, 1));
  await eventually('the first event', () => seen.length === 1);
  await server.control.freeze(leader);
  const searches = await server.control.searches();
  const during = Promise.all([
    appended(store, stream, 0, list.slice(1, 2)),
    store.head(),
    streamEvents(store, stream),
  ]);
  // Until a leader is elected, the others tell of the old one.
  await eventually('two searches', async () => (await server.control.searches()) >= searches + 2);
  await server.control.lead(follower);
  await during;
  await appended(store, stream, 1, list.slice(2));
  await eventually('all events', () => seen.length === 3);
  await subscription.close();
  expect(seen).toEqual(ids(list));
  expect(ids(await streamEvents(store, stream))).toEqual(ids(list));
});

(IS_LONG ? test : test.skip)('a cluster that is slow is not taken for frozen again and again', async () => {
  await store.head();
  await cluster.server.control.slow(2_500);
  const head = await store.head();
  await cluster.server.control.behave();
  expect(await store.head()).toBe(head);
});
