/** What an operator asks of statements and of the keys that sign them, and what may come of it. Refusals are values. */
import type { AccountId } from '../../shared/ids.js';
import type { ServiceRefusal } from '../../streams/service/service.decider.js';
import type { StatementRefusal } from '../../streams/statement/statement.decider.js';
import type { IssuedStatement } from '../../streams/statement/statement.state.js';
import type { StatementDraft } from '../../billing/statements/write/statement-writer.js';
import { Ordered } from '../commands.js';

interface OfAccount {
  readonly account: AccountId;
}

/** The secret that salts the lines of an account's statements; made where there is none. */
export class MakeLeafSecret extends Ordered<OfAccount, string> {}

/** `repeated`: it was issued before, and this is how. */
export type IssueOutcome =
  | { readonly outcome: 'issued' | 'repeated'; readonly statement: IssuedStatement }
  | StatementRefusal
  | ServiceRefusal;

/** Signs a draft with the service's key, which is introduced at its first use. */
export class IssueStatement extends Ordered<OfAccount & { readonly draft: StatementDraft }, IssueOutcome> {}

export interface KeyRotated {
  readonly outcome: 'rotated';
  /** Signs from now on. */
  readonly key_id: string;
  /** Sign no more; one, unless machines signed with keys of their own before. */
  readonly retired: readonly string[];
}

/** Another key signs from now on. May be asked for again where it broke off. */
export class RotateStatementKey extends Ordered<{ readonly reason: string }, KeyRotated | ServiceRefusal> {}
