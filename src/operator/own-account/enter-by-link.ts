/**
 * Lets customers enter their account by a link, which begins a session. Sessions are kept in Coordination,
 * under hashes of their ids. A session ends at the latest with the link that began it.
 */
import { hashSecret, sameHash, parseAccountLink } from '../../access/key-secret.js';
import { storedPages } from '../../../packages/platform/src/event-store/stored-events.js';
import { hashOfToken, newToken } from '../../../packages/platform/src/secrets/token.js';
import { networkOfClient } from '../../../packages/platform/src/http/client-address.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { openLink } from '../../streams/account/account.decider.js';
import { accountStreams, type AccountLinkIssued } from '../../streams/account/account.events.js';
import { evolve, UNOPENED, type AccountState } from '../../streams/account/account.state.js';
import type { OperatorServices } from '../operator.js';
import { MAX_FAILED_ATTEMPTS } from '../staff/sign-in.js';
import { signInRecords } from '../staff/sign-in-records.js';

/** The length of a session; the link can begin another. */
const SESSION_MS = 3_600_000;

type CustomerSessionRecord = {
  readonly account: AccountId;
  /** The hash of the link that began the session; the session ends with that link. */
  readonly link_hash: string;
  /** The token that every form must carry. */
  readonly csrf: string;
  /** The session's end, ISO 8601, UTC. */
  readonly until: string;
};

export interface CustomerSession extends CustomerSessionRecord {
  readonly id: string;
}

const keyOf = (id: string): string => `console/own-session/${hashOfToken(id)}`;

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
  const until = new Date(attempt.at.getTime() + SESSION_MS).toISOString();
  const record = { account, link_hash, csrf: newToken(), until };
  const id = newToken();
  await operator.stores.coordination.put(keyOf(id), record, { ttl: SESSION_MS });
  return { outcome: 'in', account, session: { ...record, id } };
}

/** Finds a session; null where the session or its link has ended. */
export async function customerSessionOf(
  operator: OperatorServices,
  id: string,
  at: Date,
): Promise<CustomerSession | null> {
  // Only `enterByLink` writes under this key.
  const record = (await operator.stores.coordination.get(keyOf(id)))?.value as
    | CustomerSessionRecord
    | undefined;
  if (record === undefined || at.toISOString() >= record.until) return null;
  const validLink = await readValidLink(operator, record.account, at);
  return validLink?.link_hash === record.link_hash ? { ...record, id } : null;
}

export async function endCustomerSession({ stores }: OperatorServices, id: string): Promise<void> {
  await stores.coordination.delete(keyOf(id));
}

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
