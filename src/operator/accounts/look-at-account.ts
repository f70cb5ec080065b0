/** An account as console and command line show it: recorded as a look before it is shown. */
import type { AccountId } from '../../shared/ids.js';
import { showAccount, type AccountShown } from './find-account.js';
import type { Operator } from '../operator.js';
import { recordLook } from '../support/looks.js';

/** @throws WrongRequest */
export async function lookAtAccount(
  operator: Operator,
  account: AccountId,
  reason: string | null,
): Promise<AccountShown> {
  const shown = await showAccount(operator, account);
  await recordLook(operator, {
    of: { account },
    account,
    about: { kind: 'account', account_id: account },
    reason,
  });
  return shown;
}
