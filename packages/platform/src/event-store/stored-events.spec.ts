import { MemoryEventStore } from '../../../../test/support/stores/memory-event-store.js';
import { LOG_START, type LogRead, type Position, type StreamName } from './event-store.js';
import { firstEvent, lastEvent, logPages, storedEvents, storedPages } from './stored-events.js';

const STREAM = 'counter-1' as StreamName;

async function streamOf(count: number): Promise<MemoryEventStore> {
  const store = new MemoryEventStore();
  const events = Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    type: 'Happened',
    format: 'json' as const,
    data: Buffer.from('{}'),
    metadata: {},
  }));
  if (count > 0) await store.append(STREAM, 'no_stream', events);
  return store;
}

async function revisionsOf(events: AsyncIterable<{ readonly revision: number }>): Promise<readonly number[]> {
  const revisions: number[] = [];
  for await (const { revision } of events) revisions.push(revision);
  return revisions;
}

describe('the events of a stream', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7])('come once each, in order, over pages of three: %d', async (count) => {
    const events = storedEvents(await streamOf(count), STREAM, { page: 3 });
    expect(await revisionsOf(events)).toEqual([...Array(count).keys()]);
  });

  it('come from where the reader is', async () => {
    const events = storedEvents(await streamOf(7), STREAM, { from: 2, page: 2 });
    expect(await revisionsOf(events)).toEqual([2, 3, 4, 5, 6]);
  });

  it('come in pages no larger than asked for', async () => {
    const sizes: number[] = [];
    for await (const page of storedPages(await streamOf(7), STREAM, { page: 3 })) sizes.push(page.length);
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('are none once it was deleted', async () => {
    const store = await streamOf(3);
    await store.deleteStream(STREAM);
    expect(await revisionsOf(storedEvents(store, STREAM))).toEqual([]);
    expect(await lastEvent(store, STREAM)).toBeUndefined();
  });

  it('have two ends', async () => {
    const store = await streamOf(5);
    expect((await firstEvent(store, STREAM))?.revision).toBe(0);
    expect((await lastEvent(store, STREAM))?.revision).toBe(4);
    expect(await firstEvent(await streamOf(0), STREAM)).toBeUndefined();
  });
});

describe('the pages of the log', () => {
  const ALL = { after: LOG_START, limit: 3 };
  async function pagesOf(count: number, to: (positions: readonly Position[]) => Position | undefined) {
    const store = await streamOf(count);
    const { events } = await store.readAll({ after: LOG_START, limit: 100 });
    const asked: Position[] = [];
    const readAll = (read: LogRead) => {
      asked.push(read.after);
      return store.readAll(read);
    };
    const end = to(events.map(({ position }) => position)) ?? LOG_START;
    return { asked, end, pages: logPages({ readAll }, ALL, end) };
  }

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('come once each, up to a position and no further: %d', async (count) => {
    const { pages, end } = await pagesOf(7, (positions) => positions[count - 1]);
    const revisions: number[] = [];
    let last: Position = LOG_START;
    for await (const { events, position } of pages) {
      revisions.push(...events.map(({ revision }) => revision));
      last = position;
    }
    expect(revisions).toEqual([...Array(count).keys()]);
    expect(last).toBe(end);
  });

  it('are read ahead by one, and whoever stops is not told that the next one failed', async () => {
    const { pages, asked } = await pagesOf(7, (positions) => positions.at(-1));
    for await (const { events } of pages) {
      expect(events).toHaveLength(3);
      break;
    }
    expect(asked).toHaveLength(2);
    let reads = 0;
    const store = await streamOf(7);
    const failing = {
      readAll: (read: LogRead) =>
        reads++ === 0 ? store.readAll(read) : Promise.reject(new Error('the store is away')),
    };
    for await (const { events } of logPages(failing, ALL, await store.head())) {
      expect(events).toHaveLength(3);
      break;
    }
    expect(reads).toBe(2);
  });
});
