/**
 * Loads a stream, decides, and appends at the revision that was read. After a conflict it reads on and
 * decides again. An append with an unknown outcome is repeated with the same bytes.
 */
import { appendAllSurely, appendSurely } from '../../packages/platform/src/event-store/append-surely.js';
import {
  LOG_START,
  StoreUnavailableError,
  TRACEPARENT,
  type Append,
  type AppendResult,
  type Appended,
  type EventStore,
  type NewEvent,
  type Position,
  type RecordedEvent,
  type Revision,
  type SequenceResult,
  type StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { lastEvent, storedPages } from '../../packages/platform/src/event-store/stored-events.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import type { Decision } from './decision.js';
import {
  ChangedSinceError,
  jsonEvent,
  metadataOf,
  nextTime,
  type EventContext,
  type Timed,
} from './envelope.js';

interface Shape {
  readonly type: string;
  readonly data: object;
}

/** Folds a stream's events into the state for decisions. `Decided`: the events that `decide` may return. */
export interface StreamFold<Id, Event, State, Decided extends Event = Event> {
  readonly stream: {
    readonly streamOf: (id: Id) => StreamName;
    readonly decodeAll: (recorded: RecordedEvent) => readonly Timed<Event>[];
  };
  readonly initial: State;
  readonly evolve: (state: State, events: readonly Timed<Event>[]) => State;
  /** Gives the same id at every retry of one attempt. `index`: the event's place in its append. */
  readonly eventId: (id: Id, event: Decided, purpose: string, index: number) => string;
  /** True where the last event alone gives the state: then only that event is read. */
  readonly lastOnly?: boolean;
}

/** A stream's state and where reading it ended. */
export interface Loaded<Id, State> {
  readonly id: Id;
  readonly state: State;
  readonly revision: Revision | 'no_stream';
  /** Our own events that were read, or appended since: all of the stream, if it was read from its start. */
  readonly ownEventCount: number;
  /** The time of the last event; null where there is none. */
  readonly time: string | null;
  readonly position: Position;
  /** The request of the first event that was read; empty where there is none. */
  readonly requestId: string;
  /** The W3C trace context of the first event that has one. */
  readonly traceparent?: string | undefined;
}

/** The author of a decision: the context, and the attempt. */
export interface Author {
  readonly context: EventContext;
  /** Enters the events' ids: an attempt, a request id, or empty where the event can be written only once. */
  readonly purpose: string;
  /** The time in the events' metadata, where it differs from the time of the append. */
  readonly time?: string;
}

/** `loaded`: the stream with the events that were appended. */
export type Written<Id, Event, State, Refusal> =
  | {
      readonly outcome: 'appended' | 'unchanged';
      readonly loaded: Loaded<Id, State>;
      readonly events: readonly Event[];
      /** The append as it was sent; null where nothing was appended. */
      readonly append: Append | null;
    }
  | { readonly outcome: 'refused'; readonly refusal: Refusal; readonly loaded: Loaded<Id, State> };

export interface Planned<Id, Event, State> {
  readonly outcome: 'planned';
  readonly append: Append;
  /** The stream after the append, with the position from before it. */
  readonly next: Loaded<Id, State>;
  /** The decided events; empty for `planAppend`, whose events were made elsewhere. */
  readonly events: readonly Event[];
}

/** Returns the stream after a planned append, with the place that the store gave it. */
export const placed = <Id, State>(
  { next }: Pick<Planned<Id, unknown, State>, 'next'>,
  { revision, position }: Omit<Appended, 'outcome'>,
): Loaded<Id, State> => ({ ...next, revision, position });

/** Sends planned appends to several streams, in order. Stops at the first that is refused. */
export const appendPlanned = (
  { store }: Pick<RepositoryPorts, 'store'>,
  plans: readonly { readonly append: Append }[],
): Promise<SequenceResult> =>
  appendAllSurely(
    store,
    plans.map(({ append }) => append),
  );

export interface RepositoryPorts {
  readonly store: EventStore;
  readonly clock: Clock;
}

interface Limits {
  readonly page: number;
  /** After so many conflicts in a row `decide` throws. */
  readonly conflicts: number;
}

const LIMITS: Limits = { page: 1_000, conflicts: 100 };

export class StreamRepository<Id, Event extends Shape, State, Decided extends Event = Event> {
  private readonly limits: Limits;

  constructor(
    private readonly ports: RepositoryPorts,
    private readonly fold: StreamFold<Id, Event, State, Decided>,
    limits: Partial<Limits> = {},
  ) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** Returns a stream as if it had no event: nothing of it was read. */
  emptyStream(id: Id): Loaded<Id, State> {
    const { initial: state } = this.fold;
    const revision = 'no_stream';
    return { id, state, revision, ownEventCount: 0, time: null, position: LOG_START, requestId: '' };
  }

  /** Reads the stream, or the events behind `earlier`. */
  async load(id: Id, earlier: Loaded<Id, State> = this.emptyStream(id)): Promise<Loaded<Id, State>> {
    const { store } = this.ports;
    const stream = this.fold.stream.streamOf(id);
    if (this.fold.lastOnly === true) {
      const last = await lastEvent(store, stream);
      return last === undefined ? earlier : this.withRecorded(earlier, [last]);
    }
    let loaded = earlier;
    const from = earlier.revision === 'no_stream' ? 0 : earlier.revision + 1;
    for await (const page of storedPages(store, stream, { from, page: this.limits.page }))
      loaded = this.withRecorded(loaded, page);
    return loaded;
  }

  /** Folds in more events of the stream. Events that were folded in before change nothing. */
  withRecorded(loaded: Loaded<Id, State>, recorded: readonly RecordedEvent[]): Loaded<Id, State> {
    const { revision, requestId } = loaded;
    const events =
      revision === 'no_stream' ? recorded : recorded.filter((event) => event.revision > revision);
    const [first, last] = [events[0], events.at(-1)];
    if (first === undefined || last === undefined) return loaded;
    return {
      id: loaded.id,
      state: this.fold.evolve(loaded.state, events.flatMap(this.fold.stream.decodeAll)),
      revision: last.revision,
      ownEventCount: loaded.ownEventCount + events.length,
      time: last.metadata['time'] ?? loaded.time,
      position: last.position,
      requestId: requestId === '' ? (first.metadata['$correlationId'] ?? '') : requestId,
      traceparent: loaded.traceparent ?? first.metadata[TRACEPARENT],
    };
  }

  /**
   * Decides on the newest state and appends the decided events, if there are any.
   * @throws StoreUnavailableError after too many conflicts in a row
   * @throws ChangedSinceError where the stream has moved on since the actor looked at it
   */
  decide<Refusal extends { readonly outcome: 'refused' }>(
    earlier: Loaded<Id, State>,
    author: Author,
    decide: (state: State, time: string) => Decision<Decided, Refusal>,
  ): Promise<Written<Id, Decided, State, Refusal>> {
    return this.again<Written<Id, Decided, State, Refusal>>(earlier, async (loaded) => {
      const plan = this.plan(loaded, author, decide);
      if (plan.outcome !== 'planned') return plan;
      const result = await this.send(plan);
      if (result.outcome === 'conflict') return 'conflict';
      const { events, append } = plan;
      return { outcome: 'appended', loaded: placed(plan, result), events, append };
    });
  }

  /** Decides on the state as it was loaded, without appending. */
  plan<Refusal extends { readonly outcome: 'refused' }>(
    loaded: Loaded<Id, State>,
    author: Author,
    decide: (state: State, time: string) => Decision<Decided, Refusal>,
  ): Planned<Id, Decided, State> | Exclude<Written<Id, Decided, State, Refusal>, { outcome: 'appended' }> {
    const seen = author.context.seen?.[this.fold.stream.streamOf(loaded.id)];
    if (seen !== undefined && seen !== loaded.revision) throw new ChangedSinceError();
    const time = author.time ?? nextTime(this.ports.clock.now(), loaded.time);
    const decision = decide(loaded.state, time);
    if (decision.outcome === 'refused') return { outcome: 'refused', refusal: decision, loaded };
    const { events } = decision;
    if (events.length === 0) return { outcome: 'unchanged', loaded, events, append: null };
    const metadata = metadataOf(author.context, time);
    const newEvents = events.map((event, index) =>
      jsonEvent(event, this.fold.eventId(loaded.id, event, author.purpose, index), metadata),
    );
    const { id, position, traceparent } = loaded;
    const requestId = loaded.requestId === '' ? author.context.requestId : loaded.requestId;
    const timed = events.map((event) => ({ event, time }));
    const state = this.fold.evolve(loaded.state, timed);
    const revision = revisionAfter(loaded, events.length);
    return {
      outcome: 'planned',
      append: this.appendOf(loaded, newEvents),
      next: {
        id,
        state,
        revision,
        ownEventCount: loaded.ownEventCount + events.length,
        time,
        position,
        requestId,
        traceparent,
      },
      events,
    };
  }

  /** Plans to append events that were made elsewhere, at the revision that was read. */
  planAppend(loaded: Loaded<Id, State>, events: readonly NewEvent[]): Planned<Id, Event, State> {
    const append = this.appendOf(loaded, events);
    const first = revisionAfter(loaded, 1);
    const { stream } = append;
    const { position } = loaded;
    // Named fields: spreading the event costs several times as much.
    const recorded = events.map(({ id, type, format, data, metadata }, index): RecordedEvent => {
      return { id, type, format, data, metadata, stream, revision: first + index, position };
    });
    return { outcome: 'planned', append, next: this.withRecorded(loaded, recorded), events: [] };
  }

  /** Appends events made elsewhere, at the revision that was read. The caller resolves a conflict. */
  async append(
    loaded: Loaded<Id, State>,
    events: readonly NewEvent[],
  ): Promise<Loaded<Id, State> | 'conflict'> {
    const plan = this.planAppend(loaded, events);
    const result = await this.send(plan);
    return result.outcome === 'conflict' ? 'conflict' : placed(plan, result);
  }

  /** Appends, and reads on and tries again after a conflict. `make` gives the events for the newest state. */
  appendBehind(
    earlier: Loaded<Id, State>,
    make: (loaded: Loaded<Id, State>) => readonly NewEvent[],
  ): Promise<Loaded<Id, State>> {
    return this.again(earlier, (loaded) => this.append(loaded, make(loaded)));
  }

  private async again<T>(
    earlier: Loaded<Id, State>,
    attempt: (loaded: Loaded<Id, State>) => Promise<T | 'conflict'>,
  ): Promise<T> {
    let loaded = earlier;
    for (let conflicts = 0; conflicts < this.limits.conflicts; conflicts++) {
      const done = await attempt(loaded);
      if (done !== 'conflict') return done;
      loaded = await this.load(earlier.id, loaded);
    }
    const stream = this.fold.stream.streamOf(earlier.id);
    throw new StoreUnavailableError(`${this.limits.conflicts} conflicts in a row on ${stream}; try again`);
  }

  private appendOf({ id, revision: expected }: Loaded<Id, State>, events: readonly NewEvent[]): Append {
    return { stream: this.fold.stream.streamOf(id), expected, events };
  }

  private send({ append }: { readonly append: Append }): Promise<AppendResult> {
    return appendSurely(this.ports.store, append);
  }
}

const revisionAfter = ({ revision }: Pick<Loaded<unknown, unknown>, 'revision'>, count: number): Revision =>
  (revision === 'no_stream' ? -1 : revision) + count;
