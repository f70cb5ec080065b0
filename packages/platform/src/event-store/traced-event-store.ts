/** An event store that makes a span of each append and writes the current trace into the events. */
import { isTracing, span, traceparentNow } from '../telemetry/tracing.js';
import { TRACEPARENT, categoryOf } from './event-store.js';
import type { Append, EventMetadata, EventStore, NewEvent } from './event-store.js';

/** Adds the current trace to the metadata; neighbours that shared a metadata object still share one. */
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

/** Returns the store itself where traces are off. */
export const tracedEventStore = (store: EventStore): EventStore => (isTracing() ? traced(store) : store);

const traced = (store: EventStore): EventStore => ({
  ...(store.foreign && { foreign: store.foreign }),
  writeFault: () => store.writeFault?.() ?? null,
  // The trace is read before the span of the append begins: a repeated append then sends the same bytes.
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
  head: (withinMs) => store.head(withinMs),
  close: () => store.close(),
});
