/** Pages of the log, one after the other: read on from where the last one ended, and never behind what was just written. */
import { openEventStoreDb } from '../../../packages/platform/src/event-store/eventstoredb/eventstoredb-event-store.js';
import type { LogPage, Position } from '../../../packages/platform/src/event-store/event-store.js';
import { EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { eventually } from '../../support/eventually.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { appended, events, ids, newCategory, newStream } from '../event-store/event-store-under-test.js';

const server = forEachTest(() => EventStoreDbProcess.start());
const store = forEachTest(() => openEventStoreDb({ url: server.url }));

async function history(count: number) {
  const category = newCategory();
  const [stream, list] = [newStream(category), events(count)];
  await appended(store, stream, 'no_stream', list);
  const page = (after: string, limit = 10): Promise<LogPage> =>
    store.readAll({ after: after as Position, categories: [category], limit });
  return { stream, list, page };
}

test('a feed that gave a full page gives the next one too, and is let go where nobody asks', async () => {
  const { list, page } = await history(300);
  const first = await page('');
  const subscriptions = await server.control.subscriptions();
  expect(subscriptions).toHaveLength(1);
  const second = await page(first.position);
  expect(await server.control.subscriptions()).toEqual(subscriptions);
  expect(ids([...first.events, ...second.events])).toEqual(ids(list.slice(0, 20)));
  await eventually('it to be let go', async () => (await server.control.subscriptions()).length === 0);
  const third = await page(second.position);
  expect(ids(third.events)).toEqual(ids(list.slice(20, 30)));
});

test('a feed that broke meanwhile is replaced unseen', async () => {
  const { list, page } = await history(300);
  const seen: string[] = [];
  let last = await page('', 100);
  for (;;) {
    seen.push(...ids(last.events));
    if (last.atHead) break;
    await server.control.dropConnections();
    last = await page(last.position, 100);
  }
  expect(seen).toEqual(ids(list));
});

test('readers at many places keep few feeds, and each gets its own pages', async () => {
  const { list, page } = await history(120);
  const starts = await Promise.all([1, 2, 3, 4, 5, 6].map((limit) => page('', limit)));
  await eventually('the others to be let go', async () => (await server.control.subscriptions()).length <= 4);
  const next = await Promise.all(starts.map(({ position }) => page(position, 2)));
  // On a busy machine a page may be handed out before it is full.
  const expected = next.map(({ events: { length } }, reader) => {
    const from = starts[reader]?.events.length ?? 0;
    return ids(list.slice(from, from + length));
  });
  expect(next.map(({ events: found }) => ids(found))).toEqual(expected);
  expect(expected.flat().length).toBeGreaterThan(0);
});

test('a page read after an append was acknowledged has it, or says that it is not at the head', async () => {
  const { stream, page } = await history(40);
  let last = await page('', 20);
  // The feed that waits has seen the end of the log as it was.
  const { position } = await appended(store, stream, 39, events(1));
  while (!last.atHead) last = await page(last.position, 50);
  expect(last.position >= position).toBe(true);
});
