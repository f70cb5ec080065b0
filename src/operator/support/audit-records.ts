/** Writes an audit record of what an operator looks at, before the answer is shown. */
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import { nameOfActor } from '../../streams/envelope.js';
import type { LookedAt, SupportId } from '../../streams/support/support.events.js';
import { send, type OperatorServices } from '../operator.js';

/** The data that an operator looks at, and the customer who owns them. */
export interface AuditRecord {
  /** The key or account; null where the data belong to no account, so no record is written. */
  readonly subject: SupportId | null;
  /** The account that the data belong to. */
  readonly account: AccountId | null;
  readonly about: LookedAt;
  /** The operator's reason; null: none was given. */
  readonly reason: string | null;
}

/** Chooses the stream of the audit record: the key's, else the account's. */
export function auditSubjectOf(owner: {
  readonly key_id: KeyId | null;
  readonly account_id: AccountId | null;
}): Pick<AuditRecord, 'subject' | 'account'> {
  const { key_id: key, account_id: account } = owner;
  if (key !== null) return { subject: { key }, account };
  return { subject: account === null ? null : { account }, account };
}

/**
 * Writes the record. The code of the command is loaded on first use, so that programs that write no record,
 * such as `company-data billing estimate`, start faster.
 */
export async function recordAudit(operator: OperatorServices, record: AuditRecord): Promise<void> {
  const { subject, account, about, reason } = record;
  if (subject === null) return;
  const { context } = operator;
  const input = { subject, operator: nameOfActor(context.actor), reason, about };
  const [{ OpenInvestigation }, { SupportModule }] = await Promise.all([
    import('./commands.js'),
    import('./support.module.js'),
  ]);
  const author = { ...context, ...(account === null ? {} : { account }) };
  await send(operator, SupportModule, new OpenInvestigation(author, input));
}
