/** Handles the commands on statements and on the keys that sign them, and keeps the streams of both. */
import { signedBytes } from '../../../packages/statement-check/src/format/head.js';
import type { SigningKey } from '../../../packages/statement-check/src/format/signature.js';
import type { StatementDraft } from '../../billing/statements/write/statement-writer.js';
import { streamModule } from '../../../packages/platform/src/nest/stream-module.js';
import type { ServiceRefusal, ServiceDecision, ServiceState } from '../../streams/service/service.decider.js';
import {
  activeKeys,
  introduceKey,
  isSuccessor,
  rotateKey,
  NO_KEYS,
  evolve as evolveKeys,
} from '../../streams/service/service.decider.js';
import {
  issue,
  makeSecret,
  completeOf,
  type IssuedStatement,
  type StatementState,
  NO_STATEMENTS,
  evolve,
  type StatementDecision,
  type StatementRefusal,
} from '../../streams/statement/statement.decider.js';
import type { StatementHead, StatementEvent } from '../../streams/statement/statement.events.js';
import { statementStream, statementStreams } from '../../streams/statement/statement.events.js';
import type { KeyRotated, SignedText, SigningOutcome } from './commands.js';
import { IssueStatement, MakeLeafSecret, RotateStatementKey, SignEvidence } from './commands.js';
import {
  REMOVE_NEXT_KEY,
  nextSigningKey,
  replaceKeyByNext,
  loadSigningKey,
} from '../../billing/statements/signing-keys.js';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, ENTROPY, EVENT_STORE, SETTINGS } from '../../../packages/platform/src/nest/tokens.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import type { Entropy } from '../../../packages/platform/src/secrets/entropy.js';
import type { Settings } from '../../settings/settings.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import { derivedId } from '../../streams/derived-id.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { EventContext } from '../../streams/envelope.js';
import { serviceStreams, type ServiceEvent } from '../../streams/service/service.events.js';
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
class StatementStore {
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

const SECRET_BYTES = 32;

function sign({ head, ...draft }: StatementDraft, key: SigningKey, issued_at: string): IssuedStatement {
  const completeHead: StatementHead = { ...head, issued_at, key_id: key.key_id };
  return { head: completeHead, signature: key.sign(signedBytes(completeHead)), ...draft };
}

/** Returns the recorded statement of the draft's month. */
const recordedStatement = (
  state: StatementState,
  { month, partial }: StatementDraft['head'],
): IssuedStatement | undefined => (partial ? state.partial.get(month) : completeOf(state, month));

export const StatementsModule = streamModule(StatementStore, (handle) => [
  handle(MakeLeafSecret, async (statements, { context, input: { account } }) => {
    const secret = Buffer.from(statements.entropy.bytes(SECRET_BYTES)).toString('hex');
    const decision = await statements.record(account, context, (state) =>
      makeSecret(state, { account_id: account, secret }),
    );
    return decision.outcome === 'refused' ? secret : (decision.state.secret ?? secret);
  }),
  handle(
    IssueStatement,
    async (statements, { context, input: { account, draft } }): Promise<SigningOutcome> => {
      const key = loadSigningKey(statements.settings.statementKey);
      const decision = await statements.recordKeys(context, (state) => introduceKey(state, key));
      if (decision.outcome === 'refused') return decision;
      await statements.seal(context);
      const issueDecision = await statements.record(account, context, (state, time) =>
        issue(state, sign(draft, key, time)),
      );
      if (issueDecision.outcome === 'refused') return issueDecision;
      const statement = recordedStatement(issueDecision.state, draft.head);
      if (statement === undefined)
        throw new Error(`account ${account} has no statement of ${draft.head.month}`);
      return { outcome: issueDecision.events.length > 0 ? 'issued' : 'repeated', statement };
    },
  ),
  handle(
    SignEvidence,
    async (statements, { context, input: { manifest } }): Promise<SignedText | ServiceRefusal> => {
      const key = loadSigningKey(statements.settings.statementKey);
      const decision = await statements.recordKeys(context, (state) => introduceKey(state, key));
      if (decision.outcome === 'refused') return decision;
      return { outcome: 'signed', key_id: key.key_id, signature: key.sign(Buffer.from(manifest)) };
    },
  ),
  /**
   * Changes the key that signs statements. The next key is the one that an operator put in place of the old
   * key, or else a new one. A new key is recorded in the log before it replaces the old one. An interrupted
   * rotation continues with the same new key. No statement is signed with a retired key.
   */
  handle(
    RotateStatementKey,
    async (statements, { context, input: { reason } }): Promise<KeyRotated | ServiceRefusal> => {
      const settings = statements.settings.statementKey;
      const key = loadSigningKey(settings);
      const state = await statements.keys.currentState('keys');
      const isInPlace = isSuccessor(state, key);
      const nextKey = isInPlace ? key : nextSigningKey(settings);
      const decision = await statements.recordKeys(context, (current) => rotateKey(current, nextKey, reason));
      if (decision.outcome === 'refused')
        return {
          ...decision,
          detail: `Key ${nextKey.key_id} was retired: it signs no more. ${REMOVE_NEXT_KEY}`,
        };
      if (!isInPlace) replaceKeyByNext(settings);
      const otherKeyIds = activeKeys(state).filter((key_id) => key_id !== nextKey.key_id);
      return {
        outcome: 'rotated',
        key_id: nextKey.key_id,
        retired: otherKeyIds.length > 0 ? otherKeyIds : [key.key_id],
      };
    },
  ),
]);
