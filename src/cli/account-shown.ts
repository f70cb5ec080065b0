/** An account as the command line shows it. */
import type { AccountDocument, AgreedPrices } from '../../projections/accounts/accounts.document.js';
import { ACCOUNTS, accountKey } from '../../projections/accounts/accounts.document.js';
import type { KeyDocument } from '../../projections/keys/keys.document.js';
import { KEYS } from '../../projections/keys/keys.document.js';
import type { BlockKey } from '../shared/block-key.js';
import type { AccountId } from '../shared/ids.js';
import type { PremiumOption } from '../shared/options.js';
import { UsageFailure } from './failure.js';
import type { Columns } from './output.js';
import { facts, table } from './output.js';
import type { Services } from './services.js';

/** A key without the hash of its secret. */
export type KeyShown = Omit<KeyDocument, 'secret_hash'>;

export interface AccountShown {
  readonly account_id: AccountId;
  readonly name: string;
  readonly email: string;
  readonly status: 'active' | 'suspended';
  readonly opened_at: string | null;
  readonly blocks: readonly BlockKey[];
  readonly blocks_enabled_count: number;
  readonly options: readonly PremiumOption[];
  readonly keys: readonly KeyShown[];
  readonly prices: readonly AgreedPrices[];
}

/** An account that isn't there is wrong use, and said so before anything else of it is asked. */
export async function findAccount(services: Services, account: AccountId): Promise<AccountDocument> {
  const document = await services.models.get(ACCOUNTS.name, accountKey(account));
  const fields = document && ACCOUNTS.fields(document);
  if (fields === undefined || fields.opened_at === null)
    throw new UsageFailure('unknown_account', `There is no account ${account}; accounts list shows them.`);
  return fields;
}

/** Of one account, in the order of their issue. */
export async function keysOf(services: Services, account: AccountId): Promise<KeyShown[]> {
  const documents = await services.models.range(KEYS.name, { index: 'by_account', equals: [account] });
  return documents.map((document) => withoutHash(KEYS.fields(document)));
}

function withoutHash({ secret_hash: _hash, ...key }: KeyDocument): KeyShown {
  return key;
}

export const accountShown = (account: AccountDocument, keys: readonly KeyShown[]): AccountShown => ({
  account_id: account.account_id,
  name: account.name,
  email: account.email,
  status: account.status,
  opened_at: account.opened_at,
  blocks: account.blocks,
  blocks_enabled_count: account.blocks.length,
  options: account.options,
  keys,
  prices: account.prices,
});

export const KEY_COLUMNS: Columns<KeyShown> = {
  key: (key) => key.key_id,
  name: (key) => key.name,
  environment: (key) => key.environment,
  scopes: (key) => key.scopes.join(', '),
  rows: (key) => key.max_rows ?? 'default',
  'a minute': (key) => `${key.requests_per_minute} (resolve ${key.resolve_per_minute})`,
  issued: (key) => key.issued_at,
  revoked: (key) => (key.revoked_at === null ? '-' : `${key.revoked_at}: ${key.revoke_reason ?? ''}`),
};

export function accountTable(account: AccountShown): string {
  const head = facts({
    account: account.account_id,
    name: account.name,
    'e-mail': account.email,
    status: account.status,
    opened: account.opened_at,
    blocks: `${account.blocks_enabled_count}: ${account.blocks.join(', ')}`,
    options: account.options.join(', ') || 'none',
  });
  const keys =
    account.keys.length === 0 ? 'No key yet: keys issue makes one.' : table(account.keys, KEY_COLUMNS);
  const prices = account.prices.map(({ currency, from, prices: agreed }) => {
    const list = Object.entries(agreed).map(([block, price]) => `${block} ${price}`);
    return `From ${from}, in ${currency}: ${list.join(', ')}`;
  });
  return [head, keys, ...(prices.length === 0 ? ['No prices agreed.'] : prices)].join('\n');
}
