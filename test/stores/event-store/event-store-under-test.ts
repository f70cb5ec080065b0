/** What the contract suite needs of an adapter, and the small language its tests are written in. */
import { randomUUID } from 'node:crypto';
import {
  OutcomeUnknownError,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type LogPage,
  type NewEvent,
  type Position,
  type RecordedEvent,
  type StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';

/** A store that the suite may write to. It need not be empty: every test keeps to categories of its own. */
export interface EventStoreUnderTest {
  /** One more adapter on the same store, as another process would have it. */
  open(): Promise<EventStore>;
  dispose(): Promise<void>;
}

export type EventStoreFactory = () => Promise<EventStoreUnderTest>;

/** Two adapters on one store, opened before the first test. */
export interface TwoStores {
  readonly store: EventStore;
  readonly other: EventStore;
  /** Opens one more; closed after the last test. */
  readonly reopen: () => Promise<EventStore>;
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A category that no other test and no other run uses. */
export const newCategory = (): string => `t${randomUUID().replaceAll('-', '').slice(0, 16)}`;

export const newStream = (category = newCategory()): StreamName =>
  `${category}-${randomUUID().slice(0, 8)}` as StreamName;

export function event(change: Partial<NewEvent> = {}): NewEvent {
  return {
    id: randomUUID(),
    type: 'Happened',
    format: 'json',
    data: utf8('{"what":"it"}'),
    metadata: { $correlationId: 'request-1', v: '1' },
    ...change,
  };
}

export const events = (count: number): NewEvent[] => Array.from({ length: count }, () => event());

export const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

/** As a writer must: an unknown outcome is settled by the same append again. */
export async function appendSurely(
  store: EventStore,
  stream: StreamName,
  expected: ExpectedRevision,
  list: readonly NewEvent[],
): Promise<AppendResult> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await store.append(stream, expected, list);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError) || attempt === 5) throw error;
    }
  }
}

/** The append's result, which must not be a conflict. */
export async function appended(
  store: EventStore,
  stream: StreamName,
  expected: ExpectedRevision,
  list: readonly NewEvent[],
): Promise<Extract<AppendResult, { outcome: 'appended' }>> {
  const result = await appendSurely(store, stream, expected, list);
  if (result.outcome === 'conflict') throw new Error(`conflict: ${stream} is at ${result.actual}`);
  return result;
}

/** The events of a stream that must be there. */
export async function streamEvents(store: EventStore, stream: StreamName): Promise<readonly RecordedEvent[]> {
  const slice = await store.readStream(stream);
  if (slice.status !== 'found') throw new Error(`${stream}: ${slice.status}`);
  return slice.events;
}

/** All pages up to the head. */
export async function logPages(
  store: EventStore,
  after: Position,
  categories?: readonly string[],
  limit = 500,
): Promise<LogPage[]> {
  const pages: LogPage[] = [];
  let position = after;
  for (;;) {
    const page = await store.readAll({ after: position, limit, ...(categories && { categories }) });
    pages.push(page);
    position = page.position;
    if (page.atHead) return pages;
  }
}

export async function logEvents(
  store: EventStore,
  after: Position,
  categories: readonly string[],
): Promise<RecordedEvent[]> {
  return (await logPages(store, after, categories)).flatMap((page) => page.events);
}
