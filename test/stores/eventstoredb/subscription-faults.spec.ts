/** Subscriptions on EventStoreDB through everything that can end the server's: each event once, in order. */
import {
  StoreUnavailableError,
  type EventStore,
  type LogPage,
  type Position,
} from '../../../packages/platform/src/event-store/event-store.js';
import type { EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { eventually } from '../../support/eventually.js';
import {
  appended,
  event,
  events,
  ids,
  newCategory,
  newStream,
  streamEvents,
} from '../event-store/event-store-under-test.js';
import { PATIENT, withTrouble } from './troubled-server.js';

function listen(store: EventStore, category: string, after = '' as Position) {
  const pages: LogPage[] = [];
  const subscription = store.subscribe({ after, categories: [category] }, async (page) => {
    pages.push(page);
  });
  return { subscription, pages, seen: (): string[] => pages.flatMap((page) => ids(page.events)) };
}

/** Appends one event after the other; returns their ids. */
async function write(store: EventStore, category: string, count: number): Promise<string[]> {
  const list = events(count);
  for (const one of list) await appended(store, newStream(category), 'no_stream', [one]);
  return ids(list);
}

type Misfortune = (server: EventStoreDbProcess) => Promise<void>;

const MISFORTUNES: readonly (readonly [what: string, befall: Misfortune])[] = [
  ['the server ends it without an error', ({ control }) => control.endSubscriptions()],
  ['the server finds it too slow', ({ control }) => control.failSubscriptions('too-slow')],
  ['the server stops gently', ({ control }) => control.failSubscriptions('stops-gently')],
  ['the connection breaks', ({ control }) => control.dropConnections()],
  ['the server is killed and comes back', ({ control }) => control.restart()],
  ['the server forgets it', ({ control }) => control.muteSubscriptions()],
];

test.each(MISFORTUNES)('when %s, it goes on from its own position', (_what, befall) =>
  withTrouble({}, async ({ server, store, open }) => {
    const [category, writer] = [newCategory(), open()];
    const { subscription, seen } = listen(store, category);
    const written = await write(writer, category, 3);
    await eventually('the first events', () => seen().length === 3);
    for (let round = 0; round < 3; round++) {
      await befall(server);
      written.push(...(await write(writer, category, 3)));
      await eventually(`round ${round}`, () => seen().length >= written.length);
      await server.control.behave();
    }
    await subscription.close();
    expect(seen()).toEqual(written);
  }),
);

test('while the server is down it waits, and it misses nothing of what comes then', () =>
  withTrouble({}, async ({ server, store, open }) => {
    const category = newCategory();
    const { subscription, seen } = listen(store, category);
    const written = await write(open(), category, 2);
    await eventually('the first events', () => seen().length === 2);
    await server.control.goDown();
    await expect(store.head()).rejects.toThrow(StoreUnavailableError);
    await server.control.restart();
    written.push(...(await write(open(), category, 2)));
    await eventually('the rest', () => seen().length === 4);
    await subscription.close();
    expect(seen()).toEqual(written);
  }));

test('it moves with the leader', () =>
  withTrouble({}, async ({ server, store }) => {
    const leader = await server.control.addNode();
    const category = newCategory();
    const { subscription, seen } = listen(store, category);
    const written = await write(store, category, 2);
    await server.control.lead(leader);
    await server.control.endSubscriptions();
    written.push(...(await write(store, category, 2)));
    await eventually('all', () => seen().length === 4);
    expect(await server.control.subscriptions(leader)).toHaveLength(1);
    await subscription.close();
    expect(seen()).toEqual(written);
  }));

describe.each(['23.10', '26.1'] as const)('on %s', (version) => {
  test('bursts and a slow reader lose and double nothing', () =>
    withTrouble({ version, ...PATIENT }, async ({ store, open }) => {
      const [category, writer] = [newCategory(), open()];
      const seen: string[] = [];
      let calm = (): void => undefined;
      const slow = new Promise<void>((resolve) => (calm = resolve));
      const subscription = store.subscribe(
        { after: '' as Position, categories: [category] },
        async (page) => {
          seen.push(...ids(page.events));
          if (seen.length > 0 && seen.length < 500) await slow;
        },
      );
      const written: string[] = [];
      for (let burst = 0; burst < 3; burst++) {
        const list = events(400);
        await appended(writer, newStream(category), 'no_stream', list);
        written.push(...ids(list));
      }
      calm();
      await eventually('all', () => seen.length >= written.length);
      await subscription.close();
      expect(seen).toEqual(written);
    }));

  test('where the event at its position was scavenged, the one after it is not lost', () =>
    withTrouble({ version }, async ({ server, store }) => {
      const category = newCategory();
      const [erased, kept] = [newStream(category), newStream(category)];
      await appended(store, kept, 'no_stream', events(1));
      const { position } = await appended(store, erased, 'no_stream', events(1));
      const next = events(1);
      await appended(store, kept, 0, next);
      await store.deleteStream(erased);
      await server.control.scavenge();
      const page = await store.readAll({ after: position, categories: [category] });
      expect(page.events.map(({ type, stream }) => [type, stream])).toEqual([
        [next[0]?.type, kept],
        ['$streamDeleted', erased],
      ]);
      const { subscription, seen } = listen(store, category, position);
      await eventually('both', () => seen().length === 2);
      await subscription.close();
      expect(seen()[0]).toBe(next[0]?.id);
    }));
});

test('pages are cut by bytes too, and joined they are whole', () =>
  withTrouble(PATIENT, async ({ store }) => {
    const category = newCategory();
    const stream = newStream(category);
    const large = Array.from({ length: 12 }, () =>
      event({ format: 'binary', data: new Uint8Array(800_000) }),
    );
    for (const [index, one] of large.entries()) {
      await appended(store, stream, index === 0 ? 'no_stream' : index - 1, [one]);
    }
    const pages: LogPage[] = [];
    do {
      pages.push(
        await store.readAll({ after: pages.at(-1)?.position ?? ('' as Position), categories: [category] }),
      );
    } while (pages.at(-1)?.atHead === false);
    expect(Math.max(...pages.map((page) => page.events.length))).toBeLessThanOrEqual(5);
    expect(pages.flatMap((page) => ids(page.events))).toEqual(ids(await streamEvents(store, stream)));
  }));

test('a reader without permission is told, not tried for ever', () =>
  withTrouble({}, async ({ server, store }) => {
    const { subscription } = listen(store, newCategory());
    await eventually('it to begin', async () => (await server.control.subscriptions()).length === 1);
    await server.control.failSubscriptions('access-denied');
    await expect(subscription.ended).rejects.toThrow(StoreUnavailableError);
  }));

test('a position of another store is refused, not searched for', () =>
  withTrouble({}, async ({ store }) => {
    const { subscription } = listen(store, newCategory(), '0000000000000007' as Position);
    await expect(subscription.ended).rejects.toThrow(RangeError);
    await expect(store.readAll({ after: '7' as Position })).rejects.toThrow(RangeError);
  }));

test('a call that fails while the cluster is being looked for leaves nothing rejected that nobody holds', () =>
  withTrouble(PATIENT, async ({ server, open }) => {
    const store = open(`esdb+discover://127.0.0.1:${server.port}?tls=false&discoveryInterval=300`);
    const category = newCategory();
    const { subscription, seen } = listen(store, category);
    await eventually('it to begin', async () => (await server.control.subscriptions()).length === 1);
    await server.control.beUnready();
    await server.control.emptyGossip();
    const searches = await server.control.searches();
    const lookingForIt = store.head().catch((error: unknown) => error);
    await eventually('the search to begin', async () => (await server.control.searches()) > searches);
    await server.control.failSubscriptions('not-ready');
    expect(await lookingForIt).toBeInstanceOf(StoreUnavailableError);
    await server.control.behave();
    const written = await write(store, category, 1);
    await eventually('the event', () => seen().length === 1);
    await subscription.close();
    expect(seen()).toEqual(written);
  }));
