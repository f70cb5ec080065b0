/** Statements and the keys that sign them in the log: the only way to their streams for what decides on them. */
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, EVENT_STORE } from '../../platform/nest/tokens.js';
import type { EventStore } from '../../platform/event-store/event-store.js';
import type { Clock } from '../../platform/time/clock.js';
import { derivedId } from '../../shared/derived-id.js';
import type { AccountId } from '../../shared/ids.js';
import type { EventContext } from '../../streams/envelope.js';
import {
  NO_KEYS,
  evolve as evolveKeys,
  type ServiceDecision,
  type ServiceRefusal,
  type ServiceState,
} from '../../streams/service/service.decider.js';
import { serviceStreams, type ServiceEvent } from '../../streams/service/service.events.js';
import type { StatementDecision, StatementRefusal } from '../../streams/statement/statement.decider.js';
import {
  statementStream,
  statementStreams,
  type StatementEvent,
} from '../../streams/statement/statement.events.js';
import { NO_STATEMENTS, evolve, type StatementState } from '../../streams/statement/statement.state.js';
import { StreamRepository, type StreamFold, type Written } from '../../streams/stream-repository.js';

const STATEMENTS: StreamFold<AccountId, StatementEvent, StatementState> = {
  stream: statementStreams,
  initial: NO_STATEMENTS,
  evolve: (state, events) => events.reduce((next, { event }) => evolve(next, event), state),
  eventId: (account, event, request) => derivedId(statementStream(account), request, event.type),
};

const KEYS: StreamFold<'keys', ServiceEvent, ServiceState> = {
  stream: serviceStreams,
  initial: NO_KEYS,
  evolve: (state, events) => events.reduce((next, { event, time }) => evolveKeys(next, event, time), state),
  eventId: (id, event) => derivedId(serviceStreams.streamOf(id), event.type, event.data.key_id),
};

@Injectable()
export class StatementStore {
  private readonly statements: StreamRepository<AccountId, StatementEvent, StatementState>;
  private readonly keys: StreamRepository<'keys', ServiceEvent, ServiceState>;

  constructor(@Inject(EVENT_STORE) store: EventStore, @Inject(CLOCK) clock: Clock) {
    this.statements = new StreamRepository({ store, clock }, STATEMENTS);
    this.keys = new StreamRepository({ store, clock }, KEYS);
  }

  /** @param decide gets the time that the events will carry */
  async decide(
    account: AccountId,
    context: EventContext,
    decide: (state: StatementState, time: string) => StatementDecision,
  ): Promise<Written<AccountId, StatementEvent, StatementState, StatementRefusal>> {
    const known = await this.statements.load(account);
    const author = { context: { ...context, account }, purpose: context.requestId };
    return this.statements.decide<StatementRefusal>(known, author, decide);
  }

  async keysNow(): Promise<ServiceState> {
    return (await this.keys.load('keys')).state;
  }

  /** Null where it was done. */
  async decideOnKeys(
    context: EventContext,
    decide: (state: ServiceState) => ServiceDecision,
  ): Promise<ServiceRefusal | null> {
    const known = await this.keys.load('keys');
    const written = await this.keys.decide<ServiceRefusal>(known, { context, purpose: '' }, decide);
    return written.outcome === 'refused' ? written.refusal : null;
  }
}
