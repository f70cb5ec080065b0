/** Checks what callers give to a store, and sends a sequence of appends to a store that takes single ones. */
import { errorOf } from '../errors/error-code.js';
import { AppendTooLargeError, MAX_APPEND_BYTES } from './event-store.js';
import type { Append, Appended, EventStore, SequenceResult, StreamName } from './event-store.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** @throws TypeError, RangeError (mistakes of the caller), AppendTooLargeError */
export function checkAppend({ stream, expected, events }: Append): void {
  checkStreamName(stream);
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new RangeError(`${expected} is no revision to expect of ${stream}`);
  if (events.length === 0) throw new TypeError(`an append of no events to ${stream}`);
  for (const { type, id } of events) {
    if (type === '' || type.startsWith('$'))
      throw new TypeError(`'${type}' is no type for an event of ${stream}`);
    if (!UUID.test(id) || id === NIL_UUID) throw new TypeError(`'${id}' is no id for an event of ${stream}`);
  }
  const bytes = events.reduce((sum, event) => sum + event.data.length, 0);
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLargeError(stream, bytes);
}

/** @throws TypeError where no store takes the name: it is empty, or begins with the store's own `$` */
export function checkStreamName(stream: StreamName): void {
  if (stream === '' || stream.startsWith('$')) throw new TypeError(`'${stream}' is no name for a stream`);
}

/** @throws RangeError */
export function checkLimit(limit: number): void {
  if (!(Number.isSafeInteger(limit) && limit > 0)) throw new RangeError(`${limit} is no limit for a read`);
}

/** Appends in order. The caller's mistakes throw before anything is written. */
export async function appendOneByOne(
  store: Pick<EventStore, 'append'>,
  appends: readonly Append[],
): Promise<SequenceResult> {
  appends.forEach(checkAppend);
  const appended: Appended[] = [];
  for (const { stream, expected, events } of appends) {
    try {
      const result = await store.append(stream, expected, events);
      if (result.outcome === 'conflict') return { appended, stopped: result };
      appended.push(result);
    } catch (error) {
      return { appended, stopped: errorOf(error) };
    }
  }
  return { appended, stopped: null };
}
