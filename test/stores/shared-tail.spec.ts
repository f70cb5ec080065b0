/** Whoever follows the log over a shared reading is promised what a store promises him. */
import fc from 'fast-check';
import type { EventStore, Position } from '../../packages/platform/src/event-store/event-store.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { SharedTail } from '../../packages/platform/src/event-store/shared-tail.js';
import { eventually } from '../support/eventually.js';
import { MemoryEventStore } from '../support/stores/memory-event-store.js';
import { eventStoreContract } from './event-store.contract.js';
import { appended, events, ids, newStream } from './event-store/event-store-under-test.js';

/** The store with some of its calls answered by others. */
const instead = (store: EventStore, calls: Partial<EventStore>): EventStore =>
  new Proxy(store, {
    get: (target, name): unknown => {
      const value: unknown = Reflect.get(Object.hasOwn(calls, name) ? calls : target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

function followedThroughTail(store: EventStore, keptBytes: number): EventStore {
  const tail = new SharedTail(store, { keptBytes, gatherMs: () => 0 });
  return instead(store, {
    subscribe: (read, onPage) => tail.subscribe(read, onPage),
    close: async () => {
      await tail.close();
      await store.close();
    },
  });
}

eventStoreContract('memory, followed through a shared tail', async () => {
  const store = new MemoryEventStore();
  return { open: async () => followedThroughTail(store, 8_000_000), dispose: async () => undefined };
});

eventStoreContract('memory, followed through a shared tail that keeps almost nothing', async () => {
  const store = new MemoryEventStore();
  return { open: async () => followedThroughTail(store, 64), dispose: async () => undefined };
});

/** One more follower, from a position to the first events that it is given. */
async function followed(tail: SharedTail, after: Position): Promise<void> {
  let count = 0;
  const follower = tail.subscribe({ after }, async (page) => void (count += page.events.length));
  await eventually('events for one more follower', () => count > 0);
  await follower.close();
}

describe('a shared tail', () => {
  it('subscribes once for all, and anew after everybody has left', async () => {
    const memory = new MemoryEventStore();
    let subscriptions = 0;
    const store = instead(memory, {
      subscribe: (read, onPage) => {
        subscriptions++;
        return memory.subscribe(read, onPage);
      },
    });
    const tail = new SharedTail(store, { gatherMs: () => 0 });
    const follow = () => tail.subscribe({ after: LOG_START }, async () => undefined);
    const two = [follow(), follow()];
    await eventually('the reading', () => subscriptions === 1);
    await Promise.all(two.map((one) => one.close()));
    const third = follow();
    await eventually('another reading', () => subscriptions === 2);
    await third.close();
  });

  it('ends every follower when the reading ends, and can be followed again', async () => {
    const memory = new MemoryEventStore();
    let broken = true;
    const lost = { ended: Promise.reject(new Error('too slow')), close: async () => undefined };
    const store = instead(memory, {
      subscribe: (read, onPage) => (broken ? lost : memory.subscribe(read, onPage)),
    });
    const tail = new SharedTail(store, { gatherMs: () => 0 });
    const followers = [1, 2].map(() => tail.subscribe({ after: LOG_START }, async () => undefined));
    for (const follower of followers) await expect(follower.ended).rejects.toThrow('too slow');
    broken = false;
    const seen: string[] = [];
    const again = tail.subscribe({ after: LOG_START }, async (page) => void seen.push(...ids(page.events)));
    const list = events(3);
    await appended(store, newStream(), 'no_stream', list);
    await eventually('the events', () => seen.length === 3);
    expect(seen).toEqual(ids(list));
    await again.close();
  });

  it('keeps what one follower has yet to take, and lets go of what all have taken', async () => {
    const memory = new MemoryEventStore();
    let readings = 0;
    // What the tail itself subscribes to reads from `memory`, so that only followers are counted.
    const store = instead(memory, {
      readAll: (read) => {
        readings++;
        return memory.readAll(read);
      },
      subscribe: (read, onPage) => memory.subscribe(read, onPage),
    });
    const tail = new SharedTail(store, { gatherMs: () => 0 });
    const start = await memory.head();
    const seen: string[] = [];
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const fast = tail.subscribe({ after: start }, async (page) => void seen.push(...ids(page.events)));
    const slow = tail.subscribe({ after: start }, () => held);
    await appended(memory, newStream(), 'no_stream', events(3));
    await eventually('the events', () => seen.length === 3);
    await followed(tail, start);
    expect(readings).toBe(0);
    letGo();
    await eventually('a tail that kept nothing', async () => {
      readings = 0;
      await followed(tail, start);
      return readings > 0;
    });
    await Promise.all([fast.close(), slow.close()]);
  });

  it('gives each follower all of his categories once and in order, whatever is kept and however slow he is', async () => {
    const categories = ['alpha', 'beta', 'gamma'];
    const wanted = fc.record({
      categories: fc.subarray(categories, { minLength: 1 }),
      limit: fc.integer({ min: 1, max: 7 }),
      slow: fc.boolean(),
    });
    const append = fc.record({
      category: fc.constantFrom(...categories),
      count: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(wanted, { minLength: 1, maxLength: 4 }),
        fc.array(append, { minLength: 1, maxLength: 25 }),
        fc.constantFrom(1, 200, 5_000),
        async (followers, appends, keptBytes) => {
          const store = new MemoryEventStore();
          const tail = new SharedTail(store, { keptBytes, gatherMs: () => 0 });
          const half = appends.length >> 1;
          const write = async (some: typeof appends): Promise<void> => {
            for (const { category, count } of some)
              await appended(store, newStream(category), 'no_stream', events(count));
          };
          await write(appends.slice(0, half));
          const following = followers.map(({ categories: of, limit, slow }) => {
            const seen: string[] = [];
            const subscription = tail.subscribe({ after: LOG_START, categories: of, limit }, async (page) => {
              if (slow) await new Promise((resolve) => setImmediate(resolve));
              seen.push(...ids(page.events));
            });
            return { of, seen, subscription };
          });
          await write(appends.slice(half));
          for (const { of, seen, subscription } of following) {
            const page = await store.readAll({ after: LOG_START, categories: of, limit: 1_000 });
            await eventually('everything', () => seen.length >= page.events.length);
            await subscription.close();
            expect(seen).toEqual(ids(page.events));
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
