/** Lets customers enter their account by a link. A session ends at the latest with the link that began it. */
import { hashSecret, sameHash, parseAccountLink } from '../../access/key-secret.js';
import { storedPages } from '../../../packages/platform/src/event-store/stored-events.js';
import { networkOfClient } from '../../../packages/platform/src/http/client-address.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { openLink } from '../../streams/account/account.decider.js';
import { accountStreams, type AccountLinkIssued } from '../../streams/account/account.events.js';
import { evolve, UNOPENED, type AccountState } from '../../streams/account/account.state.js';
import type { OperatorServices } from '../operator.js';
import { MAX_FAILED_ATTEMPTS } from '../staff/sign-in.js';
import { signInRecords } from '../staff/sign-in-records.js';
import { CustomerSessions, type CustomerSession } from './own-sessions.js';

export interface LinkAttempt {
  /** The link's secret part, as it stands in the URL or the form. */
  readonly link: string;
  /** The client's IP address. */
  readonly address: string;
  readonly at: Date;
}

/** `account`: the account that the link names; null for other text. Customers never learn the reason. */
type RefusedEntry = { readonly outcome: 'refused' | 'locked'; readonly account: AccountId | null };
type CheckedLink = { readonly outcome: 'valid'; readonly account: AccountId; readonly link_hash: string };
export type EntryOutcome =
  | { readonly outcome: 'in'; readonly account: AccountId; readonly session: CustomerSession }
  | RefusedEntry;

/**
 * Checks that the link opens its account. Too many wrong links for one account from one network lock this
 * network out, as wrong passwords for a name do. A right link resets the count.
 */
export async function checkLink(
  operator: OperatorServices,
  { link, address, at }: LinkAttempt,
): Promise<CheckedLink | RefusedEntry> {
  const parsed = parseAccountLink(link);
  if (parsed === null) return { outcome: 'refused', account: null };
  const { account, secret } = parsed;
  const records = signInRecords(operator);
  const attemptWindow = { subject: JSON.stringify(['account link', account, networkOfClient(address)]), at };
  if ((await records.countAttempt(attemptWindow)) > MAX_FAILED_ATTEMPTS)
    return { outcome: 'locked', account };
  const validLink = await readValidLink(operator, account, at);
  const hash = hashSecret(secret, operator.settings.keyHashSecret);
  if (validLink === null || !sameHash(hash, validLink.link_hash)) return { outcome: 'refused', account };
  await records.forgetAttempts(attemptWindow);
  return { outcome: 'valid', account, link_hash: validLink.link_hash };
}

/** Begins a session if the link opens its account. */
export async function enterByLink(operator: OperatorServices, attempt: LinkAttempt): Promise<EntryOutcome> {
  const check = await checkLink(operator, attempt);
  if (check.outcome !== 'valid') return check;
  const { account, link_hash } = check;
  const session = await sessionsOf(operator).begin({ account, link_hash }, attempt.at);
  return { outcome: 'in', account, session };
}

/** Finds a session; null where the session or its link has ended. */
export async function customerSessionOf(
  operator: OperatorServices,
  id: string,
  at: Date,
): Promise<CustomerSession | null> {
  const session = await sessionsOf(operator).find(id, at);
  if (session === null) return null;
  const validLink = await readValidLink(operator, session.account, at);
  return validLink?.link_hash === session.link_hash ? session : null;
}

export const endCustomerSession = (operator: OperatorServices, id: string): Promise<void> =>
  sessionsOf(operator).end(id);

const sessionsOf = ({ stores }: OperatorServices): CustomerSessions =>
  new CustomerSessions(stores.coordination);

/** Reads the valid link from the account's stream, so that an ended link is refused at once. */
async function readValidLink(
  { stores }: OperatorServices,
  account: AccountId,
  at: Date,
): Promise<AccountLinkIssued['data'] | null> {
  let state: AccountState = UNOPENED;
  for await (const page of storedPages(stores.eventStore, accountStreams.streamOf(account)))
    for (const storedEvent of page) state = evolve(state, accountStreams.decode(storedEvent).event);
  return openLink(state, at.toISOString());
}
