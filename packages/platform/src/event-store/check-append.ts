/** What each adapter checks before it asks its store: the caller's mistakes, and the limit of an append. */
import {
  AppendTooLargeError,
  MAX_APPEND_BYTES,
  type ExpectedRevision,
  type NewEvent,
  type StreamName,
} from './event-store.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** @throws TypeError, RangeError (mistakes of the caller), AppendTooLargeError */
export function checkAppend(
  stream: StreamName,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): void {
  checkStreamName(stream);
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new RangeError(`${expected} is no revision to expect of ${stream}`);
  }
  if (events.length === 0) throw new TypeError(`an append of no events to ${stream}`);
  for (const event of events) checkEvent(stream, event);
  const bytes = events.reduce((sum, event) => sum + event.data.length, 0);
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLargeError(stream, bytes);
}

/** @throws TypeError where no store takes the name: it is empty, or begins with the store's own `$` */
export function checkStreamName(stream: StreamName): void {
  if (stream === '' || stream.startsWith('$')) throw new TypeError(`'${stream}' is no name for a stream`);
}

function checkEvent(stream: StreamName, event: NewEvent): void {
  if (event.type === '' || event.type.startsWith('$')) {
    throw new TypeError(`'${event.type}' is no type for an event of ${stream}`);
  }
  if (!UUID.test(event.id) || event.id === NIL_UUID) {
    throw new TypeError(`'${event.id}' is no id for an event of ${stream}`);
  }
}

/** @throws RangeError */
export function checkLimit(limit: number): void {
  if (!(Number.isSafeInteger(limit) && limit > 0)) throw new RangeError(`${limit} is no limit for a read`);
}
