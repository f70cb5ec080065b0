/** The sheets of an account and of its month rules, and the columns of lists of accounts and keys. */
import { DEFAULT_MAX_ROWS } from '../../../packages/contract/src/row-cap.js';
import {
  cell,
  sheetTable,
  type Cell,
  type SheetColumns,
  type Sheet,
} from '../../../packages/words/src/sheet/sheet.js';
import { amountText, thousands } from '../../../packages/words/src/text/formats.js';
import { monthRuleText, pricesText } from '../../investigate/sheets/shared-parts.js';
import { listText } from '../../streams/account/price-terms.js';
import type { MonthRules } from '../../streams/account/account.state.js';
import type { MonthRuleTerms } from '../../streams/account/month-rules.js';
import { beforeAndAfterParts } from '../adjustments/adjustment.sheet.js';
import type { MonthRulesResult } from './agree-rules-of-months.js';
import type { AccountListItem, AccountDetails, BudgetDetails, KeyDetails } from './find-account.js';

const statusCell = ({ status }: Pick<AccountDetails, 'status'>): Cell =>
  cell.badge(status, status === 'active' ? 'good' : 'bad');

export const ACCOUNT_COLUMNS: SheetColumns<AccountListItem> = {
  account: ({ account_id }) => cell.account(account_id),
  name: ({ name }) => cell.client(name),
  'e-mail': ({ email }) => cell.client(email),
  status: statusCell,
  keys: ({ keys }) => keys,
  blocks: ({ blocks_enabled_count: count }) => count,
  opened: ({ opened_at }) => cell.time(opened_at),
};

/** Columns of a key that its customer may see as well. */
export const CUSTOMER_KEY_COLUMNS: SheetColumns<KeyDetails> = {
  key: ({ key_id }) => cell.code(key_id),
  name: ({ name }) => cell.client(name),
  for: ({ environment, scopes }) => `${environment}: ${scopes.join(', ')}`,
  'requests a minute': (key) => key.requests_per_minute,
  'resolves a minute': (key) => key.resolve_per_minute,
  'rows a job': ({ max_rows }) => max_rows ?? DEFAULT_MAX_ROWS,
  issued: ({ issued_at }) => cell.time(issued_at),
  state: ({ revoked_at }) =>
    revoked_at === null ? cell.badge('works', 'good') : cell.badge('revoked', 'bad'),
};

export const KEY_COLUMNS: SheetColumns<KeyDetails> = {
  ...CUSTOMER_KEY_COLUMNS,
  key: ({ key_id }) => cell.key(key_id),
  revoked: ({ revoked_at, revoke_reason }) =>
    revoked_at === null ? null : [cell.time(revoked_at), ': ', cell.client(revoke_reason)],
};

export const accountSheet = (account: AccountDetails): Sheet => ({
  title: [`Account ${account.account_id} `, statusCell(account)],
  facts: {
    name: cell.client(account.name),
    'e-mail': cell.client(account.email),
    opened: cell.time(account.opened_at),
    blocks: `${account.blocks_enabled_count}: ${account.blocks.join(', ')}`,
    options: account.options.join(', ') || 'none',
    'budget a month (UTC)': budgetInWords(account.budget),
    'rows under way': limitText(account.open_rows, account.max_open_rows),
    'unbilled rows today (UTC)': limitText(account.unbilled_rows_today, account.max_unbilled_rows_per_day),
  },
  parts: [
    {
      title: 'Keys',
      table: sheetTable(account.keys, KEY_COLUMNS, { none: 'No key was issued: keys issue makes one.' }),
    },
    { title: 'Prices', table: sheetTable(account.prices, PRICE_COLUMNS, { none: 'No price is agreed.' }) },
    { title: 'Month rules', table: sheetTable(account.month_rules ?? [], MONTH_RULE_COLUMNS) },
  ],
});

/** The budget in words: its use this month, and whether requests are refused at its end. */
export function budgetInWords(budget: BudgetDetails | null): string {
  if (budget === null) return 'none';
  const [used, limit] =
    'month_amount' in budget
      ? [amountText(budget.used_amount, budget.currency), amountText(budget.month_amount, budget.currency)]
      : [thousands(budget.used_units), `${thousands(budget.month_units)} units`];
  const percent = Math.floor(Number(budget.used_share) * 100);
  const stopText = budget.stop ? 'requests that could pass it are refused' : 'nothing is refused';
  return `${used} of ${limit} used in ${budget.month} (${percent} %); ${stopText}`;
}

export const limitText = (count: number, limit: number): string =>
  `${thousands(count)} of ${thousands(limit)} allowed`;

const PRICE_COLUMNS: SheetColumns<AccountDetails['prices'][number]> = {
  from: ({ from }) => from,
  agreed: ({ agreed_at }) => cell.time(agreed_at),
  contract: ({ contract, currency, withdraws }) =>
    contract === undefined
      ? withdraws === true
        ? 'prices withdrawn'
        : null
      : cell.client([contract.number, contract.purchase_order, currency].filter(Boolean).join(', ')),
  'price list': ({ list }) => listText(list),
  'a unit': pricesText,
};

/** All rules of an agreement, in the order in which they apply. */
const rulesText = ({ free_units, tiers, minimum }: MonthRuleTerms): string =>
  [
    ...(free_units === 0 ? [] : [monthRuleText({ free_units })]),
    ...(tiers.length === 0 ? [] : [monthRuleText({ tiers })]),
    ...(minimum === null ? [] : [monthRuleText({ minimum })]),
  ].join('; ') || 'none';

export const monthRulesSheet = (rules: MonthRulesResult): Sheet => ({
  title: rules.sides !== undefined ? 'This would be written: month rules' : 'Month rules',
  facts: {
    account: cell.account(rules.account_id),
    from: rules.from,
    currency: rules.currency,
    rules: rulesText(rules),
    reason: cell.client(rules.reason),
    changed: rules.sides !== undefined ? null : rules.changed ? 'yes' : 'no, it was agreed already',
  },
  parts: beforeAndAfterParts(rules, 'The running month (UTC)'),
});

const MONTH_RULE_COLUMNS: SheetColumns<MonthRules & { readonly agreed_at: string }> = {
  from: ({ from }) => from,
  version: ({ version }) => version,
  agreed: ({ agreed_at }) => cell.time(agreed_at),
  rules: rulesText,
  currency: ({ currency }) => currency,
  reason: ({ reason }) => cell.client(reason),
};
