/** The adjustments of an account in the log: decided on what stands, at the revision read. */
import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '../../platform/event-store/event-store.js';
import { CLOCK, ENTROPY, EVENT_STORE } from '../../platform/nest/tokens.js';
import type { Entropy } from '../../platform/secrets/entropy.js';
import type { Clock } from '../../platform/time/clock.js';
import { derivedId } from '../../shared/derived-id.js';
import type { AccountId } from '../../shared/ids.js';
import type { AdjustmentDecision, AdjustmentRefusal } from '../../streams/adjustments/adjustments.decider.js';
import {
  adjustmentsStream,
  adjustmentsStreams,
  type AdjustmentsEvent,
} from '../../streams/adjustments/adjustments.events.js';
import {
  NOTHING_ADJUSTED,
  evolve,
  type AdjustmentsState,
} from '../../streams/adjustments/adjustments.state.js';
import type { EventContext } from '../../streams/envelope.js';
import { StreamRepository, type StreamFold, type Written } from '../../streams/stream-repository.js';

/**
 * The ids of events set one attempt apart from another, so that of two operators who ask for the same at once the store
 * can't tell both that they wrote it.
 */
const ADJUSTMENTS: StreamFold<AccountId, AdjustmentsEvent, AdjustmentsState> = {
  stream: adjustmentsStreams,
  initial: NOTHING_ADJUSTED,
  evolve: (state, events) =>
    evolve(
      state,
      events.map(({ event }) => event),
    ),
  eventId: (account, _event, attempt, index) => derivedId(adjustmentsStream(account), attempt, index),
};

/** Adjustments of many jobs are large. */
const PAGE = 50;

export type AdjustmentWritten = Written<AccountId, AdjustmentsEvent, AdjustmentsState, AdjustmentRefusal>;

export interface AdjustmentAuthor {
  readonly account: AccountId;
  readonly context: EventContext;
  readonly dryRun: boolean;
}

@Injectable()
export class AdjustmentStore {
  private readonly streams: StreamRepository<AccountId, AdjustmentsEvent, AdjustmentsState>;

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(ENTROPY) private readonly entropy: Entropy,
  ) {
    this.streams = new StreamRepository({ store, clock }, ADJUSTMENTS, { page: PAGE });
  }

  /** Decides on what stands and appends; with `dryRun` it appends nothing, and `events` are those that it would. */
  async decide(
    { account, context, dryRun }: AdjustmentAuthor,
    decide: (state: AdjustmentsState) => AdjustmentDecision,
  ): Promise<AdjustmentWritten> {
    const known = await this.streams.load(account);
    const author = { context: { ...context, account }, purpose: this.entropy.ulid() };
    if (!dryRun) return this.streams.decide<AdjustmentRefusal>(known, author, decide);
    const decision = decide(known.state);
    return decision.outcome === 'refused'
      ? { outcome: 'refused', refusal: decision, loaded: known }
      : { outcome: 'unchanged', loaded: known, events: decision.events };
  }
}
