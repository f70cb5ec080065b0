/** The commands on statements and the keys that sign them, and their outcomes. Refusals are values. */
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { ServiceRefusal } from '../../streams/service/service.decider.js';
import type { StatementRefusal, IssuedStatement } from '../../streams/statement/statement.decider.js';
import type { StatementDraft } from '../../billing/statements/write/statement-writer.js';
import { BaseCommand } from '../base-command.js';

interface StatementInput {
  readonly account: AccountId;
}

/** Returns the secret that salts the lines of an account's statements; makes one where there is none. */
export class MakeLeafSecret extends BaseCommand<StatementInput, string> {}

/** `repeated`: the statement was issued before and is returned as it was. */
export type SigningOutcome =
  | { readonly outcome: 'issued' | 'repeated'; readonly statement: IssuedStatement }
  | StatementRefusal
  | ServiceRefusal;

/** Signs a draft with the service's key. The key is recorded at its first use. */
export class IssueStatement extends BaseCommand<
  StatementInput & { readonly draft: StatementDraft },
  SigningOutcome
> {}

export interface KeyRotated {
  readonly outcome: 'rotated';
  /** The key that signs from now on. */
  readonly key_id: string;
  /** Keys that no longer sign: several if machines signed with keys of their own before, else one. */
  readonly retired: readonly string[];
}

/** Changes the key that signs. An interrupted command can be repeated. */
export class RotateStatementKey extends BaseCommand<
  { readonly reason: string },
  KeyRotated | ServiceRefusal
> {}

/** The signature of a text, as hexadecimal digits. */
export interface SignedText {
  readonly outcome: 'signed';
  readonly key_id: string;
  readonly signature: string;
}

/** Signs the manifest of evidence as statements are signed. The key is recorded at its first use. */
export class SignEvidence extends BaseCommand<{ readonly manifest: string }, SignedText | ServiceRefusal> {}
