/**
 * What a stream is: one definition, from which follow the union of its events, its codec, whose it is, whether it can be
 * deleted, and its chapter of `docs/events.md`. `index.ts` lists the definitions; nothing else lists events by hand.
 */
import type { z } from 'zod';
import { categoryOf } from '../platform/event-store/event-store.js';
import type { NewEvent, RecordedEvent, StreamName } from '../platform/event-store/event-store.js';
import { derivedId } from '../shared/derived-id.js';
import type { EventShape, Logged } from './envelope.js';
import { UnknownEventError, jsonEvent, jsonOf, logged, metadataOf } from './envelope.js';
import type { Subject } from './stream-ids.js';

/** One kind of event. Its schema is the shape that is written today; older shapes are raised to it on read. */
export interface EventSpec {
  readonly schema: z.ZodType;
  /** What became true: a sentence or two. */
  readonly meaning: string;
  /** What it means for the bill: a sentence. */
  readonly billing: string;
  /** The stored event that carries it among others; left out for an event that is stored as itself. */
  readonly packedIn?: string;
}

export type EventSpecs = Readonly<Record<string, EventSpec>>;

/** The events of a table, as a union on `type`. */
export type EventsOf<Specs extends EventSpecs> = {
  [Name in keyof Specs & string]: EventShape<Name, z.output<Specs[Name]['schema']>>;
}[keyof Specs & string];

/** One event of a union. */
export type EventNamed<Event, Name extends string> = Extract<Event, { readonly type: Name }>;

/** Makes the logical events of a stored one whose bytes are not simply the JSON of its data. */
type Unpack<Event> = (recorded: RecordedEvent) => readonly Logged<Event>[];

interface StreamSpec<Id, Specs extends EventSpecs> {
  /** Before the first dash of the stream's name; has no dash of its own. */
  readonly category: string;
  /** What stands after the dash: as people read it, written, and read back. */
  readonly id: {
    readonly shown: string;
    readonly write: (id: Id) => string;
    readonly read: (text: string) => Id;
  };
  /** Whose facts it holds, who writes and reads it, how long it grows and is kept. */
  readonly opening: string;
  readonly events: Specs;
  /** Whose events they are. */
  readonly subject: (id: Id) => Subject;
  /**
   * Only a stream that ends has it: the event that is written into one that never was, so that it can be deleted, since
   * a store deletes only what is there (Architecture 4.9).
   */
  readonly closing?: (id: Id) => EventsOf<Specs>;
  readonly unpack?: { readonly [Name in keyof Specs & string]?: Unpack<EventsOf<Specs>> };
}

/** A stream as the rest of the program uses it. */
export interface StreamDefinition<Id, Event> {
  readonly category: string;
  /** `{category}-{id}` as people read it. */
  readonly shown: string;
  readonly opening: string;
  readonly events: EventSpecs;
  readonly deletable: boolean;
  readonly streamOf: (id: Id) => StreamName;
  readonly idOf: (stream: StreamName) => Id;
  readonly subjectOf: (stream: StreamName) => Subject;
  /** The only event of a stream that is deleted right after; null for a stream that lives for ever. */
  readonly closingEvent: (stream: StreamName, time: string) => NewEvent | null;
  /**
   * The logical events of a stored one.
   * @throws UnknownEventError
   */
  readonly decodeAll: (recorded: RecordedEvent) => readonly Logged<Event>[];
  /**
   * The event that a stored one is, in a stream without packs.
   * @throws UnknownEventError
   */
  readonly decode: (recorded: RecordedEvent) => Logged<Event>;
}

/** The events of a definition. */
export type EventIn<Definition> = Definition extends StreamDefinition<infer _Id, infer Event> ? Event : never;

/** The types that stand in the store: all but those that others carry. */
export const storedTypes = (events: EventSpecs): string[] =>
  Object.keys(events).filter((type) => events[type]?.packedIn === undefined);

export function defineStream<Id, Specs extends EventSpecs>(
  spec: StreamSpec<Id, Specs>,
): StreamDefinition<Id, EventsOf<Specs>> {
  type Event = EventsOf<Specs>;
  const { category, id, opening, events, subject, closing } = spec;
  const stored = new Set(storedTypes(events));
  const unpack: Readonly<Record<string, Unpack<Event> | undefined>> = spec.unpack ?? {};
  const idOf = (stream: StreamName): Id => id.read(stream.slice(stream.indexOf('-') + 1));
  const known = (recorded: RecordedEvent): void => {
    if (!stored.has(recorded.type) || categoryOf(recorded.stream) !== category)
      throw new UnknownEventError(recorded);
  };
  // The type was looked up in the definition, and only a program of this definition's version writes it.
  const plain = (recorded: RecordedEvent): Logged<Event> =>
    logged(recorded, { type: recorded.type, data: jsonOf(recorded) } as Event);
  const decodeAll = (recorded: RecordedEvent): readonly Logged<Event>[] => {
    known(recorded);
    return unpack[recorded.type]?.(recorded) ?? [plain(recorded)];
  };
  return {
    category,
    shown: `${category}-${id.shown}`,
    opening,
    events,
    deletable: closing !== undefined,
    streamOf: (of) => `${category}-${id.write(of)}` as StreamName,
    idOf,
    subjectOf: (stream) => subject(idOf(stream)),
    closingEvent: (stream, time) =>
      closing === undefined ? null : closed(stream, closing(idOf(stream)), time),
    decodeAll,
    decode: (recorded) => {
      const [only, ...more] = decodeAll(recorded);
      if (only === undefined || more.length > 0) throw new UnknownEventError(recorded);
      return only;
    },
  };
}

const closed = (stream: StreamName, event: EventShape<string, unknown>, time: string): NewEvent =>
  jsonEvent(
    event,
    derivedId('closing', stream),
    metadataOf({ requestId: 'import', actor: 'operator' }, time),
  );
