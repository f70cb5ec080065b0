/**
 * The generic store of one kind of event stream, and a Nest module with the command handlers that use the
 * store. Operators' commands decide on such streams.
 */
import { Inject, type Type } from '@nestjs/common';
import type { EventStore, Position } from '../../packages/platform/src/event-store/event-store.js';
import { streamModule, type HandlerOf } from '../../packages/platform/src/nest/stream-module.js';
import { CLOCK, ENTROPY, EVENT_STORE } from '../../packages/platform/src/nest/tokens.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import type { Clock } from '../../packages/platform/src/time/clock.js';
import type { EventContext } from '../streams/envelope.js';
import type { Decision } from '../streams/decision.js';
import { StreamRepository, type StreamFold } from '../streams/stream-repository.js';

interface EventShape {
  readonly type: string;
  readonly data: object;
}

/** The outcome of a command. `events`: the new events; none where nothing changed. */
export interface RecordedEvents<Event, State> {
  readonly outcome: 'recorded';
  readonly events: readonly Event[];
  readonly state: State;
  readonly position: Position;
}

export interface RecordOptions {
  /** Makes the ids of these events differ from those of another attempt. */
  readonly purpose?: string;
  /** Only decides: `events` are the events that would be recorded. */
  readonly dryRun?: boolean;
}

/** `page`: the number of events in one read of the store. */
type StreamLimits = { readonly page?: number };

/** Loads and appends to the streams of one kind. Commands reach their streams only through this class. */
export class StreamStore<Id, Event extends EventShape, State> {
  private readonly streams: StreamRepository<Id, Event, State>;

  constructor(
    fold: StreamFold<Id, Event, State>,
    ports: { readonly store: EventStore; readonly clock: Clock },
    private readonly entropy: Pick<Entropy, 'ulid'>,
    limits: StreamLimits = {},
  ) {
    this.streams = new StreamRepository(ports, fold, limits);
  }

  /** Folds all events of the stream. */
  async currentState(id: Id): Promise<State> {
    return (await this.streams.load(id)).state;
  }

  /** @param decide receives the time that the events will have */
  async record<Refusal extends { readonly outcome: 'refused' }>(
    id: Id,
    context: EventContext,
    decide: (state: State, time: string) => Decision<Event, Refusal>,
    { purpose = this.entropy.ulid(), dryRun = false }: RecordOptions = {},
  ): Promise<RecordedEvents<Event, State> | Refusal> {
    const loaded = await this.streams.load(id);
    const author = { context, purpose };
    const decision = dryRun
      ? this.streams.plan<Refusal>(loaded, author, decide)
      : await this.streams.decide<Refusal>(loaded, author, decide);
    if (decision.outcome === 'refused') return decision.refusal;
    const { state, position } = decision.outcome === 'planned' ? decision.next : decision.loaded;
    return { outcome: 'recorded', events: decision.events, state, position };
  }
}

/** Makes a Nest module of the store of one kind of stream and of the command handlers that use it. */
export function streamStoreModule<Id, Event extends EventShape, State>(
  fold: StreamFold<Id, Event, State>,
  handlers: (handle: HandlerOf<StreamStore<Id, Event, State>>) => readonly Type[],
  limits?: StreamLimits,
): Type {
  class Store extends StreamStore<Id, Event, State> {
    constructor(
      @Inject(EVENT_STORE) store: EventStore,
      @Inject(CLOCK) clock: Clock,
      @Inject(ENTROPY) entropy: Entropy,
    ) {
      super(fold, { store, clock }, entropy, limits);
    }
  }
  return streamModule(Store, handlers);
}
