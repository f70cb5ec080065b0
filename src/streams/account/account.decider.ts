/** Decides on the commands of operators on an account. Pure. Without a change nothing is recorded. */
import type { AccountEvent, AccountLinkIssued, KeyIssued, PricesAgreed } from './account.events.js';
import { sortBlockKeys, type BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import type { PremiumOption } from '../../../packages/contract/src/options.js';
import { decided, noReason, refuseWith, type Decision, type DetailedRefusal } from '../decision.js';
import type { AccountState, OpenedAccount, PriceAgreement } from './account.state.js';
import { DEFAULT_MAX_ROWS } from '../../../packages/contract/src/row-cap.js';
import { priceProblem, sameAgreement } from './price-agreement.js';
import { isContract } from './price-terms.js';

/** An account needs two while it changes from one key to the next (Contract 4.2). */
const MAX_UNREVOKED_KEYS = 2;
const MAX_NAME = 200;
export const MAX_LINK_DAYS = 366;
export const DEFAULT_LINK_DAYS = 30;
const DAY_MS = 86_400_000;

export type AccessRefusalCode =
  | 'unknown_account'
  | 'account_exists'
  | 'contact_erased'
  | 'contradicting_blocks'
  | 'option_not_served'
  | 'invalid_contract'
  | 'invalid_price'
  | 'invalid_month_rules'
  | 'invalid_key'
  | 'too_many_keys'
  | 'unknown_key'
  | 'account_suspended'
  | 'invalid_link'
  | 'invalid_budget'
  | 'reason_missing';

export type AccessRefusal = DetailedRefusal<AccessRefusalCode>;
export type AccessDecision = Decision<AccountEvent, AccessRefusal>;

export const unknownAccount = (account: AccountId): AccessRefusal =>
  refuseWith('unknown_account', `There is no account ${account}.`);

export const contactErased = (account: AccountId): AccessRefusal =>
  refuseWith(
    'contact_erased',
    `The contact of account ${account} was erased for good; a customer who comes back gets a new account.`,
  );

/** Checks the name too, but records none: it goes to `contact-{n}` as `KeyNamed`. */
export function issueKey(state: OpenedAccount, key: KeyIssued['data']): AccessDecision {
  const problem = keyProblem(key);
  if (problem !== null) return refuseWith('invalid_key', problem);
  if (state.keys.has(key.key_id))
    return refuseWith('invalid_key', `Key ${key.key_id} was issued before; key ids are never used twice.`);
  const unrevoked = [...state.keys.values()].filter(
    (other) => !other.revoked && other.environment === key.environment,
  );
  if (unrevoked.length >= MAX_UNREVOKED_KEYS) {
    const ids = unrevoked.map((other) => other.key_id).join(' and ');
    return refuseWith(
      'too_many_keys',
      `Account ${state.account_id} has ${unrevoked.length} unrevoked ${key.environment} keys (${ids}), the most it may have: revoke one first.`,
    );
  }
  return decided({ type: 'KeyIssued', data: { ...key, name: '' } });
}

function keyProblem(key: KeyIssued['data']): string | null {
  if (key.name.trim() === '' || key.name.length > MAX_NAME)
    return `A key needs a name of 1 to ${MAX_NAME} characters.`;
  if (key.scopes.length === 0) return 'A key needs at least one scope: read, enrich.';
  if (key.max_rows !== null && !between(key.max_rows, 1, DEFAULT_MAX_ROWS))
    return `The cap on rows must be a whole number from 1 to ${DEFAULT_MAX_ROWS}.`;
  return between(key.requests_per_minute, 1, 1_000_000) && between(key.resolve_per_minute, 1, 1_000_000)
    ? null
    : 'A rate must be a whole number from 1 to 1000000 requests per minute.';
}

const between = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

export function revokeKey(state: OpenedAccount, keyId: KeyId, reason: string): AccessDecision {
  const key = state.keys.get(keyId);
  if (key === undefined) return refuseWith('unknown_key', `Account ${state.account_id} has no key ${keyId}.`);
  if (key.revoked) return decided();
  return withReason(reason, { type: 'KeyRevoked', data: { key_id: keyId, reason } });
}

export function changeBlocks(
  state: OpenedAccount,
  change: { readonly enable: readonly BlockKey[]; readonly disable: readonly BlockKey[] },
): AccessDecision {
  const both = change.enable.filter((block) => change.disable.includes(block));
  if (both.length > 0)
    return refuseWith('contradicting_blocks', `Asked both to enable and to disable: ${both.join(', ')}.`);
  const enabled = sortBlockKeys(change.enable.filter((block) => !state.blocks.has(block)));
  const disabled = sortBlockKeys(change.disable.filter((block) => state.blocks.has(block)));
  const events: AccountEvent[] = [];
  if (enabled.length > 0) events.push({ type: 'BlocksEnabled', data: { blocks: enabled } });
  if (disabled.length > 0) events.push({ type: 'BlocksDisabled', data: { blocks: disabled } });
  return decided(...events);
}

/** @param served the options that this deployment has a provider for */
export function enableOption(
  state: OpenedAccount,
  option: PremiumOption,
  served: ReadonlySet<PremiumOption>,
): AccessDecision {
  if (!served.has(option))
    return refuseWith(
      'option_not_served',
      `This deployment has no provider for ${option}, so it can't be enabled: every request that asked for it would fail.`,
    );
  return state.options.has(option) ? decided() : decided({ type: 'OptionEnabled', data: { option } });
}

export const disableOption = (state: OpenedAccount, option: PremiumOption): AccessDecision =>
  state.options.has(option) ? decided({ type: 'OptionDisabled', data: { option } }) : decided();

/**
 * @param today YYYY-MM-DD, UTC: the day of the newest time that is known, of the clock and of the log
 * @param stated months (YYYY-MM) with a complete statement
 */
export function agreePrices(
  state: OpenedAccount,
  agreement: PricesAgreed['data'],
  today: string,
  stated: ReadonlySet<string> = new Set(),
): AccessDecision {
  if (agreement.list !== undefined && !agreement.reason?.trim()) return noReason;
  const problem = priceProblem(agreement, today, state.prices) ?? statedProblem(agreement, stated);
  if (problem !== null) return refuseWith('invalid_price', problem);
  const last = state.prices.at(-1);
  return last !== undefined && !isContract(last) && sameAgreement(last, agreement)
    ? decided()
    : decided({ type: 'PricesAgreed', data: agreement });
}

function statedProblem({ from }: PriceAgreement, stated: ReadonlySet<string>): string | null {
  const month = from.slice(0, 'YYYY-MM'.length);
  return stated.has(month)
    ? `Prices can't start in ${month}: the statement of that month is complete. Choose a later day, or use an adjustment.`
    : null;
}

export const suspend = (state: OpenedAccount, reason: string): AccessDecision =>
  state.status === 'suspended'
    ? decided()
    : withReason(reason, { type: 'AccountSuspended', data: { reason } });

export const reinstate = (state: OpenedAccount): AccessDecision =>
  state.status === 'active' ? decided() : decided({ type: 'AccountReinstated', data: {} });

/** @param reason null where the operator gave none; blanks count as none */
export const eraseContact = (state: OpenedAccount, reason: string | null): AccessDecision =>
  state.contactErased
    ? decided()
    : decided({ type: 'ContactErased', data: { reason: reason?.trim() || null } });

/** @param time ISO 8601, UTC, as is the result */
export const linkEnd = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * DAY_MS).toISOString();

/** An account has one link: a new link ends the one before. */
export function issueLink(
  state: OpenedAccount,
  link: AccountLinkIssued['data'],
  time: string,
): AccessDecision {
  if (state.contactErased) return contactErased(state.account_id);
  if (state.status === 'suspended')
    return refuseWith(
      'account_suspended',
      `Account ${state.account_id} is suspended and its link would open nothing: reinstate it first.`,
    );
  if (link.expires_at <= time || link.expires_at > linkEnd(time, MAX_LINK_DAYS))
    return refuseWith('invalid_link', `A link holds for 1 to ${MAX_LINK_DAYS} days.`);
  return state.link?.link_hash === link.link_hash
    ? decided()
    : decided({ type: 'AccountLinkIssued', data: link });
}

/** Ends an expired link too. */
export const endLink = (state: OpenedAccount): AccessDecision =>
  state.link === null ? decided() : decided({ type: 'AccountLinkEnded', data: {} });

/** Returns the link that opens the account at this time (ISO 8601, UTC); null if no link does. */
export const openLink = (state: AccountState, time: string): AccountLinkIssued['data'] | null =>
  state.status === 'active' && !state.contactErased && state.link !== null && time < state.link.expires_at
    ? state.link
    : null;

export function openAccount(
  state: AccountState,
  account_id: AccountId,
  blocks: readonly BlockKey[],
): AccessDecision {
  return state.status === 'unopened'
    ? decided({ type: 'AccountOpened', data: { account_id, blocks: sortBlockKeys(blocks) } })
    : refuseWith('account_exists', `Account ${account_id} is open already.`);
}

const withReason = (reason: string, event: AccountEvent): AccessDecision =>
  reason.trim() === '' ? noReason : decided(event);
