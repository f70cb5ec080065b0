/**
 * Finds the caller of an `Authorization` header (Spec 7.1 to 7.4) in the documents of the access lane. A
 * revoked key gets 401 within a second in every process. A successful check is reused for 250 ms. If the
 * documents may be more than 600 ms old, the account's own stream is read. An operator's command waits that
 * second before it returns (`waitUntilInForce` in `operator/operator.ts`). Only successes are cached, so an
 * unknown key and a wrong secret always take the same steps: two look-ups, one HMAC, one comparison.
 */
import { ACCOUNTS, nameOfKey, type AccountDocument } from '../../projections/accounts/accounts.document.js';
import { KEYS, type KeyDocument } from '../../projections/keys/keys.document.js';
import { accountSubject } from '../streams/stream-ids.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import type { PremiumOption } from '../../packages/contract/src/options.js';
import type { AccountId, KeyId } from '../../packages/contract/src/ids.js';
import type { AccountStore, LoadedAccount } from './account.store.js';
import type { Caller } from './caller.js';
import { hashSecret, sameHash } from './key-secret.js';
import type { LaneFreshness } from './lane-freshness.js';
import type { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import { SECRET_LENGTH, parseApiKey, type ApiKeyText } from '../../packages/contract/src/api-key.js';
import { accountPart } from '../../projections/key-parts.js';

/** The name of the scheme is case-insensitive (RFC 9110). */
const BEARER = /^bearer +(\S+)$/i;

/** A key of valid form that was never issued. */
const UNISSUED_KEY: ApiKeyText = {
  environment: 'live',
  key_id: '000000000000' as KeyId,
  secret: '0'.repeat(SECRET_LENGTH),
};

interface PresentedKey extends ApiKeyText {
  /** True if the header contains a key of the right form; false if this is `UNISSUED_KEY`. */
  readonly isWellFormed: boolean;
}

export type Authentication =
  | { readonly outcome: 'authenticated'; readonly caller: Caller }
  /** 401 `Authentication credentials were not provided.`: no `Authorization` header at all. */
  | { readonly outcome: 'missing' }
  /** 401 `Invalid API key`: a bad header, an unknown, wrong or revoked key, a suspended account. */
  | { readonly outcome: 'invalid' }
  /** 503: the documents can't be read, or are too old to decide. `reason` is for the log. */
  | { readonly outcome: 'unavailable'; readonly reason: string };

const REUSE_MS = 250;
/** The maximum age of the documents. If they may be older, the account's stream is read. */
const MAX_MODEL_AGE_MS = 600;
/** The time to wait for an unknown key while the lane is behind. The key may have just been issued. */
const CATCH_UP_TIMEOUT_MS = 300;
const MAX_CACHED_SUCCESSES = 10_000;
/** The time between two removals of checks that are no longer reused. */
const DROP_EVERY_MS = 1_000;
const MAX_CACHED_ACCOUNTS = 1_000;
const NO_ACCOUNT = '000000000000';
const NO_HASH = '0'.repeat(64);

/** The part of the live read models that an authenticator needs. Tests replace it. */
export type AccessDirectory = Pick<LiveReadModels, 'get' | 'lanePosition' | 'waitFor' | 'isParked'>;

interface AuthenticatorParts {
  readonly directory: AccessDirectory;
  readonly freshness: LaneFreshness;
  readonly accounts: Pick<AccountStore, 'load' | 'servedOptions' | 'settings'>;
  /** Returns monotonic milliseconds. */
  readonly now: () => number;
}

interface StoredKey {
  readonly key: KeyDocument;
  readonly account: AccountDocument;
}

/** A key and its account, from the documents or from the account's own stream. */
interface Identity {
  readonly key: KeyDocument;
  readonly account: Omit<AccountDocument, 'prices'> & Pick<Caller, 'prices'>;
}

/** A check, or a look-up under way, that other requests with the same header reuse. */
interface Reusable<Result> {
  readonly untilMs: number;
  readonly authentication: Result;
}

const MISSING: Authentication = { outcome: 'missing' };
const INVALID: Authentication = { outcome: 'invalid' };
const unavailable = (reason: string): Authentication => ({ outcome: 'unavailable', reason });

export class Authenticator {
  /** Successful checks, by the header as sent. */
  private readonly successByHeader = new Map<string, Reusable<Authentication>>();
  private nextDropMs = -Infinity;
  private readonly lookupByHeader = new Map<string, Reusable<Promise<Authentication>>>();
  /** An existing account that is read for an unknown key, so that every check takes equally long. */
  private decoyAccount = NO_ACCOUNT;
  /** Accounts whose streams were read, so that the next read of a stream reads only new events. */
  private readonly loadedAccountById = new Map<AccountId, LoadedAccount>();

  constructor(private readonly parts: AuthenticatorParts) {}

  /** Never throws. @param authorization the header as sent; undefined only if there was none */
  authenticate(authorization: string | undefined): Authentication | Promise<Authentication> {
    if (authorization === undefined) return MISSING;
    const success = this.successByHeader.get(authorization);
    if (success !== undefined && success.untilMs > this.parts.now()) return success.authentication;
    return this.shareLookup(authorization, async () => {
      const key = presentedKey(authorization);
      return this.findCaller(
        key,
        hashSecret(key.secret, this.parts.accounts.settings.keyHashSecret),
        authorization,
      );
    });
  }

  /** Requests with the same header share one look-up for as long as its success would be reused (250 ms). */
  private shareLookup(header: string, lookUp: () => Promise<Authentication>): Promise<Authentication> {
    const nowMs = this.parts.now();
    const runningLookup = this.lookupByHeader.get(header);
    if (runningLookup !== undefined && runningLookup.untilMs > nowMs) return runningLookup.authentication;
    const authentication = lookUp()
      .catch((error: unknown) => unavailable(errorMessage(error)))
      .finally(() => {
        if (this.lookupByHeader.get(header) === newLookup) this.lookupByHeader.delete(header);
      });
    const newLookup = { untilMs: nowMs + REUSE_MS, authentication };
    this.lookupByHeader.set(header, newLookup);
    return authentication;
  }

  /** @param hasCaughtUp true if the lane has passed the head of the log: the documents are complete */
  private async findCaller(
    key: PresentedKey,
    hash: string,
    header: string,
    hasCaughtUp = false,
  ): Promise<Authentication> {
    const begunAtMs = this.parts.now();
    const ageMs = hasCaughtUp ? 0 : await this.parts.freshness.readAgeMs();
    const storedKey = await this.findStoredKey(key, hash);
    if (storedKey !== null && (await this.isUnreadable(storedKey)))
      return unavailable('an event of the account is unreadable');
    if (ageMs <= MAX_MODEL_AGE_MS)
      return this.answer(
        storedKey && callerOf(storedKey, this.parts.accounts.servedOptions),
        header,
        begunAtMs,
      );
    if (storedKey !== null) return this.answer(await this.readFromStream(storedKey), header, begunAtMs);
    return (await this.waitForCatchUp())
      ? this.findCaller(key, hash, header, true)
      : unavailable('the access lane is behind the log');
  }

  private isUnreadable({ account }: StoredKey): Promise<boolean> {
    return this.parts.directory.isParked(accountSubject(account.account_id), 'access');
  }

  private async waitForCatchUp(): Promise<boolean> {
    const head = this.parts.freshness.newestHead();
    return head !== null && (await this.parts.directory.waitFor('access', head, CATCH_UP_TIMEOUT_MS));
  }

  /** Finds the key and its account, if the secret is right. It always takes two look-ups and a comparison. */
  private async findStoredKey(presented: PresentedKey, hash: string): Promise<StoredKey | null> {
    const keyDocument = await this.parts.directory.get(KEYS.name, presented.key_id);
    const key = keyDocument === undefined ? null : KEYS.fields(keyDocument);
    if (key !== null) this.decoyAccount = accountPart(key.account_id);
    const account = await this.parts.directory.get(ACCOUNTS.name, this.decoyAccount);
    const isSecretRight = sameHash(hash, key?.secret_hash ?? NO_HASH);
    if (key === null || account === undefined || !isSecretRight || !presented.isWellFormed) return null;
    return key.environment === presented.environment ? { key, account: ACCOUNTS.fields(account) } : null;
  }

  private async readFromStream({ key, account }: StoredKey): Promise<Caller | null> {
    const { loadedAccountById } = this;
    const { account_id } = key;
    const loadedAccount = await this.parts.accounts.load(account_id, loadedAccountById.get(account_id));
    if (loadedAccountById.size >= MAX_CACHED_ACCOUNTS) loadedAccountById.clear();
    loadedAccountById.set(account_id, loadedAccount);
    const { state } = loadedAccount;
    if (state.status === 'unopened') return null;
    const keyState = state.keys.get(key.key_id);
    const identity = {
      key: { ...key, revoked_at: keyState === undefined || keyState.revoked ? 'revoked' : null },
      account: {
        ...account,
        ...(state.contactErased ? { email: '', key_names: {} } : {}),
        status: state.status,
        blocks: [...state.blocks],
        options: [...state.options],
        prices: state.prices,
        budget: state.budget,
      },
    };
    return callerOf(identity, this.parts.accounts.servedOptions);
  }

  /** @param begunAtMs the time at which the look-up began, from which a success is reused */
  private answer(caller: Caller | null, header: string, begunAtMs: number): Authentication {
    if (caller === null) return INVALID;
    this.dropExpired();
    const authentication: Authentication = { outcome: 'authenticated', caller };
    this.successByHeader.set(header, { untilMs: begunAtMs + REUSE_MS, authentication });
    return authentication;
  }

  private dropExpired(): void {
    const nowMs = this.parts.now();
    if (this.successByHeader.size >= MAX_CACHED_SUCCESSES) this.successByHeader.clear();
    if (nowMs < this.nextDropMs) return;
    this.nextDropMs = nowMs + DROP_EVERY_MS;
    for (const [header, { untilMs }] of this.successByHeader)
      if (untilMs <= nowMs) this.successByHeader.delete(header);
  }
}

function callerOf({ key, account }: Identity, servedOptions: ReadonlySet<PremiumOption>): Caller | null {
  if (key.revoked_at !== null || account.status !== 'active') return null;
  return {
    account_id: account.account_id,
    email: account.email,
    key_id: key.key_id,
    key_name: nameOfKey(account, key.key_id),
    environment: key.environment,
    scopes: key.scopes,
    blocks: new Set(account.blocks),
    options: new Set(account.options.filter((option) => servedOptions.has(option))),
    prices: account.prices,
    budget: account.budget ?? null,
    max_rows: key.max_rows,
    requests_per_minute: key.requests_per_minute,
    resolve_per_minute: key.resolve_per_minute,
  };
}

/** Returns the key in the header. Other text becomes `UNISSUED_KEY`, whose check takes as long. */
function presentedKey(authorization: string): PresentedKey {
  const token = BEARER.exec(authorization.trim())?.[1];
  const key = token === undefined ? null : parseApiKey(token);
  return key === null ? { ...UNISSUED_KEY, isWellFormed: false } : { ...key, isWellFormed: true };
}
