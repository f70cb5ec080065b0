/**
 * Loads an account from its stream and appends to it: everything in this folder reads and writes the log through it.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { AccountEvent } from '../streams/account/account.events.js';
import { accountStream, decodeAccountEvent } from '../streams/account/account.events.js';
import type { ContactEvent } from '../streams/contact/contact.events.js';
import { contactStream } from '../streams/contact/contact.events.js';
import type { EventContext } from '../streams/envelope.js';
import { jsonEvent, metadataOf, nextTime } from '../streams/envelope.js';
import type { Clock } from '../platform/time/clock.js';
import type { Entropy } from '../platform/secrets/entropy.js';
import { appendSurely } from '../platform/event-store/append-surely.js';
import type {
  AppendResult,
  EventStore,
  NewEvent,
  Position,
  Revision,
  StreamName,
} from '../platform/event-store/event-store.js';
import { LOG_START, StreamDeletedError } from '../platform/event-store/event-store.js';
import { CLOCK, ENTROPY, EVENT_STORE } from '../platform/nest/tokens.js';
import { derivedId } from '../shared/derived-id.js';
import type { AccountId } from '../shared/ids.js';
import type { AccountState } from '../streams/account/account.state.js';
import { UNOPENED, evolve } from '../streams/account/account.state.js';

/** An account as of a revision of its stream; null: the stream isn't there. */
export interface LoadedAccount {
  readonly state: AccountState;
  readonly revision: Revision | null;
  /** Of the last event. */
  readonly time: string | null;
  readonly position: Position;
}

const NOTHING: LoadedAccount = { state: UNOPENED, revision: null, time: null, position: LOG_START };
const PAGE = 500;

@Injectable()
export class AccountStore {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENTROPY) private readonly entropy: Entropy,
  ) {}

  /** @param known what was loaded before: only what came after it is read */
  async load(account: AccountId, known: LoadedAccount = NOTHING): Promise<LoadedAccount> {
    let loaded = known;
    for (;;) {
      const from = loaded.revision === null ? 0 : loaded.revision + 1;
      const slice = await this.events.readStream(accountStream(account), { from, limit: PAGE });
      if (slice.status !== 'found') return loaded;
      for (const recorded of slice.events) {
        const { event, revision, time, position } = decodeAccountEvent(recorded);
        loaded = { state: evolve(loaded.state, event), revision, time, position };
      }
      if (slice.events.length < PAGE) return loaded;
    }
  }

  /** At the revision that was loaded, or nothing. */
  append(
    account: AccountId,
    loaded: LoadedAccount,
    facts: readonly AccountEvent[],
    context: EventContext,
  ): Promise<AppendResult> {
    const stream = accountStream(account);
    const events = this.envelopes(stream, facts, context, loaded.time);
    return appendSurely(this.events, { stream, expected: loaded.revision ?? 'no_stream', events });
  }

  /**
   * A new name or address wins over the last one, so this goes to the end of the stream wherever that is. Null where
   * the contact was erased for good.
   */
  async appendContact(
    account: AccountId,
    fact: ContactEvent,
    context: EventContext,
  ): Promise<Position | null> {
    try {
      return await this.appendToContact(contactStream(account), fact, context);
    } catch (error) {
      if (error instanceof StreamDeletedError) return null;
      throw error;
    }
  }

  /** Safe to repeat. Returns a position at which the contact is deleted. */
  async eraseContact(account: AccountId): Promise<{ erased: boolean; position: Position }> {
    const stream = contactStream(account);
    const { status } = await this.events.readStream(stream, { direction: 'backwards', limit: 1 });
    if (status === 'found') await this.events.deleteStream(stream);
    return { erased: status === 'found', position: await this.events.head() };
  }

  private async appendToContact(
    stream: StreamName,
    fact: ContactEvent,
    context: EventContext,
  ): Promise<Position> {
    for (;;) {
      const slice = await this.events.readStream(stream, { direction: 'backwards', limit: 1 });
      const last = slice.status === 'found' ? slice.events[0] : undefined;
      const events = this.envelopes(stream, [fact], context, last?.metadata['time'] ?? null);
      const result = await appendSurely(this.events, {
        stream,
        expected: last?.revision ?? 'no_stream',
        events,
      });
      if (result.outcome === 'appended') return result.position;
    }
  }

  private envelopes(
    stream: StreamName,
    facts: readonly (AccountEvent | ContactEvent)[],
    context: EventContext,
    last: string | null,
  ): NewEvent[] {
    const attempt = this.entropy.ulid();
    const metadata = metadataOf(context, nextTime(this.clock.now(), last));
    return facts.map((fact, index) => jsonEvent(fact, derivedId(stream, attempt, index), metadata));
  }
}
