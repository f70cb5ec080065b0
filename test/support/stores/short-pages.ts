/** Stores whose pages are short, whatever is asked: a loop over pages then meets many of them in a small log. */
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';

/** The same log, in pages of at most so many events. */
export const inPagesOf = (events: number, store: EventStore): EventStore =>
  Object.create(store, {
    readAll: {
      value: (read: Parameters<EventStore['readAll']>[0]) => store.readAll({ ...read, limit: events }),
    },
  }) as EventStore; // an object made from a store is one
