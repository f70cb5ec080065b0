/**
 * An event store that raises the stamp of its log before the first append that older programs can't read. A
 * crash between the two leaves a stamp that is higher than it needs to be, never an event that nobody was
 * told of.
 */
import type { EventStore, NewEvent } from '../event-store/event-store.js';
import { raiseStamp, type LogStamp } from './stamp.js';

/** The least data version of a program that reads events of this type. */
export type VersionOf = (type: string) => number;

/** @throws whatever the stamp's store throws, before anything is appended */
export function stampingEventStore(
  store: EventStore,
  stamp: LogStamp,
  versionOf: VersionOf,
  prefix = '',
): EventStore {
  // The lowest version needs no raise. A stamp never falls, so what this process has raised stays raised.
  let raised = 1;
  const needed = (events: readonly NewEvent[]): number =>
    events.reduce((most, { type }) => Math.max(most, versionOf(type)), raised);
  const raise = async (least: number): Promise<void> => {
    await raiseStamp(stamp, least, prefix);
    raised = Math.max(raised, least);
  };
  return {
    append: async (stream, expected, events) => {
      const least = needed(events);
      if (least > raised) await raise(least);
      return store.append(stream, expected, events);
    },
    appendInOrder: async (appends) => {
      const least = needed(appends.flatMap(({ events }) => events));
      try {
        if (least > raised) await raise(least);
      } catch (error) {
        if (error instanceof Error) return { appended: [], stopped: error };
        throw error;
      }
      return store.appendInOrder(appends);
    },
    readStream: (stream, read) => store.readStream(stream, read),
    readAll: (read) => store.readAll(read),
    subscribe: (read, onPage) => store.subscribe(read, onPage),
    deleteStream: (stream) => store.deleteStream(stream),
    head: () => store.head(),
    close: () => store.close(),
  };
}
