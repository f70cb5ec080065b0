/** The stream of acts on the whole service in the log: the only way to it for what decides on it. */
import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '../../platform/event-store/event-store.js';
import { CLOCK, EVENT_STORE } from '../../platform/nest/tokens.js';
import type { Clock } from '../../platform/time/clock.js';
import { derivedId } from '../../shared/derived-id.js';
import type { EventContext } from '../../streams/envelope.js';
import {
  evolve,
  NO_ACTS,
  type MaintenanceRefusal,
  type MaintenanceState,
} from '../../streams/maintenance/maintenance.decider.js';
import { maintenanceStreams, type MaintenanceEvent } from '../../streams/maintenance/maintenance.events.js';
import { StreamRepository, type Decision, type StreamFold } from '../../streams/stream-repository.js';

const ACTS: StreamFold<'all', MaintenanceEvent, MaintenanceState> = {
  stream: maintenanceStreams,
  initial: NO_ACTS,
  evolve,
  // An act has one event of each type.
  eventId: (id, { type, data }) => derivedId(maintenanceStreams.streamOf(id), data.act, type),
};

@Injectable()
export class MaintenanceStore {
  private readonly acts: StreamRepository<'all', MaintenanceEvent, MaintenanceState>;

  constructor(@Inject(EVENT_STORE) store: EventStore, @Inject(CLOCK) clock: Clock) {
    this.acts = new StreamRepository({ store, clock }, ACTS);
  }

  async record(
    context: EventContext,
    decide: (state: MaintenanceState) => Decision<MaintenanceEvent, MaintenanceRefusal>,
  ): Promise<{ readonly outcome: 'recorded' } | MaintenanceRefusal> {
    const known = await this.acts.load('all');
    const written = await this.acts.decide<MaintenanceRefusal>(known, { context, purpose: '' }, decide);
    return written.outcome === 'refused' ? written.refusal : { outcome: 'recorded' };
  }
}
