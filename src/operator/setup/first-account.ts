/** Opens the first account and issues its key (`init`). Without a key nobody can use the API. */
import { DEFAULT_REQUESTS_PER_MINUTE, DEFAULT_RESOLVE_PER_MINUTE } from '../../access/caller.js';
import type { Contact, KeyRequest } from '../../access/commands.js';
import { Lease } from '../../../packages/platform/src/coordination/lease.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import { openCustomerAccount } from '../accounts/change-account.js';
import { listAccounts, type AccountListItem } from '../accounts/find-account.js';
import { issueApiKey } from '../keys/keys.js';
import type { OperatorServices } from '../operator.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

export interface FirstAccount {
  readonly account_id: AccountId;
  /** The new key; left out where the account had one. */
  readonly newKey?: { readonly key: string; readonly key_id: KeyId };
}

export interface InitRequest {
  /** Null: no contact was named, so no account is opened. */
  readonly contact: Contact | null;
  readonly blocks: readonly BlockKey[];
}

const FIRST_KEY: KeyRequest = {
  name: 'first key',
  environment: 'live',
  scopes: ['read', 'enrich'],
  max_rows: null,
  requests_per_minute: DEFAULT_REQUESTS_PER_MINUTE,
  resolve_per_minute: DEFAULT_RESOLVE_PER_MINUTE,
};

const LEASE = { ttlMs: 15_000, heartbeatMs: 5_000 };

/** Opens the first account unless one exists. An account without a key (a killed `init`) gets one. */
export async function openOrReuseFirstAccount(
  operator: OperatorServices,
  request: InitRequest,
): Promise<FirstAccount> {
  const holder = { request_id: operator.context.requestId };
  const lease = await Lease.acquire(operator.stores.coordination, 'init', holder, LEASE);
  if (lease === null) throw new NotDone('init_running', 'Another init runs, or was killed seconds ago.');
  try {
    return await ensureFirstAccount(operator, request);
  } finally {
    await lease.release();
  }
}

/** Returns true if `init` needs a contact, since no account is active. */
export const needsContact = async (operator: OperatorServices): Promise<boolean> =>
  (await activeAccounts(operator)).length === 0;

export const missingContactError = (): WrongRequest =>
  new WrongRequest('no_contact', 'Name the contact of the first account: --email ADDRESS --name NAME.');

async function activeAccounts(operator: OperatorServices): Promise<readonly AccountListItem[]> {
  const accounts: AccountListItem[] = [];
  for await (const account of listAccounts(operator)) if (account.status === 'active') accounts.push(account);
  return accounts;
}

async function ensureFirstAccount(
  operator: OperatorServices,
  { contact, blocks }: InitRequest,
): Promise<FirstAccount> {
  const accounts = await activeAccounts(operator);
  const accountWithKey = accounts.find(({ keys }) => keys > 0);
  if (accountWithKey !== undefined) return { account_id: accountWithKey.account_id };
  const account_id = accounts[0]?.account_id ?? (await openFirstAccount(operator, { contact, blocks }));
  return { account_id, newKey: await issueApiKey(operator, account_id, FIRST_KEY) };
}

async function openFirstAccount(
  operator: OperatorServices,
  { contact, blocks }: InitRequest,
): Promise<AccountId> {
  if (contact === null) throw missingContactError();
  return openCustomerAccount(operator, contact, blocks);
}
