/**
 * Joins a key's acts (submissions and cancels, from the event log) with its calls (from the request log) by
 * request id, in order of time. At most the acts and calls of half an hour are in memory.
 */
import type { LoggedRequest } from '../request-log/request-batches.js';
import { mergeRequest, type RequestLine } from '../request-line.js';

/**
 * The inputs are read in slices of this length, and a slice's lines wait for the next slice. An act that is
 * recorded later than this after its request may get a line of its own.
 */
const SLICE_MS = 15 * 60_000;

type Items<T> = AsyncIterable<T> | Iterable<T>;

/** An iterator whose next item can be read without taking it. */
class Peekable<T> {
  private next: Promise<IteratorResult<T>>;
  private readonly items: AsyncIterator<T> | Iterator<T>;

  constructor(items: Items<T>) {
    this.items = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
    this.next = Promise.resolve(this.items.next());
  }

  async peek(): Promise<T | undefined> {
    const next = await this.next;
    return next.done === true ? undefined : next.value;
  }

  advance(): void {
    this.next = Promise.resolve(this.items.next());
  }
}

const byTime = (a: RequestLine, b: RequestLine): number =>
  a.time < b.time ? -1 : a.time > b.time ? 1 : a.request_id < b.request_id ? -1 : 1;

/** The lines in order of time. Both inputs must be nearly in order of time. */
export async function* timeline(
  acts: Items<RequestLine>,
  calls: Items<LoggedRequest>,
): AsyncGenerator<RequestLine> {
  const [actQueue, callQueue] = [new Peekable(acts), new Peekable(calls)];
  const waitingById = new Map<string, RequestLine>();
  for (;;) {
    const firstItems = [await actQueue.peek(), await callQueue.peek()].filter((item) => item !== undefined);
    const [firstTime] = firstItems.map(({ time }) => time).sort();
    if (firstTime === undefined) break;
    const end = new Date(Date.parse(firstTime) + SLICE_MS).toISOString();
    await takeUntil(actQueue, end, (act) => {
      waitingById.set(act.request_id, mergeCall(act, waitingById.get(act.request_id)));
    });
    await takeUntil(callQueue, end, (call) => {
      waitingById.set(call.request_id, mergeRequest(call, waitingById.get(call.request_id)));
    });
    yield* removeReady(waitingById, firstTime);
  }
  yield* removeReady(waitingById, null);
}

async function takeUntil<T extends { readonly time: string }>(
  queue: Peekable<T>,
  end: string,
  keep: (item: T) => void,
): Promise<void> {
  for (let item = await queue.peek(); item !== undefined && item.time < end; item = await queue.peek()) {
    keep(item);
    queue.advance();
  }
}

/** The act with the fields of its call, if the call was read before the act. */
function mergeCall(act: RequestLine, call: RequestLine | undefined): RequestLine {
  if (call === undefined) return act;
  const { method, path, status, detail, conflict } = call;
  return { ...act, method, path, status, detail, conflict };
}

/** Removes and returns the lines before a time, in order; null: all lines. */
function removeReady(waitingLines: Map<string, RequestLine>, before: string | null): RequestLine[] {
  const lines = [...waitingLines.values()]
    .filter(({ time }) => before === null || time < before)
    .sort(byTime);
  for (const { request_id } of lines) waitingLines.delete(request_id);
  return lines;
}
