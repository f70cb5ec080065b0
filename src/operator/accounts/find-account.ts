/** Finds accounts and their keys as operators see them. */
import {
  ACCOUNTS,
  nameOfKey,
  type AccountDocument,
} from '../../../projections/accounts/accounts.document.js';
import { KEYS, type KeyDocument } from '../../../projections/keys/keys.document.js';
import { budgetFields, usedShare } from '../../billing/budget/budget-rule.js';
import { readMonthBudget } from '../../billing/budget/month-budget.js';
import { lastEvent } from '../../../packages/platform/src/event-store/stored-events.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import { readAccountRowCounts } from '../../jobs/caps/row-caps.js';
import { allFields, everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import { accountStream } from '../../streams/account/account.events.js';
import { adjustmentsStream } from '../../streams/adjustments/adjustments.events.js';
import { driveLanesToHead, type OperatorContext, type OperatorServices } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { recordAudit } from '../support/audit-records.js';
import { accountPart } from '../../../projections/key-parts.js';

/** A key with its name, which may be empty, and without the hash of its secret. */
export type KeyDetails = Omit<KeyDocument, 'secret_hash'> & { readonly name: string };

export interface AccountDetails extends Pick<
  AccountDocument,
  'account_id' | 'name' | 'email' | 'status' | 'opened_at' | 'blocks' | 'options' | 'prices' | 'month_rules'
> {
  readonly blocks_enabled_count: number;
  readonly keys: readonly KeyDetails[];
  /** A month's budget and its use this month; null if none is set, or its read models are not built. */
  readonly budget: BudgetDetails | null;
  /** Unfinished rows, and rows finished today (UTC) without a unit, each with its maximum. */
  readonly open_rows: number;
  readonly max_open_rows: number;
  readonly unbilled_rows_today: number;
  readonly max_unbilled_rows_per_day: number;
}

/** `used_share`: `0.8312` for 83.12 %. */
export type BudgetDetails = ReturnType<typeof budgetFields> & {
  readonly used_share: string;
  readonly stop: boolean;
};

/** An account in the list. `keys` is the number of keys that are not revoked. */
export interface AccountListItem extends Pick<
  AccountDetails,
  'account_id' | 'name' | 'email' | 'status' | 'blocks_enabled_count' | 'opened_at'
> {
  readonly keys: number;
}

/** Brings the lanes up to date and returns an account with its blocks, keys and prices. */
export async function showAccount(operator: OperatorServices, account: AccountId): Promise<AccountDetails> {
  await driveLanesToHead(operator, 'access', 'work');
  // The account is shown even if the billing lane is stopped. Unbilled rows and budget are then out of date.
  await driveLanesToHead(operator, 'billing').catch(() => undefined);
  return accountDetails(operator, account);
}

/** Shows an account to an operator. An audit record is written first. @throws WrongRequest */
export async function showAccountWithAudit(
  operator: OperatorServices,
  account: AccountId,
  reason: string | null,
): Promise<AccountDetails> {
  const details = await showAccount(operator, account);
  await recordAudit(operator, { owner: details, about: { kind: 'account', account_id: account }, reason });
  return details;
}

/** Returns an account from the access lane. The caller must bring that lane up to date first. */
export async function accountDetails(
  operator: OperatorServices,
  account: AccountId,
): Promise<AccountDetails> {
  const { models, settings } = operator;
  const document = await findAccount(operator, account);
  const { name, email, status, opened_at, blocks, options, prices, month_rules } = document;
  const { open, unbilled } = await readAccountRowCounts(models, account, dayOf(new Date()));
  return {
    ...{ account_id: account, name, email, status, opened_at, blocks },
    blocks_enabled_count: blocks.length,
    options,
    keys: await keysOf(operator, document),
    prices,
    ...(month_rules === undefined ? {} : { month_rules }),
    budget: await budgetOf(operator, document),
    open_rows: open,
    max_open_rows: settings.maxOpenRows,
    unbilled_rows_today: unbilled,
    max_unbilled_rows_per_day: settings.maxUnbilledRowsPerDay,
  };
}

/** Returns this month's budget; null where none is set, or while the read models of charges are not built. */
export function budgetOf(
  { models }: OperatorServices,
  { account_id, budget }: AccountDocument,
): Promise<BudgetDetails | null> {
  if (budget == null) return Promise.resolve(null);
  return whenReady(async () => {
    const monthBudget = await models.snapshot((reader) =>
      readMonthBudget(reader, { account_id, budget }, new Date()),
    );
    return { ...budgetFields(monthBudget), used_share: usedShare(monthBudget), stop: budget.stop };
  }, null);
}

/** @throws WrongRequest for an unknown account */
export async function findAccount(
  { models }: OperatorServices,
  account: AccountId,
): Promise<AccountDocument> {
  const document = await models.find(ACCOUNTS, accountPart(account));
  if (document === undefined || document.opened_at === null)
    throw new WrongRequest('unknown_account', `There is no account ${account}.`);
  return document;
}

/**
 * Returns the last revisions of an account's own stream and of its adjustments, so that an act can be refused
 * if either has changed since. Charges lie in other streams.
 */
export async function accountRevisions(
  { stores }: OperatorServices,
  account: AccountId,
): Promise<NonNullable<OperatorContext['seen']>> {
  const streams = [accountStream(account), adjustmentsStream(account)];
  const lastEvents = await Promise.all(streams.map((stream) => lastEvent(stores.eventStore, stream)));
  return Object.fromEntries(
    streams.map((stream, index) => [stream, lastEvents[index]?.revision ?? 'no_stream']),
  );
}

/** Finds a key. @throws WrongRequest where it is missing */
export async function findKey({ models }: OperatorServices, keyId: KeyId): Promise<KeyDocument> {
  const key = await models.find(KEYS, keyId);
  if (key === undefined) throw new WrongRequest('unknown_key', `There is no key ${keyId}.`);
  return key;
}

/** Lists the keys of an account in the order of their issue. */
export async function keysOf({ models }: OperatorServices, account: AccountDocument): Promise<KeyDetails[]> {
  const keys = await allFields(models, KEYS, { index: 'by_account', equals: [account.account_id] });
  return keys.map((key) => keyDetails(key, account));
}

const keyDetails = (
  { secret_hash: _hash, key_id, account_id, ...key }: KeyDocument,
  account: AccountDocument,
): KeyDetails => ({ key_id, account_id, name: nameOfKey(account, key_id), ...key });

export async function* listAccounts(operator: OperatorServices): AsyncGenerator<AccountListItem> {
  await driveLanesToHead(operator, 'access');
  for await (const account of openedAccounts(operator)) yield await toListItem(operator, account);
}

type OpenedAccount = AccountDocument & { readonly opened_at: string };

async function* openedAccounts({ models }: OperatorServices): AsyncGenerator<OpenedAccount> {
  for await (const account of everyFields(models, ACCOUNTS)) {
    const { opened_at } = account;
    if (opened_at !== null) yield { ...account, opened_at };
  }
}

async function toListItem(operator: OperatorServices, account: OpenedAccount): Promise<AccountListItem> {
  const { account_id, name, email, status, blocks, opened_at } = account;
  const keys = (await keysOf(operator, account)).filter(({ revoked_at }) => revoked_at === null).length;
  return { account_id, name, email, status, blocks_enabled_count: blocks.length, keys, opened_at };
}

/** Returns a part of the list of accounts, the newest last, and the number of all accounts. */
export async function listSomeAccounts(
  operator: OperatorServices,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Promise<{ readonly accounts: readonly AccountListItem[]; readonly total: number }> {
  await driveLanesToHead(operator, 'access');
  const accounts: OpenedAccount[] = [];
  let total = 0;
  for await (const account of openedAccounts(operator)) {
    if (total >= skip && accounts.length < limit) accounts.push(account);
    total += 1;
  }
  return { accounts: await Promise.all(accounts.map((account) => toListItem(operator, account))), total };
}
