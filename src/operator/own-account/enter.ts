/** How a customer gets to the own account in the console: its link begins a session, which holds while the link does. */
import { hashSecret, sameHash } from '../../access/key-secret.js';
import { storedPages } from '../../platform/event-store/stored-events.js';
import { placeOf } from '../../platform/http/client-address.js';
import { parseAccountLink } from '../../shared/account-link-text.js';
import type { AccountId } from '../../shared/ids.js';
import { openLink } from '../../streams/account/account.decider.js';
import { accountStreams, type AccountLinkIssued } from '../../streams/account/account.events.js';
import { evolve, UNOPENED, type AccountState } from '../../streams/account/account.state.js';
import type { Operator } from '../operator.js';
import { MOST_WRONG } from '../staff/sign-in.js';
import { SignInRecords } from '../staff/sign-in-records.js';
import { OwnSessions, type OwnSession } from './own-sessions.js';

export interface LinkOpened {
  /** As it stands in the address or the form. */
  readonly link: string;
  /** Where it is opened from. */
  readonly address: string;
  readonly at: Date;
}

/** `account`: whose the link says that it is; null where it is no link at all. Why it opens nothing is told to nobody. */
type Refused = { readonly outcome: 'refused' | 'locked'; readonly account: AccountId | null };
type Right = { readonly outcome: 'right'; readonly account: AccountId; readonly link_hash: string };
export type Entrance =
  { readonly outcome: 'in'; readonly account: AccountId; readonly session: OwnSession } | Refused;

/**
 * Whether the link opens its account; changes nothing for whoever has the right one. Wrong links for one account from
 * one place lock as wrong passwords for a name do.
 */
export async function checkLink(
  operator: Operator,
  { link, address, at }: LinkOpened,
): Promise<Right | Refused> {
  const named = parseAccountLink(link);
  if (named === null) return { outcome: 'refused', account: null };
  const { account, secret } = named;
  const records = new SignInRecords(operator.stores.coordination);
  const tries = { of: JSON.stringify(['account link', account, placeOf(address)]), at };
  if ((await records.countAttempt(tries)) > MOST_WRONG) return { outcome: 'locked', account };
  const open = await linkOf(operator, account, at);
  const hash = hashSecret(secret, operator.settings.keyHashSecret);
  if (open === null || !sameHash(hash, open.link_hash)) return { outcome: 'refused', account };
  await records.forgetAttempts(tries);
  return { outcome: 'right', account, link_hash: open.link_hash };
}

/** Begins a session by the link, if it opens its account. */
export async function enterByLink(operator: Operator, opened: LinkOpened): Promise<Entrance> {
  const checked = await checkLink(operator, opened);
  if (checked.outcome !== 'right') return checked;
  const { account, link_hash } = checked;
  const session = await sessionsOf(operator).begin({ account, link_hash }, opened.at);
  return { outcome: 'in', account, session };
}

/** Null where it has ended, or its link has. */
export async function ownSessionOf(operator: Operator, id: string, at: Date): Promise<OwnSession | null> {
  const session = await sessionsOf(operator).find(id, at);
  if (session === null) return null;
  const open = await linkOf(operator, session.account, at);
  return open?.link_hash === session.link_hash ? session : null;
}

export const endOwnSession = (operator: Operator, id: string): Promise<void> => sessionsOf(operator).end(id);

const sessionsOf = ({ stores }: Operator): OwnSessions => new OwnSessions(stores.coordination);

/** From the account's own stream, so that what ends a link ends it at once: it has a few events a year. */
async function linkOf(
  { stores }: Operator,
  account: AccountId,
  at: Date,
): Promise<AccountLinkIssued['data'] | null> {
  let state: AccountState = UNOPENED;
  for await (const page of storedPages(stores.eventStore, accountStreams.streamOf(account)))
    for (const stored of page) state = evolve(state, accountStreams.decode(stored).event);
  return openLink(state, at.toISOString());
}
