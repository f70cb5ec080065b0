/** Writes an audit record of what an operator looks at, before the answer is shown. */
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import { nameOfActor } from '../../streams/envelope.js';
import type { LookedAt, SupportId } from '../../streams/support/support.events.js';
import { send, type OperatorServices } from '../operator.js';

export interface AuditRecord {
  /** The key or account that the data belong to. Both null: no record is written. */
  readonly owner: { readonly key_id?: KeyId | null; readonly account_id: AccountId | null };
  readonly about: LookedAt;
  /** The operator's reason; null: none was given. */
  readonly reason: string | null;
}

/**
 * Writes the record to the stream of the key, else to that of the account. The code of the command is loaded
 * on first use, so that programs that write no record, such as `company-data billing estimate`, start faster.
 */
export async function recordAudit(
  operator: OperatorServices,
  { owner: { key_id: key = null, account_id: account }, about, reason }: AuditRecord,
): Promise<void> {
  const subject: SupportId | null = key === null ? account && { account } : { key };
  if (subject === null) return;
  const { context } = operator;
  const [{ OpenInvestigation }, { SupportModule }] = await Promise.all([
    import('./commands.js'),
    import('./support.module.js'),
  ]);
  const author = { ...context, ...(account === null ? {} : { account }) };
  const input = { subject, operator: nameOfActor(context.actor), reason, about };
  await send(operator, SupportModule, new OpenInvestigation(author, input));
}
