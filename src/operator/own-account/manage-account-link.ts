/** Issues and ends account links, with which customers open their account in the console. */
import { AccessModule } from '../../access/access.module.js';
import { EndAccountLink, IssueAccountLink } from '../../access/commands.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { applyAccountCommand } from '../accounts/change-account.js';
import { driveLane, sendAccepted, type OperatorServices } from '../operator.js';
import { consoleAddress } from '../staff/users.js';

const OPENING_PATH = '/own/open';

/** Issues a new link, which can never be shown again; an earlier one ends. @throws WrongRequest */
export async function newAccountLink(operator: OperatorServices, account: AccountId, days: number) {
  const command = new IssueAccountLink(operator.context, account, { days });
  const result = await sendAccepted(operator, AccessModule, command);
  await driveLane(operator, 'access', result.position);
  const link = `${await consoleAddress(operator)}${OPENING_PATH}?link=${result.link}`;
  return { account_id: account, link, expires_at: result.expires_at };
}

/** Ends the account's link and its sessions at once. @throws WrongRequest */
export async function endAccountLink(operator: OperatorServices, account: AccountId) {
  const changed = await applyAccountCommand(operator, new EndAccountLink(operator.context, account, null));
  return { account_id: account, changed };
}
