/** Issues, revokes and lists the API keys of an account. */
import { AccessModule } from '../../access/access.module.js';
import { IssueKey, RevokeKey, type KeyRequest } from '../../access/commands.js';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import { applyAccountCommand } from '../accounts/change-account.js';
import { findAccount, findKey, keysOf, type KeyDetails } from '../accounts/find-account.js';
import { driveLane, sendAccepted, driveLanesToHead, type OperatorServices } from '../operator.js';

/** Issues a key. `key` is the whole key with its secret, which can never be shown again. */
export async function issueApiKey(
  operator: OperatorServices,
  account: AccountId,
  request: KeyRequest,
): Promise<{ readonly key: string; readonly key_id: KeyId }> {
  const result = await sendAccepted(operator, AccessModule, new IssueKey(operator.context, account, request));
  await driveLane(operator, 'access', result.position);
  return { key: result.key, key_id: result.key_id };
}

/** Revokes a key for ever: requests with it get 401 from now on. */
export async function revokeApiKey(operator: OperatorServices, keyId: KeyId, reason: string) {
  await driveLanesToHead(operator, 'access');
  const { account_id } = await findKey(operator, keyId);
  const changed = await applyAccountCommand(
    operator,
    new RevokeKey(operator.context, account_id, { keyId, reason }),
  );
  const { revoked_at, revoke_reason } = await findKey(operator, keyId);
  return { key_id: keyId, account_id, revoked_at, revoke_reason, changed };
}

/** Lists the keys of an account, revoked ones too. */
export async function listKeys(
  operator: OperatorServices,
  account: AccountId,
): Promise<readonly KeyDetails[]> {
  await driveLanesToHead(operator, 'access');
  return keysOf(operator, await findAccount(operator, account));
}
