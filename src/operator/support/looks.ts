/** What support looks at is recorded before it is shown: no answer without its fact. */
import type { AccountId, KeyId } from '../../shared/ids.js';
import { operatorNamed } from '../../streams/envelope.js';
import type { LookedAt, SupportId } from '../../streams/support/support.events.js';
import { OpenInvestigation } from './commands.js';
import { SupportModule } from './support.module.js';
import { send, type Operator } from '../operator.js';

/** What is looked at, and whose it is. */
export interface Look {
  /** Null: of nobody's, such as a request of an operator that concerns no account; it is not recorded. */
  readonly of: SupportId | null;
  /** That it belongs to. */
  readonly account: AccountId | null;
  readonly about: LookedAt;
  /** Null: none was given. */
  readonly reason: string | null;
}

/** What a key did is looked at in the key's stream, all else in that of its account. */
export function ofKeyOrAccount(whose: {
  readonly key_id: KeyId | null;
  readonly account_id: AccountId | null;
}): Pick<Look, 'of' | 'account'> {
  const { key_id: key, account_id: account } = whose;
  if (key !== null) return { of: { key }, account };
  return { of: account === null ? null : { account }, account };
}

export async function recordLook(operator: Operator, { of, account, about, reason }: Look): Promise<void> {
  if (of === null) return;
  const { context } = operator;
  const by = { operator: operatorNamed(context.actor) ?? context.actor, reason };
  const said = { ...context, ...(account === null ? {} : { account }) };
  await send(operator, SupportModule, new OpenInvestigation(said, { of, ...by, about }));
}
