/** An account as the operator sees it, with its keys. */
import {
  ACCOUNTS,
  accountKey,
  nameOfKey,
  type AccountDocument,
} from '../../../projections/accounts/accounts.document.js';
import { KEYS, apiKeyKey, type KeyDocument } from '../../../projections/keys/keys.document.js';
import { readAccountRowCounts } from '../../jobs/caps/row-caps.js';
import { everyDocument } from '../../platform/projector/projector-state.js';
import { dayOf } from '../../shared/calendar.js';
import type { AccountId, KeyId } from '../../shared/ids.js';
import { upToDate, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';

/** A key with its name, which may be empty, and without the hash of its secret. */
export type KeyShown = Omit<KeyDocument, 'secret_hash'> & { readonly name: string };

export interface AccountShown extends Pick<
  AccountDocument,
  'account_id' | 'name' | 'email' | 'status' | 'opened_at' | 'blocks' | 'options' | 'prices'
> {
  readonly blocks_enabled_count: number;
  readonly keys: readonly KeyShown[];
  /** Rows that are not finished, and rows finished today (UTC) without a unit, beside what is allowed of each. */
  readonly open_rows: number;
  readonly max_open_rows: number;
  readonly unbilled_rows_today: number;
  readonly max_unbilled_rows_per_day: number;
}

/** A line of the list: `keys` counts those that are not revoked. */
export interface AccountListed extends Pick<
  AccountShown,
  'account_id' | 'name' | 'email' | 'status' | 'blocks_enabled_count' | 'opened_at'
> {
  readonly keys: number;
}

/** Entitlements, keys and prices, as of now. */
export async function showAccount(operator: Operator, account: AccountId): Promise<AccountShown> {
  await upToDate(operator, 'access', 'work');
  // A billing lane that has stopped is no reason to show nothing of the account: its count is then as old.
  await upToDate(operator, 'billing').catch(() => undefined);
  return accountShown(operator, account);
}

/** As the access lane knows it. */
export async function accountShown(operator: Operator, account: AccountId): Promise<AccountShown> {
  const { models, settings } = operator;
  const found = await findAccount(operator, account);
  const { name, email, status, opened_at, blocks, options, prices } = found;
  const { open, unbilled } = await readAccountRowCounts(models, account, dayOf(new Date()));
  return {
    ...{ account_id: account, name, email, status, opened_at, blocks },
    blocks_enabled_count: blocks.length,
    options,
    keys: await keysOf(operator, found),
    prices,
    open_rows: open,
    max_open_rows: settings.maxOpenRows,
    unbilled_rows_today: unbilled,
    max_unbilled_rows_per_day: settings.maxUnbilledRowsPerDay,
  };
}

/** An account that isn't there is a wrong request, and reported before anything else of it is read. */
export async function findAccount({ models }: Operator, account: AccountId): Promise<AccountDocument> {
  const found = await models.find(ACCOUNTS, accountKey(account));
  if (found === undefined || found.opened_at === null)
    throw new WrongRequest('unknown_account', `There is no account ${account}.`);
  return found;
}

/** @throws WrongRequest */
export async function findKey({ models }: Operator, keyId: KeyId): Promise<KeyDocument> {
  const found = await models.find(KEYS, apiKeyKey(keyId));
  if (found === undefined) throw new WrongRequest('unknown_key', `There is no key ${keyId}.`);
  return found;
}

/** Of one account, in the order of their issue. */
export async function keysOf({ models }: Operator, account: AccountDocument): Promise<KeyShown[]> {
  const keys: KeyShown[] = [];
  const query = { index: 'by_account', equals: [account.account_id] };
  for await (const document of everyDocument(models, KEYS.name, query))
    keys.push(keyShown(KEYS.fields(document), account));
  return keys;
}

const keyShown = (
  { secret_hash: _hash, key_id, account_id, ...key }: KeyDocument,
  account: AccountDocument,
): KeyShown => ({ key_id, account_id, name: nameOfKey(account, key_id), ...key });

export async function* listAccounts(operator: Operator): AsyncGenerator<AccountListed> {
  await upToDate(operator, 'access');
  for await (const document of everyDocument(operator.models, ACCOUNTS.name)) {
    const account = ACCOUNTS.fields(document);
    const { account_id, name, email, status, blocks, opened_at } = account;
    if (opened_at === null) continue;
    const keys = (await keysOf(operator, account)).filter(({ revoked_at }) => revoked_at === null).length;
    const blocks_enabled_count = blocks.length;
    yield { account_id, name, email, status, blocks_enabled_count, keys, opened_at };
  }
}
