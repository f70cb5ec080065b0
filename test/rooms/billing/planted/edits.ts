/** Changes of stored events, each of which plants one fault. */
import type { RecordedEvent } from '../../../../packages/platform/src/event-store/event-store.js';

type Json = Record<string, unknown>;
type Events = readonly RecordedEvent[];
export type Edit = (events: Events) => Events;

/** The place of an event of a type; of the last one where `nth` is -1. */
function placeOf(events: Events, type: string, nth: number): number {
  const places = events.flatMap((event, place) => (event.type === type ? [place] : []));
  const place = places.at(nth);
  if (place === undefined) throw new Error(`there is no event ${nth} of ${type}`);
  return place;
}

const edited = (event: RecordedEvent, change: (data: Json) => Json): RecordedEvent => ({
  ...event,
  data: Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(event.data).toString()) as Json))),
});

/** Another id, so that the event is another one. */
const renamed = (event: RecordedEvent): RecordedEvent => ({
  ...event,
  id: event.id.replace(/^..../, 'eeee'),
});

/** Changes fields of an event's data. */
export const says =
  (type: string, change: Json | ((data: Json) => Json), nth = 0): Edit =>
  (events) => {
    const at = placeOf(events, type, nth);
    return events.map((event, place) =>
      place === at
        ? edited(event, (data) => ({ ...data, ...(typeof change === 'function' ? change(data) : change) }))
        : event,
    );
  };

/** Changes an event's metadata. */
export const marked =
  (type: string, change: Record<string, string>, nth = 0): Edit =>
  (events) => {
    const at = placeOf(events, type, nth);
    return events.map((event, place) =>
      place === at ? { ...event, metadata: { ...event.metadata, ...change } } : event,
    );
  };

/** Leaves an event out. */
export const lost =
  (type: string, nth = 0): Edit =>
  (events) =>
    events.toSpliced(placeOf(events, type, nth), 1);

/** Writes an event a second time, at once; with other data where they are given. */
export const twice =
  (type: string, change: Json = {}, nth = 0): Edit =>
  (events) => {
    const at = placeOf(events, type, nth);
    const [event] = events.slice(at, at + 1);
    if (event === undefined) throw new Error(`there is no ${type}`);
    return events.toSpliced(
      at + 1,
      0,
      edited(renamed(event), (data) => ({ ...data, ...change })),
    );
  };

/** Moves an event to the end of the log. */
export const moved =
  (type: string, nth = 0): Edit =>
  (events) => {
    const at = placeOf(events, type, nth);
    return [...events.toSpliced(at, 1), ...events.slice(at, at + 1)];
  };

/** Both, one after the other. */
export const both =
  (first: Edit, second: Edit): Edit =>
  (events) =>
    second(first(events));
