/** Issues and ends an account link, with which a customer opens the own account in the console. */
import { AccessModule } from '../../access/access.module.js';
import { EndAccountLink, IssueAccountLink } from '../../access/commands.js';
import type { AccountId } from '../../shared/ids.js';
import { change } from '../accounts/change-account.js';
import { driveLane, send, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';
import { consoleAddress } from '../staff/users.js';

const OPENING_PATH = '/own/open';

export interface IssuedLink {
  readonly account_id: AccountId;
  /** The link with its secret, which can never be shown again. */
  readonly link: string;
  readonly expires_at: string;
}

/** Issues a new link; an earlier one ends. @throws WrongRequest */
export async function newAccountLink(
  operator: Operator,
  account: AccountId,
  days: number,
): Promise<IssuedLink> {
  const issued = await send(
    operator,
    AccessModule,
    new IssueAccountLink(operator.context, account, { days }),
  );
  if (issued.outcome === 'refused') throw new WrongRequest(issued.code, issued.detail);
  await driveLane(operator, 'access', issued.position);
  const link = `${await consoleAddress(operator)}${OPENING_PATH}?link=${issued.link}`;
  return { account_id: account, link, expires_at: issued.expires_at };
}

export interface EndedLink {
  readonly account_id: AccountId;
  readonly changed: boolean;
}

/** Ends the account's link and its sessions at once. @throws WrongRequest */
export async function endAccountLink(operator: Operator, account: AccountId): Promise<EndedLink> {
  const changed = await change(operator, new EndAccountLink(operator.context, account, null));
  return { account_id: account, changed };
}
