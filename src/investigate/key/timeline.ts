/**
 * Two streams of what a key did, the event log's and the request log's, joined by request and put in order of time, in
 * memory bounded by what happened within half an hour.
 */
import type { LoggedRequest } from '../request-log/request-batches.js';
import { mergeRequest, type RequestLine } from '../request-line.js';

/**
 * An act is recorded at most so long after its request came in: a submission is read and written within its request. A
 * line that comes later stands by itself.
 */
const SLICE_MS = 15 * 60_000;

type Items<T> = AsyncIterable<T> | Iterable<T>;

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

  drop(): void {
    this.next = Promise.resolve(this.items.next());
  }
}

const byTime = (a: RequestLine, b: RequestLine): number =>
  a.time < b.time ? -1 : a.time > b.time ? 1 : a.request_id < b.request_id ? -1 : 1;

/** Both streams about by time. */
export async function* timeline(
  acts: Items<RequestLine>,
  calls: Items<LoggedRequest>,
): AsyncGenerator<RequestLine> {
  const [actQueue, callQueue] = [new Peekable(acts), new Peekable(calls)];
  const waiting = new Map<string, RequestLine>();
  for (;;) {
    const heads = [await actQueue.peek(), await callQueue.peek()].flatMap((head) =>
      head === undefined ? [] : [head.time],
    );
    const [first] = heads.sort();
    if (first === undefined) break;
    const end = new Date(Date.parse(first) + SLICE_MS).toISOString();
    await takeUntil(actQueue, end, (line) =>
      waiting.set(line.request_id, withCall(line, waiting.get(line.request_id))),
    );
    await takeUntil(callQueue, end, (call) =>
      waiting.set(call.request_id, mergeRequest(call, waiting.get(call.request_id))),
    );
    yield* takeReady(waiting, first);
  }
  yield* takeReady(waiting, null);
}

async function takeUntil<T extends { readonly time: string }>(
  from: Peekable<T>,
  end: string,
  keep: (item: T) => void,
): Promise<void> {
  for (let item = await from.peek(); item !== undefined && item.time < end; item = await from.peek()) {
    keep(item);
    from.drop();
  }
}

/** An act whose call was seen before it. */
const withCall = (act: RequestLine, call: RequestLine | undefined): RequestLine =>
  call === undefined
    ? act
    : {
        ...act,
        method: call.method,
        path: call.path,
        status: call.status,
        detail: call.detail,
        conflict: call.conflict,
      };

/** Takes out what lies before a time, in order; null: everything. */
function takeReady(waiting: Map<string, RequestLine>, before: string | null): RequestLine[] {
  const lines = [...waiting.values()].filter(({ time }) => before === null || time < before).sort(byTime);
  for (const { request_id } of lines) waiting.delete(request_id);
  return lines;
}
