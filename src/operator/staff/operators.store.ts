/** The stream of operators in the log: the only way to it for what decides on it. */
import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '../../platform/event-store/event-store.js';
import { CLOCK, ENTROPY, EVENT_STORE } from '../../platform/nest/tokens.js';
import type { Entropy } from '../../platform/secrets/entropy.js';
import type { Clock } from '../../platform/time/clock.js';
import { derivedId } from '../../shared/derived-id.js';
import type { EventContext } from '../../streams/envelope.js';
import { evolve, NO_OPERATORS, type OperatorsState } from '../../streams/operators/operators.decider.js';
import { operatorsStreams, type OperatorsEvent } from '../../streams/operators/operators.events.js';
import { StreamRepository, type Decision, type StreamFold } from '../../streams/stream-repository.js';
import type { OperatorChanged } from './commands.js';

const OPERATORS: StreamFold<'all', OperatorsEvent, OperatorsState> = {
  stream: operatorsStreams,
  initial: NO_OPERATORS,
  evolve,
  eventId: (id, { type }, attempt, index) => derivedId(operatorsStreams.streamOf(id), attempt, type, index),
};

@Injectable()
export class OperatorsStore {
  private readonly operators: StreamRepository<'all', OperatorsEvent, OperatorsState>;

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(ENTROPY) private readonly entropy: Entropy,
  ) {
    this.operators = new StreamRepository({ store, clock }, OPERATORS);
  }

  async change<Refusal extends { readonly outcome: 'refused' }>(
    context: EventContext,
    name: string,
    decide: (state: OperatorsState) => Decision<OperatorsEvent, Refusal>,
  ): Promise<OperatorChanged | Refusal> {
    const known = await this.operators.load('all');
    const author = { context, purpose: this.entropy.ulid() };
    const written = await this.operators.decide<Refusal>(known, author, decide);
    if (written.outcome === 'refused') return written.refusal;
    return { outcome: 'recorded', admission: written.loaded.state.admissions.get(name) ?? 0 };
  }
}
