/** An account and its keys as text. */
import type { AccountShown, KeyShown } from '../operator/accounts/find-account.js';
import { facts, table, type Columns } from './output.js';

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

export function accountTable(account: AccountShown): readonly string[] {
  const head = facts({
    account: account.account_id,
    name: account.name,
    'e-mail': account.email,
    status: account.status,
    opened: account.opened_at,
    blocks: `${account.blocks_enabled_count}: ${account.blocks.join(', ')}`,
    options: account.options.join(', ') || 'none',
    'open rows': `${account.open_rows} of ${account.max_open_rows}`,
    'unbilled rows today': `${account.unbilled_rows_today} of ${account.max_unbilled_rows_per_day}`,
  });
  const keys =
    account.keys.length === 0 ? ['No key yet: keys issue makes one.'] : table(account.keys, KEY_COLUMNS);
  const prices = account.prices.map(({ currency, from, prices: agreed }) => {
    const list = Object.entries(agreed).map(([block, price]) => `${block} ${price}`);
    return `From ${from}, in ${currency}: ${list.join(', ')}`;
  });
  return [...head, ...keys, ...(prices.length === 0 ? ['No prices agreed.'] : prices)];
}
