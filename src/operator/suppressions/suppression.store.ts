/** The stream of suppressions in the log, the only way to it for what decides on it; only hashes reach it. */
import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '../../platform/event-store/event-store.js';
import { keyedHash, type KeyedHash } from '../../enrichment/suppress/keyed-hash.js';
import { CLOCK, EVENT_STORE, SETTINGS } from '../../platform/nest/tokens.js';
import type { Clock } from '../../platform/time/clock.js';
import type { Settings } from '../../settings/settings.js';
import { derivedId } from '../../shared/derived-id.js';
import type { SuppressibleValue } from '../../shared/suppression/value.js';
import type { EventContext } from '../../streams/envelope.js';
import { StreamRepository, type StreamFold } from '../../streams/stream-repository.js';
import {
  evolve,
  lift,
  NO_SUPPRESSIONS,
  suppress,
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

  private readonly hash: KeyedHash;

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(SETTINGS) { keyHashSecret }: Pick<Settings, 'keyHashSecret'>,
  ) {
    this.hash = keyedHash(keyHashSecret);
    this.suppressions = new StreamRepository({ store, clock }, SUPPRESSIONS);
  }

  suppress(context: EventContext, values: readonly SuppressibleValue[]): Promise<SuppressionsChanged> {
    const hashed = values.map((value) => ({ kind: value.kind, value_hash: this.hash.of(value) }));
    return this.change(context, (state) => suppress(state, hashed, this.hash.fingerprint));
  }

  lift(context: EventContext, hashes: readonly string[]): Promise<SuppressionsChanged> {
    return this.change(context, (state) => lift(state, hashes));
  }

  private async change(
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
