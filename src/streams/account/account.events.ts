/**
 * `account-{n}`: the life of one customer account: what it may use, its keys and its prices. Written by the operator's
 * command line; read by the access lane (keys, entitlements), billing (prices) and investigations. A few events a
 * year; lives for ever. Names and e-mail addresses are in `contact-{n}`.
 */
import type { RecordedEvent, StreamName } from '../../platform/event-store/event-store.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { AccountId, Environment, KeyId, Scope } from '../../shared/ids.js';
import type { PremiumOption } from '../../shared/options.js';
import type { Fact, Logged } from '../envelope.js';
import { UnknownEventError, jsonOf, logged } from '../envelope.js';

/** The account exists from now on, with these blocks switched on. */
export type AccountOpened = Fact<'AccountOpened', { account_id: AccountId; blocks: readonly BlockKey[] }>;
/** Its keys answer 401 from now on; jobs already accepted run on and are billed. */
export type AccountSuspended = Fact<'AccountSuspended', { reason: string }>;
/** Its unrevoked keys work again. */
export type AccountReinstated = Fact<'AccountReinstated', Record<string, never>>;
/** Requests accepted from now on may use and are billed for these blocks. */
export type BlocksEnabled = Fact<'BlocksEnabled', { blocks: readonly BlockKey[] }>;
/** Requests accepted from now on get `not_enabled` for these blocks; what was accepted before is unchanged. */
export type BlocksDisabled = Fact<'BlocksDisabled', { blocks: readonly BlockKey[] }>;
/** Requests from now on may ask for this premium option. */
export type OptionEnabled = Fact<'OptionEnabled', { option: PremiumOption }>;
/** Requests from now on that ask for it are refused with 403. */
export type OptionDisabled = Fact<'OptionDisabled', { option: PremiumOption }>;
/** Charges dated on or after `from` (UTC day) cost this much; never backwards. */
export type PricesAgreed = Fact<
  'PricesAgreed',
  {
    /** ISO 4217. */
    currency: string;
    /** YYYY-MM-DD, UTC. */
    from: string;
    /** Price of one unit by block: decimal string. */
    prices: Readonly<Partial<Record<BlockKey, string>>>;
  }
>;
/** A key of this account works from now on. Only a keyed hash of the secret is kept. */
export type KeyIssued = Fact<
  'KeyIssued',
  {
    key_id: KeyId;
    name: string;
    environment: Environment;
    scopes: readonly Scope[];
    /** HMAC-SHA256 of the secret under the deployment's KEY_HASH_SECRET, hex. */
    secret_hash: string;
    /** The key's own cap on rows a job, or null for the default of 250,000. */
    max_rows: number | null;
    requests_per_minute: number;
    resolve_per_minute: number;
  }
>;
/** The key answers 401 from now on, for ever. */
export type KeyRevoked = Fact<'KeyRevoked', { key_id: KeyId; reason: string }>;

export type AccountEvent =
  | AccountOpened
  | AccountSuspended
  | AccountReinstated
  | BlocksEnabled
  | BlocksDisabled
  | OptionEnabled
  | OptionDisabled
  | PricesAgreed
  | KeyIssued
  | KeyRevoked;

export const accountStream = (account: AccountId): StreamName => `account-${account}` as StreamName;

/** The account of an `account-`, `contact-` or `idempotency-` stream. */
export function accountOfStream(stream: StreamName): AccountId {
  const id = stream.slice(stream.indexOf('-') + 1);
  const dot = id.indexOf('.');
  return Number(dot < 0 ? id : id.slice(0, dot)) as AccountId;
}

const TYPES: Readonly<Record<AccountEvent['type'], true>> = {
  AccountOpened: true,
  AccountSuspended: true,
  AccountReinstated: true,
  BlocksEnabled: true,
  BlocksDisabled: true,
  OptionEnabled: true,
  OptionDisabled: true,
  PricesAgreed: true,
  KeyIssued: true,
  KeyRevoked: true,
};

export function decodeAccountEvent(recorded: RecordedEvent): Logged<AccountEvent> {
  if (!Object.hasOwn(TYPES, recorded.type)) throw new UnknownEventError(recorded);
  return logged(recorded, { type: recorded.type, data: jsonOf(recorded) } as AccountEvent);
}
