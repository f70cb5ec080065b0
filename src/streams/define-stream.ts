/** Defines a stream. Its events, codec, subject and chapter of `docs/events.md` follow from that. */
import type { z } from 'zod';
import { categoryOf } from '../../packages/platform/src/event-store/event-store.js';
import type {
  NewEvent,
  RecordedEvent,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { derivedId } from './derived-id.js';
import type { EventShape, Logged } from './envelope.js';
import { UnknownEventError, jsonEvent, jsonOf, logged, metadataOf } from './envelope.js';
import type { Subject } from './stream-ids.js';

/** A kind of event. Its schema is today's shape. Upcasters raise older shapes to it on read. */
export interface EventSpec {
  readonly schema: z.ZodType;
  /** The fact that the event records, in a sentence or two. */
  readonly meaning: string;
  /** The effect on the bill, in a sentence. Left out: the event bills nothing. */
  readonly billing?: string;
  /**
   * The least data version of a program that reads this kind (`DATA_VERSION` in
   * `packages/platform/src/stores/stamp.ts`). A kind that the last release didn't know names the version that
   * brings it. Left out: 1, as every kind of the first.
   */
  readonly since?: number;
  /** Fields that only the stored event has, and those that it lacks; left out where none differ. */
  readonly stored?: { readonly schema: z.ZodType; readonly without: readonly string[] };
  /** The stored event that packs this one with others; left out for an event that is stored by itself. */
  readonly packedIn?: string;
}

export type EventSpecs = Readonly<Record<string, EventSpec>>;

/** The union of a table's events, told apart by `type`. */
export type EventsOf<Specs extends EventSpecs> = {
  [Name in keyof Specs & string]: EventShape<Name, z.output<Specs[Name]['schema']>>;
}[keyof Specs & string];

export type EventNamed<Event, Name extends string> = Extract<Event, { readonly type: Name }>;

/** Makes logical events of a stored event whose bytes aren't the plain JSON of its data. */
type Unpack<Event> = (recorded: RecordedEvent) => readonly Logged<Event>[];

interface StreamSpec<Id, Specs extends EventSpecs> {
  /** The part of the stream's name before the first dash; contains no dash. */
  readonly category: string;
  /** The part after the dash: `shown` to people, written, and read back. */
  readonly id: {
    readonly shown: string;
    readonly write: (id: Id) => string;
    readonly read: (text: string) => Id;
  };
  /** The facts that the stream holds, its writers and readers, its growth and how long it is kept. */
  readonly opening: string;
  readonly events: Specs;
  /** The account, job or key that the events belong to. Left out: the service as a whole. */
  readonly subject?: (id: Id) => Subject;
  /** The event that creates a missing stream right before its deletion (Architecture 4.9). */
  readonly closing?: (id: Id) => EventsOf<Specs>;
  readonly unpack?: { readonly [Name in keyof Specs & string]?: Unpack<EventsOf<Specs>> };
}

/** A defined stream, as other code uses it. */
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
  /** Returns the event that creates a missing stream before its deletion; null: it lives for ever. */
  readonly closingEvent: (stream: StreamName, time: string) => NewEvent | null;
  /** Returns the logical events of a stored event. @throws UnknownEventError */
  readonly decodeAll: (recorded: RecordedEvent) => readonly Logged<Event>[];
  /** Returns the one logical event, in a stream without packs. @throws UnknownEventError */
  readonly decode: (recorded: RecordedEvent) => Logged<Event>;
}

export type EventIn<Definition> = Definition extends StreamDefinition<infer _Id, infer Event> ? Event : never;

/** Returns the types that the store holds: all but packed ones. */
export const storedTypes = (events: EventSpecs): string[] =>
  Object.keys(events).filter((type) => events[type]?.packedIn === undefined);

export function defineStream<Id, Specs extends EventSpecs>(
  spec: StreamSpec<Id, Specs>,
): StreamDefinition<Id, EventsOf<Specs>> {
  type Event = EventsOf<Specs>;
  const { category, id, opening, events, closing } = spec;
  const { subject = () => category as Subject } = spec;
  const stored = new Set(storedTypes(events));
  const unpack: Readonly<Record<string, Unpack<Event> | undefined>> = spec.unpack ?? {};
  const idOf = (stream: StreamName): Id => id.read(stream.slice(stream.indexOf('-') + 1));
  const refuseUnknown = (recorded: RecordedEvent): void => {
    if (!stored.has(recorded.type) || categoryOf(recorded.stream) !== category)
      throw new UnknownEventError(recorded);
  };
  // The cast is safe: `refuseUnknown` found the type in the definition, and `jsonOf` refuses another version.
  const plain = (recorded: RecordedEvent): Logged<Event> =>
    logged(recorded, { type: recorded.type, data: jsonOf(recorded) } as Event);
  const decodeAll = (recorded: RecordedEvent): readonly Logged<Event>[] => {
    refuseUnknown(recorded);
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
