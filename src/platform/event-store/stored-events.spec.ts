import { MemoryEventStore } from '../../../test/support/stores/memory-event-store.js';
import type { StreamName } from './event-store.js';
import { firstEvent, lastEvent, storedEvents, storedPages } from './stored-events.js';

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
