/** Loads and appends to the streams of statements and of the keys that sign them. */
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, ENTROPY, EVENT_STORE, SETTINGS } from '../../../packages/platform/src/nest/tokens.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import type { Entropy } from '../../../packages/platform/src/secrets/entropy.js';
import type { Settings } from '../../settings/settings.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import { derivedId } from '../../streams/derived-id.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { EventContext } from '../../streams/envelope.js';
import {
  NO_KEYS,
  evolve as evolveKeys,
  type ServiceDecision,
  type ServiceRefusal,
  type ServiceState,
} from '../../streams/service/service.decider.js';
import { serviceStreams, type ServiceEvent } from '../../streams/service/service.events.js';
import {
  NO_STATEMENTS,
  evolve,
  type StatementState,
  type StatementDecision,
  type StatementRefusal,
} from '../../streams/statement/statement.decider.js';
import {
  statementStream,
  statementStreams,
  type StatementEvent,
} from '../../streams/statement/statement.events.js';
import type { StreamFold } from '../../streams/stream-repository.js';
import { BrokenSealError } from '../../seals/sealed-tree.js';
import { Sealer } from '../../seals/sealer.js';
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import { StreamStore, type RecordedEvents } from '../stream.module.js';

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
  private readonly statements: StreamStore<AccountId, StatementEvent, StatementState>;
  readonly keys: StreamStore<'keys', ServiceEvent, ServiceState>;
  private readonly sealer: Sealer;

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(ENTROPY) readonly entropy: Entropy,
    @Inject(SETTINGS) readonly settings: Pick<Settings, 'statementKey'>,
  ) {
    this.statements = new StreamStore(STATEMENTS, { store, clock }, entropy);
    this.keys = new StreamStore(KEYS, { store, clock }, entropy);
    this.sealer = new Sealer({ store, clock, entropy });
  }

  /** @param decide receives the time that the events will have */
  record(
    account: AccountId,
    context: EventContext,
    decide: (state: StatementState, time: string) => StatementDecision,
  ): Promise<RecordedEvents<StatementEvent, StatementState> | StatementRefusal> {
    const purpose = context.requestId;
    return this.statements.record<StatementRefusal>(account, { ...context, account }, decide, { purpose });
  }

  recordKeys(
    context: EventContext,
    decide: (state: ServiceState) => ServiceDecision,
  ): Promise<RecordedEvents<ServiceEvent, ServiceState> | ServiceRefusal> {
    return this.keys.record<ServiceRefusal>('keys', context, decide);
  }

  /** Seals what the log holds now. @throws NotDone where the last seal doesn't fit the log */
  async seal({ requestId, actor }: EventContext): Promise<void> {
    try {
      await this.sealer.seal({ requestId, actor });
    } catch (error) {
      if (!(error instanceof BrokenSealError)) throw error;
      throw new NotDone(
        'log_differs',
        `The log is not as it was sealed: ${error.message}. verify says where.`,
      );
    }
  }
}
