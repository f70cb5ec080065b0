/** The streams of support in the log: looks are appended behind one another, and nothing is decided on earlier ones. */
import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '../../platform/event-store/event-store.js';
import { CLOCK, ENTROPY, EVENT_STORE } from '../../platform/nest/tokens.js';
import type { Entropy } from '../../platform/secrets/entropy.js';
import type { Clock } from '../../platform/time/clock.js';
import { derivedId } from '../../shared/derived-id.js';
import type { EventContext } from '../../streams/envelope.js';
import { StreamRepository, type StreamFold } from '../../streams/stream-repository.js';
import { supportStreams, type SupportEvent, type SupportId } from '../../streams/support/support.events.js';
import type { LookRecorded } from './commands.js';

const SUPPORT: StreamFold<SupportId, SupportEvent, null> = {
  stream: supportStreams,
  initial: null,
  evolve: () => null,
  eventId: (id, _event, attempt, index) => derivedId(supportStreams.streamOf(id), attempt, index),
  lastOnly: true,
};

@Injectable()
export class SupportStore {
  private readonly looks: StreamRepository<SupportId, SupportEvent, null>;

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(ENTROPY) private readonly entropy: Entropy,
  ) {
    this.looks = new StreamRepository({ store, clock }, SUPPORT);
  }

  async record(
    of: SupportId,
    context: EventContext,
    decided: { readonly outcome: 'decided'; readonly events: readonly SupportEvent[] },
  ): Promise<LookRecorded> {
    const known = await this.looks.load(of);
    const author = { context, purpose: this.entropy.ulid() };
    const { loaded } = await this.looks.decide<never>(known, author, () => decided);
    return { outcome: 'recorded', position: loaded.position };
  }
}
