/** Shows an account to an operator. An audit record is written first. */
import type { AccountId } from '../../shared/ids.js';
import { showAccount, type AccountDetails } from './find-account.js';
import type { Operator } from '../operator.js';
import { recordAudit } from '../support/audit-records.js';

/** @throws WrongRequest */
export async function lookAtAccount(
  operator: Operator,
  account: AccountId,
  reason: string | null,
): Promise<AccountDetails> {
  const details = await showAccount(operator, account);
  await recordAudit(operator, {
    subject: { account },
    account,
    about: { kind: 'account', account_id: account },
    reason,
  });
  return details;
}
