/** The sheets of a price list and of its publication, and the columns of the list of price lists. */
import { cell, sheetTable, type Sheet, type SheetColumns } from '../../../packages/words/src/sheet/sheet.js';
import { pricesText } from '../../investigate/sheets/shared-parts.js';
import { PRICE_CHANGE_COLUMNS } from '../accounts/change-terms.js';
import type {
  AccountWithList,
  PriceListDetails,
  PublishedPriceList,
  PublishedVersion,
} from './price-lists.js';

const VERSION_COLUMNS: SheetColumns<PublishedVersion> = {
  version: ({ version }) => version,
  published: ({ published_at }) => cell.time(published_at),
  by: ({ published_by }) => cell.client(published_by),
  reason: ({ reason }) => cell.client(reason),
  'a unit': pricesText,
};

/** The newest version of each list. */
export const PRICE_LIST_COLUMNS: SheetColumns<PublishedVersion> = {
  'price list': ({ name }) => name,
  ...VERSION_COLUMNS,
};

const ACCOUNT_COLUMNS: SheetColumns<AccountWithList> = {
  account: ({ account_id }) => cell.account(account_id),
  name: ({ name }) => cell.client(name),
  version: ({ version }) => version,
  from: ({ from }) => from,
  state: ({ state }) => cell.badge(state, state === 'in force' ? 'good' : 'plain'),
};

const accountsPart = (accounts: readonly AccountWithList[]) => ({
  title: 'Accounts with this list',
  table: sheetTable(accounts, ACCOUNT_COLUMNS, { none: 'No account: prices list give gives it to one.' }),
});

export const priceListSheet = (list: PriceListDetails): Sheet => ({
  title: `Price list ${list.name}, version ${list.version}`,
  facts: { 'a unit': pricesText(list), reason: cell.client(list.reason) },
  parts: [
    { title: 'Versions', table: sheetTable(list.versions, VERSION_COLUMNS) },
    accountsPart(list.accounts),
  ],
});

export const publishedSheet = (list: PublishedPriceList): Sheet => ({
  title: list.dry_run === true ? 'This would be published' : 'Published',
  facts: {
    'price list': list.name,
    version: list.version,
    reason: cell.client(list.reason),
    changed: list.changed ? 'yes; no account has it before it is given' : 'nothing was written',
  },
  parts: [
    { title: 'A unit', table: sheetTable(list.sides, PRICE_CHANGE_COLUMNS) },
    accountsPart(list.accounts),
  ],
});
