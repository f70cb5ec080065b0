/** What every EventStore promises about subscriptions. */
import type {
  EventStore,
  LogPage,
  Position,
  RecordedEvent,
  Subscription,
} from '../../../packages/platform/src/event-store/event-store.js';
import { eventually } from '../../support/eventually.js';
import {
  appended,
  event,
  events,
  ids,
  newCategory,
  newStream,
  type TwoStores,
} from './event-store-under-test.js';

/** A subscription that keeps what it is given. */
function listen(store: EventStore, after: Position, category: string, limit?: number) {
  const pages: LogPage[] = [];
  const seen: RecordedEvent[] = [];
  const subscription = store.subscribe(
    { after, categories: [category], ...(limit !== undefined && { limit }) },
    async (page) => {
      pages.push(page);
      seen.push(...page.events);
    },
  );
  return { pages, seen, subscription };
}

/** A promise and the way to resolve it. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

export function subscribingContract(stores: () => TwoStores): void {
  test('a subscription catches up, then goes on live, each event once and in order', async () => {
    const { store } = stores();
    const [start, category] = [await store.head(), newCategory()];
    const stream = newStream(category);
    const list = events(30);
    await appended(store, stream, 'no_stream', list.slice(0, 10));
    const { seen, subscription } = listen(store, start, category, 3);
    await eventually('history', () => seen.length === 10);
    for (let at = 10; at < 30; at += 4) await appended(store, stream, at - 1, list.slice(at, at + 4));
    await eventually('live events', () => seen.length >= 30);
    await subscription.close();
    expect(ids(seen)).toEqual(ids(list));
  });

  test('it hears of appends through another adapter on the same store', async () => {
    const { store, other } = stores();
    const [start, category] = [await store.head(), newCategory()];
    const { seen, subscription } = listen(other, start, category);
    for (let count = 1; count <= 3; count++) {
      await appended(store, newStream(category), 'no_stream', events(1));
      await eventually('a wake-up', () => seen.length === count);
    }
    await subscription.close();
  });

  test('it begins after the position given and gives only its categories', async () => {
    const { store } = stores();
    const category = newCategory();
    const stream = newStream(category);
    await appended(store, stream, 'no_stream', events(2));
    const { position } = await appended(store, newStream(), 'no_stream', events(1));
    const { seen, subscription } = listen(store, position, category);
    await appended(store, newStream(), 'no_stream', events(1));
    const late = events(1);
    await appended(store, stream, 1, late);
    await eventually('the late event', () => seen.length > 0);
    await subscription.close();
    expect(ids(seen)).toEqual(ids(late));
  });

  test('it tells how far it has looked, also where nothing matches', async () => {
    const { store } = stores();
    const { pages, subscription } = listen(store, await store.head(), newCategory());
    const { position } = await appended(store, newStream(), 'no_stream', events(3));
    await eventually('progress', () => (pages.at(-1)?.position ?? '') >= position);
    await subscription.close();
    expect(pages.every((page) => page.events.length === 0)).toBe(true);
    const positions = pages.map((page) => page.position);
    expect([...positions].sort()).toEqual(positions);
  });

  test('it gives one page at a time: the next waits until the handler is done', async () => {
    const { store } = stores();
    const [start, category] = [await store.head(), newCategory()];
    await appended(store, newStream(category), 'no_stream', events(9));
    const first = gate();
    let running = 0;
    const seen: string[] = [];
    const subscription = store.subscribe({ after: start, categories: [category], limit: 2 }, async (page) => {
      expect(++running).toBe(1);
      seen.push(...ids(page.events));
      await (seen.length <= 2 ? first.opened : Promise.resolve());
      running--;
    });
    await eventually('the first page', () => seen.length === 2);
    await appended(store, newStream(category), 'no_stream', events(1));
    expect(seen).toHaveLength(2);
    first.open();
    await eventually('all', () => seen.length === 10);
    await subscription.close();
  });

  test('resumed from its last page after every break, under a steady load, it loses and doubles nothing', async () => {
    const { store, other } = stores();
    const [start, category] = [await store.head(), newCategory()];
    const written: string[] = [];
    const writing = (async () => {
      const stream = newStream(category);
      for (let index = 0; index < 60; index++) {
        const list = events(3);
        await appended(store, stream, index === 0 ? 'no_stream' : index * 3 - 1, list);
        await appended(store, newStream(), 'no_stream', [event()]);
        written.push(...ids(list));
      }
    })();
    const seen: string[] = [];
    let after = start;
    while (seen.length < 180) {
      const broken = gate();
      let pages = 0;
      const subscription: Subscription = other.subscribe(
        { after, categories: [category], limit: 7 },
        async (page) => {
          seen.push(...ids(page.events));
          after = page.position;
          if (++pages === 3 || seen.length >= 180) broken.open();
        },
      );
      await broken.opened;
      await subscription.close();
    }
    await writing;
    expect(seen).toEqual(written);
  });

  test('a handler that throws ends it with that error', async () => {
    const { store } = stores();
    const [start, category] = [await store.head(), newCategory()];
    await appended(store, newStream(category), 'no_stream', events(1));
    const subscription = store.subscribe({ after: start, categories: [category] }, async (page) => {
      if (page.events.length > 0) throw new Error('can not handle that');
    });
    await expect(subscription.ended).rejects.toThrow('can not handle that');
    await subscription.close();
  });

  test('closed, it ends without an error, after the page in hand and before any other', async () => {
    const { store } = stores();
    const [start, category] = [await store.head(), newCategory()];
    await appended(store, newStream(category), 'no_stream', events(4));
    const [first, entered] = [gate(), gate()];
    let done = 0;
    const subscription = store.subscribe({ after: start, categories: [category], limit: 1 }, async (page) => {
      if (page.events.length === 0) return;
      entered.open();
      await first.opened;
      done++;
    });
    await entered.opened;
    const closing = subscription.close();
    first.open();
    await closing;
    await subscription.ended;
    expect(done).toBe(1);
    await appended(store, newStream(category), 'no_stream', events(1));
    expect(done).toBe(1);
  });

  test('closed while it waits for events, it ends at once', async () => {
    const { store } = stores();
    const { subscription } = listen(store, await store.head(), newCategory());
    await subscription.close();
    await expect(subscription.ended).resolves.toBeUndefined();
    await subscription.close();
  });

  test('many at once, each with its own position and categories, do not disturb each other', async () => {
    const { store } = stores();
    const start = await store.head();
    const categories = Array.from({ length: 8 }, () => newCategory());
    const listeners = categories.map((category) => listen(store, start, category));
    await Promise.all(
      categories.map((category) => appended(store, newStream(category), 'no_stream', events(5))),
    );
    await eventually('all', () => listeners.every(({ seen }) => seen.length === 5));
    await Promise.all(listeners.map(({ subscription }) => subscription.close()));
    expect(listeners.map(({ seen }) => seen.length)).toEqual(categories.map(() => 5));
  });

  test('closing the store ends its subscriptions without an error', async () => {
    const store = await stores().reopen();
    const { subscription } = listen(store, await store.head(), newCategory());
    await store.close();
    await expect(subscription.ended).resolves.toBeUndefined();
  });
}
