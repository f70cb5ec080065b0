/** What every EventStore promises about reads of a stream and of the log of all streams. */
import {
  LOG_START,
  type EventStore,
  type StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import {
  appended,
  event,
  events,
  ids,
  logEvents,
  logPages,
  newCategory,
  newStream,
  type TwoStores,
} from './event-store-under-test.js';

const revisions = async (
  store: EventStore,
  stream: StreamName,
  read: Parameters<EventStore['readStream']>[1],
) => {
  const slice = await store.readStream(stream, read);
  return slice.status === 'found' ? slice.events.map(({ revision }) => revision) : slice.status;
};

/** Twelve events in turn in three categories, after whatever else is in the log. */
async function threeCategories({ store }: TwoStores) {
  const start = await store.head();
  const categories = [newCategory(), newCategory(), newCategory()] as const;
  const streams = categories.map((category) => newStream(category));
  const order: string[] = [];
  for (let round = 0; round < 4; round++) {
    for (const stream of streams) {
      const list = events(1);
      await appended(store, stream, round === 0 ? 'no_stream' : round - 1, list);
      order.push(...ids(list));
    }
  }
  return { start, categories, streams, order };
}

export function readingContract(stores: () => TwoStores): void {
  describe('a stream', () => {
    test.each([
      ['forwards from its first event', {}, [0, 1, 2, 3, 4]],
      ['forwards from a revision, which is included', { from: 3 }, [3, 4]],
      ['forwards up to a limit', { from: 1, limit: 2 }, [1, 2]],
      ['forwards from past its end, which gives nothing', { from: 5 }, []],
      ['backwards from its last event', { direction: 'backwards' }, [4, 3, 2, 1, 0]],
      ['backwards from a revision, which is included', { direction: 'backwards', from: 2 }, [2, 1, 0]],
      ['backwards up to a limit', { direction: 'backwards', limit: 1 }, [4]],
      ['backwards from its first event', { direction: 'backwards', from: 0 }, [0]],
    ] as const)('reads %s', async (_title, read, expected) => {
      const stream = newStream();
      await appended(stores().store, stream, 'no_stream', events(5));
      expect(await revisions(stores().store, stream, read)).toEqual(expected);
    });

    test('reads at most 1,000 events where no limit is named', async () => {
      const stream = newStream();
      await appended(stores().store, stream, 'no_stream', events(1_001));
      expect(await revisions(stores().store, stream, undefined)).toHaveLength(1_000);
    });

    test('that never was says so', async () => {
      expect(await stores().store.readStream(newStream())).toEqual({ status: 'no_stream' });
    });

    test('can be read by every adapter as soon as its append is acknowledged', async () => {
      const stream = newStream();
      await appended(stores().store, stream, 'no_stream', events(1));
      expect(await revisions(stores().other, stream, {})).toEqual([0]);
    });

    test.each([0, -1, 1.5])('can not be read with a limit of %p', async (limit) => {
      await expect(stores().store.readStream(newStream(), { limit })).rejects.toThrow(RangeError);
      await expect(stores().store.readAll({ after: LOG_START, limit })).rejects.toThrow(RangeError);
    });
  });

  describe('the log', () => {
    test('gives the events of all streams in the order of their appends', async () => {
      const { start, categories, order } = await threeCategories(stores());
      expect(ids(await logEvents(stores().store, start, categories))).toEqual(order);
      const whole = (await logPages(stores().store, start)).flatMap((page) => ids(page.events));
      expect(whole.filter((id) => order.includes(id))).toEqual(order);
    });

    test('gives what lies after a position, never the event at it', async () => {
      const { start, categories, order } = await threeCategories(stores());
      const all = await logEvents(stores().store, start, categories);
      for (const [index, { position }] of all.entries()) {
        expect(ids(await logEvents(stores().store, position, categories))).toEqual(order.slice(index + 1));
      }
    });

    test.each([1, 2, 5, 12, 500])('joins from pages of %p without gap or double', async (limit) => {
      const { start, categories, order } = await threeCategories(stores());
      const pages = await logPages(stores().other, start, categories, limit);
      expect(pages.flatMap((page) => ids(page.events))).toEqual(order);
      expect(pages.every((page) => page.events.length <= limit)).toBe(true);
    });

    test('gives only the categories asked for', async () => {
      const { start, categories, streams } = await threeCategories(stores());
      const found = await logEvents(stores().store, start, [categories[0], categories[2]]);
      expect(found.map(({ stream }) => stream)).toEqual(
        Array.from({ length: 4 }, () => [streams[0], streams[2]]).flat(),
      );
    });

    test('takes a category for a whole word, never for a beginning or a pattern', async () => {
      const { store } = stores();
      const start = await store.head();
      const category = newCategory();
      const wanted = newStream(category);
      for (const stream of [`${category}s-1`, `${category}`, `x${category}-1`, wanted]) {
        await appended(store, stream as StreamName, 'no_stream', events(1));
      }
      const found = await logEvents(store, start, [category, '%', '_', '.*']);
      expect(found.map(({ stream }) => stream)).toEqual(expect.arrayContaining([wanted]));
      expect(found.every(({ stream }) => stream === wanted || stream === category)).toBe(true);
    });

    test('says how far it looked, past events that do not match and where nothing matched', async () => {
      const { start, categories } = await threeCategories(stores());
      const head = await stores().store.head();
      for (const filter of [[categories[0]], [newCategory()]]) {
        const last = (await logPages(stores().store, start, filter)).at(-1);
        expect(last?.atHead).toBe(true);
        expect((last?.position ?? '') >= head).toBe(true);
      }
    });

    test('leaves out no stream that goes on where what is over is not wanted, and looks as far', async () => {
      const { store } = stores();
      const start = await store.head();
      const category = newCategory();
      const [over, open, older] = [newStream(category), newStream(category), newStream(category)];
      const [begun, ended] = [{ type: 'Begun' }, { type: 'Ended' }];
      const wanted = [event(begun), event({ type: 'WentOn' }), event(begun), event(ended)];
      await appended(store, older, 'no_stream', wanted.slice(2, 3));
      const { position: after } = await appended(store, over, 'no_stream', [event(begun), event(ended)]);
      await appended(store, open, 'no_stream', wanted.slice(0, 2));
      await appended(store, older, 0, wanted.slice(3));
      const read = { categories: [category], endedBy: ['Ended'] };
      const whole = await store.readAll({ after: start, ...read });
      const rest = await store.readAll({ after, ...read });
      const isWanted = ({ stream }: { readonly stream: StreamName }): boolean => stream === open;
      expect(ids(whole.events.filter(isWanted))).toEqual(ids(wanted.slice(0, 2)));
      expect(ids(rest.events)).toEqual(ids([...wanted.slice(0, 2), ...wanted.slice(3)]));
      for (const { position } of [whole, rest]) expect(position >= (await store.head())).toBe(true);
    });

    test('can be read on from any page of a filtered read with another filter', async () => {
      const { start, categories, order } = await threeCategories(stores());
      const first = await stores().store.readAll({ after: start, categories: [categories[1]], limit: 2 });
      const rest = await logEvents(stores().store, first.position, categories);
      const expected = order.slice(order.indexOf(ids(first.events).at(-1) ?? '') + 1);
      expect(first.events).toHaveLength(2);
      expect(ids(rest)).toEqual(expected);
    });

    test('read from its head gives nothing and stays there', async () => {
      const { store } = stores();
      await appended(store, newStream(), 'no_stream', events(1));
      const head = await store.head();
      const page = await store.readAll({ after: head, categories: [newCategory()] });
      expect(page.events).toEqual([]);
      expect(page.atHead).toBe(true);
      expect(page.position >= head).toBe(true);
    });

    test('has a head that is at or past every acknowledged append', async () => {
      const { position } = await appended(stores().store, newStream(), 'no_stream', events(2));
      expect((await stores().other.head()) >= position).toBe(true);
    });
  });
}
