/** Handles the commands on statements and on the keys that sign them. */
import { signedBytes } from '../../../packages/statement-check/src/format/head.js';
import type { SigningKey } from '../../../packages/statement-check/src/format/signature.js';
import type { StatementDraft } from '../../billing/statements/write/statement-writer.js';
import { streamModule } from '../../../packages/platform/src/nest/stream-module.js';
import {
  activeKeys,
  introduceKey,
  isSuccessor,
  rotateKey,
  type ServiceRefusal,
} from '../../streams/service/service.decider.js';
import {
  issue,
  makeSecret,
  completeOf,
  type IssuedStatement,
  type StatementState,
} from '../../streams/statement/statement.decider.js';
import type { StatementHead } from '../../streams/statement/statement.events.js';
import {
  IssueStatement,
  MakeLeafSecret,
  RotateStatementKey,
  SignEvidence,
  type KeyRotated,
  type SignedText,
  type SigningOutcome,
} from './commands.js';
import {
  REMOVE_NEXT_KEY,
  nextSigningKey,
  replaceKeyByNext,
  loadSigningKey,
} from '../../billing/statements/signing-keys.js';
import { StatementStore } from './statement.store.js';

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
