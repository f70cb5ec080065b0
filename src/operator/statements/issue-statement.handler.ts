/** Signs and records statements whose content was read from the log before. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ENTROPY, SETTINGS } from '../../platform/nest/tokens.js';
import type { Entropy } from '../../platform/secrets/entropy.js';
import type { Settings } from '../../settings/settings.js';
import { introduceKey } from '../../streams/service/service.decider.js';
import { issue, makeSecret } from '../../streams/statement/statement.decider.js';
import type { StatementHead } from '../../streams/statement/statement.events.js';
import {
  completeOf,
  type IssuedStatement,
  type StatementState,
} from '../../streams/statement/statement.state.js';
import { IssueStatement, MakeLeafSecret, type SigningOutcome } from './commands.js';
import { signedBytes } from '../../billing/statements/format/head.js';
import type { SigningKey } from '../../billing/statements/format/signature.js';
import { statementKey } from './signing-keys.js';
import { StatementStore } from './statement.store.js';
import type { StatementDraft } from '../../billing/statements/write/statement-writer.js';

const SECRET_BYTES = 32;

@CommandHandler(MakeLeafSecret)
export class MakeLeafSecretHandler implements ICommandHandler<MakeLeafSecret> {
  constructor(
    private readonly statements: StatementStore,
    @Inject(ENTROPY) private readonly entropy: Entropy,
  ) {}

  async execute({ context, order: { account } }: MakeLeafSecret): Promise<string> {
    const secret = Buffer.from(this.entropy.bytes(SECRET_BYTES)).toString('hex');
    const made = await this.statements.decide(account, context, (state) =>
      makeSecret(state, { account_id: account, secret }),
    );
    return made.outcome === 'refused' ? secret : (made.state.secret ?? secret);
  }
}

function sign({ head, ...draft }: StatementDraft, key: SigningKey, issued_at: string): IssuedStatement {
  const completeHead: StatementHead = { ...head, issued_at, key_id: key.key_id };
  return { head: completeHead, signature: key.sign(signedBytes(completeHead)), ...draft };
}

/** The recorded statement of the draft's month. */
const recordedStatement = (
  state: StatementState,
  { month, partial }: StatementDraft['head'],
): IssuedStatement | undefined => (partial ? state.partial.get(month) : completeOf(state, month));

@CommandHandler(IssueStatement)
export class IssueStatementHandler implements ICommandHandler<IssueStatement> {
  constructor(
    private readonly statements: StatementStore,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'statementKey'>,
  ) {}

  async execute({ context, order: { account, draft } }: IssueStatement): Promise<SigningOutcome> {
    const key = statementKey(this.settings.statementKey);
    const introduced = await this.statements.decideOnKeys(context, (state) => introduceKey(state, key));
    if (introduced.outcome === 'refused') return introduced;
    const written = await this.statements.decide(account, context, (state, time) =>
      issue(state, sign(draft, key, time)),
    );
    if (written.outcome === 'refused') return written;
    const statement = recordedStatement(written.state, draft.head);
    if (statement === undefined)
      throw new Error(`account ${account} has no statement of ${draft.head.month}`);
    return { outcome: written.events.length > 0 ? 'issued' : 'repeated', statement };
  }
}
