/** The stream of suppressions in the log: the only way to it for what decides on it. */
import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '../../platform/event-store/event-store.js';
import { CLOCK, EVENT_STORE } from '../../platform/nest/tokens.js';
import type { Clock } from '../../platform/time/clock.js';
import { derivedId } from '../../shared/derived-id.js';
import type { EventContext } from '../../streams/envelope.js';
import { StreamRepository, type StreamFold } from '../../streams/stream-repository.js';
import {
  evolve,
  NO_SUPPRESSIONS,
  type SuppressionsDecision,
  type SuppressionsState,
} from '../../streams/suppressions/suppressions.decider.js';
import {
  suppressionsStreams,
  type SuppressionsEvent,
} from '../../streams/suppressions/suppressions.events.js';
import type { SuppressionsChanged } from './commands.js';

const SUPPRESSIONS: StreamFold<'all', SuppressionsEvent, SuppressionsState> = {
  stream: suppressionsStreams,
  initial: NO_SUPPRESSIONS,
  evolve,
  eventId: (id, { type, data }, request) =>
    derivedId(suppressionsStreams.streamOf(id), request, type, data.value_hash),
};

@Injectable()
export class SuppressionStore {
  private readonly suppressions: StreamRepository<'all', SuppressionsEvent, SuppressionsState>;

  constructor(@Inject(EVENT_STORE) store: EventStore, @Inject(CLOCK) clock: Clock) {
    this.suppressions = new StreamRepository({ store, clock }, SUPPRESSIONS);
  }

  async change(
    context: EventContext,
    decide: (state: SuppressionsState) => SuppressionsDecision,
  ): Promise<SuppressionsChanged> {
    const known = await this.suppressions.load('all');
    const author = { context, purpose: context.requestId };
    const written = await this.suppressions.decide<never>(known, author, decide);
    const events = written.outcome === 'refused' ? [] : written.events;
    const changed = events.map(({ data: { kind, value_hash } }) => ({ kind, value_hash }));
    return { outcome: 'recorded', changed };
  }
}
