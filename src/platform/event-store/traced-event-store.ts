/** An event store whose appends are spans, and whose events carry the trace that they were written in. */
import { isTracing, span, traceparentNow } from '../telemetry/tracing.js';
import {
  TRACEPARENT,
  categoryOf,
  type Append,
  type EventMetadata,
  type EventStore,
  type NewEvent,
} from './event-store.js';

/** The same events with the trace under way in their metadata; neighbours with one object of it share one again. */
function inTrace(events: readonly NewEvent[]): readonly NewEvent[] {
  const traceparent = traceparentNow();
  if (traceparent === undefined) return events;
  let last: { readonly of: EventMetadata; readonly made: EventMetadata } | undefined;
  return events.map((event) => {
    const { metadata } = event;
    if (last?.of !== metadata) last = { of: metadata, made: { ...metadata, [TRACEPARENT]: traceparent } };
    return { ...event, metadata: last.made };
  });
}

/** The store itself where traces are off. */
export const tracedEventStore = (store: EventStore): EventStore => (isTracing() ? traced(store) : store);

const traced = (store: EventStore): EventStore => ({
  // Named before the span of the append: who repeats it sends the same bytes.
  append: (stream, expected, events) => {
    const ready = inTrace(events);
    const fields = { stream: categoryOf(stream), events: events.length };
    return span('append', fields, () => store.append(stream, expected, ready));
  },
  appendInOrder: (appends) => {
    const ready = appends.map((append): Append => ({ ...append, events: inTrace(append.events) }));
    return span('append in order', { appends: appends.length }, () => store.appendInOrder(ready));
  },
  readStream: (stream, read) => store.readStream(stream, read),
  readAll: (read) => store.readAll(read),
  subscribe: (read, onPage) => store.subscribe(read, onPage),
  deleteStream: (stream) => store.deleteStream(stream),
  head: () => store.head(),
  close: () => store.close(),
});
