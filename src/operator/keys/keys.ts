/** The API keys of an account. */
import { AccessModule } from '../../access/access.module.js';
import { IssueKey, RevokeKey, type KeyRequest } from '../../access/commands.js';
import type { AccountId, KeyId } from '../../shared/ids.js';
import { change } from '../accounts/change-account.js';
import { findAccount, findKey, keysOf, type KeyShown } from '../accounts/find-account.js';
import { pass, send, upToDate, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';

/** `key` is the whole key: it can be shown now and never again. */
export async function issueKey(
  operator: Operator,
  account: AccountId,
  request: KeyRequest,
): Promise<{ readonly key: string; readonly key_id: KeyId }> {
  const issued = await send(operator, AccessModule, new IssueKey(operator.context, account, request));
  if (issued.outcome === 'refused') throw new WrongRequest(issued.code, issued.detail);
  await pass(operator, 'access', issued.position);
  return { key: issued.key, key_id: issued.key_id };
}

export interface KeyRevoked extends Pick<KeyShown, 'key_id' | 'account_id' | 'revoked_at' | 'revoke_reason'> {
  readonly changed: boolean;
}

/** From now on the key answers 401, for ever. */
export async function revokeKey(operator: Operator, keyId: KeyId, reason: string): Promise<KeyRevoked> {
  await upToDate(operator, 'access');
  const { account_id } = await findKey(operator, keyId);
  const changed = await change(operator, new RevokeKey(operator.context, account_id, { keyId, reason }));
  const { revoked_at, revoke_reason } = await findKey(operator, keyId);
  return { key_id: keyId, account_id, revoked_at, revoke_reason, changed };
}

/** Revoked ones too. */
export async function listKeys(operator: Operator, account: AccountId): Promise<readonly KeyShown[]> {
  await upToDate(operator, 'access');
  return keysOf(operator, await findAccount(operator, account));
}
