/**
 * Two streams of what a key did, the event log's and the request log's, joined by request and put in order of time, in
 * memory bounded by what happened within half an hour.
 */
import type { LoggedRequest } from '../request-log/request-batches.js';
import { merged, type RequestLine } from '../request-line.js';

/**
 * An act is recorded at most so long after its request came in: a submission is read and written within its request. A
 * line that comes later stands by itself.
 */
const SLICE_MS = 15 * 60_000;

type Items<T> = AsyncIterable<T> | Iterable<T>;

class Ahead<T> {
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
  const [acted, called] = [new Ahead(acts), new Ahead(calls)];
  const held = new Map<string, RequestLine>();
  for (;;) {
    const heads = [await acted.peek(), await called.peek()].flatMap((head) =>
      head === undefined ? [] : [head.time],
    );
    const [first] = heads.sort();
    if (first === undefined) break;
    const end = new Date(Date.parse(first) + SLICE_MS).toISOString();
    await take(acted, end, (line) => held.set(line.request_id, withCall(line, held.get(line.request_id))));
    await take(called, end, (call) => held.set(call.request_id, merged(call, held.get(call.request_id))));
    yield* ready(held, first);
  }
  yield* ready(held, null);
}

async function take<T extends { readonly time: string }>(
  from: Ahead<T>,
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
function ready(held: Map<string, RequestLine>, before: string | null): RequestLine[] {
  const lines = [...held.values()].filter(({ time }) => before === null || time < before).sort(byTime);
  for (const { request_id } of lines) held.delete(request_id);
  return lines;
}
