/**
 * Appends to a chunk's data stream. Several attempts may write into it, each behind the others: what was ever served is
 * only what the record names.
 */
import { nextTime } from '../../streams/envelope.js';
import { appendSurely } from '../../platform/event-store/append-surely.js';
import type { EventStore, NewEvent, StreamName } from '../../platform/event-store/event-store.js';
import { MAX_APPEND_BYTES } from '../../platform/event-store/event-store.js';

/** Where a stream stands. */
export interface StreamHead {
  readonly expected: number | 'no_stream';
  /** Of its last event. */
  readonly lastTime: string | null;
}

export async function headOf(store: EventStore, stream: StreamName): Promise<StreamHead> {
  const slice = await store.readStream(stream, { direction: 'backwards', limit: 1 });
  const last = slice.status === 'found' ? slice.events[0] : undefined;
  return { expected: last?.revision ?? 'no_stream', lastTime: last?.metadata['time'] ?? null };
}

/** @throws StreamDeletedError */
export async function appendData(
  store: EventStore,
  stream: StreamName,
  events: readonly NewEvent[],
  head: StreamHead,
): Promise<void> {
  let at = head;
  for (const run of appendsOf(events)) {
    for (;;) {
      const stamped = run.map((event) => notBefore(event, at.lastTime));
      const result = await appendSurely(store, { stream, expected: at.expected, events: stamped });
      if (result.outcome === 'appended') {
        at = { expected: result.revision, lastTime: stamped.at(-1)?.metadata['time'] ?? at.lastTime };
        break;
      }
      // Another attempt was first. Nothing of this run was written, so it may be stamped anew.
      at = await headOf(store, stream);
    }
  }
}

/** Time never goes back within a stream, whatever the clocks of those who write into it. */
function notBefore(event: NewEvent, lastTime: string | null): NewEvent {
  const time = event.metadata['time'];
  if (time === undefined || lastTime === null || time >= lastTime) return event;
  return { ...event, metadata: { ...event.metadata, time: nextTime(new Date(time), lastTime) } };
}

/** Data events in runs that fit one append each. */
function appendsOf(events: readonly NewEvent[]): readonly (readonly NewEvent[])[] {
  const appends: NewEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const open = appends.at(-1);
    if (open === undefined || bytes + event.data.length > MAX_APPEND_BYTES) {
      appends.push([event]);
      bytes = event.data.length;
    } else {
      open.push(event);
      bytes += event.data.length;
    }
  }
  return appends;
}
