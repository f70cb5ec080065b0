/** An account's own link, by which a customer sees the own account in the console: issued and ended. */
import { AccessModule } from '../../access/access.module.js';
import { EndAccountLink, IssueAccountLink } from '../../access/commands.js';
import type { AccountId } from '../../shared/ids.js';
import { change } from '../accounts/change-account.js';
import { pass, send, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';
import { consoleAddress } from '../staff/users.js';

const OPENING_PATH = '/own/open';

export interface LinkShown {
  readonly account_id: AccountId;
  /** It can be shown now and never again. */
  readonly link: string;
  readonly expires_at: string;
}

/** The link before it ends. @throws WrongRequest */
export async function linkAccount(operator: Operator, account: AccountId, days: number): Promise<LinkShown> {
  const issued = await send(
    operator,
    AccessModule,
    new IssueAccountLink(operator.context, account, { days }),
  );
  if (issued.outcome === 'refused') throw new WrongRequest(issued.code, issued.detail);
  await pass(operator, 'access', issued.position);
  const link = `${await consoleAddress(operator)}${OPENING_PATH}?link=${issued.link}`;
  return { account_id: account, link, expires_at: issued.expires_at };
}

export interface LinkEnded {
  readonly account_id: AccountId;
  readonly changed: boolean;
}

/** Who came in by it is out at once. @throws WrongRequest */
export async function unlinkAccount(operator: Operator, account: AccountId): Promise<LinkEnded> {
  const changed = await change(operator, new EndAccountLink(operator.context, account, null));
  return { account_id: account, changed };
}
