/** Finds the accounts of a company that count: for each balance day the newest readable document. */
import type { AccountsRecord, ReadAccounts, UnreadAccounts } from '../../filed-accounts/accounts-record.js';
import type { Item, Records } from '../kit/records/record.js';

export interface StandingAccounts {
  readonly record: ReadAccounts;
  /** The ids of earlier publications for the same balance day, newest first. */
  readonly replaces: readonly string[];
}

export interface HeldAccounts {
  /** The documents by the day that they are made up to, newest first. */
  readonly read: readonly StandingAccounts[];
  /** The newest unreadable document, if no newer one can be read. */
  readonly unread: UnreadAccounts | null;
}

const descending = (a: string, b: string): number => (a > b ? -1 : a < b ? 1 : 0);

/** Sorts later publications first, and publications of one day by name, the later name first. */
const newerFirst = (a: Item<AccountsRecord>, b: Item<AccountsRecord>): number =>
  descending(a.data.document.made_up_to, b.data.document.made_up_to) ||
  descending(a.version, b.version) ||
  descending(a.key, b.key);

export function heldAccounts(records: Records<AccountsRecord> | null): HeldAccounts {
  const all = [...(records?.items ?? [])].sort(newerFirst).map(({ data }) => data);
  const read: { record: ReadAccounts; replaces: string[] }[] = [];
  for (const record of all) {
    if (record.status !== 'read') continue;
    const last = read.at(-1);
    if (last?.record.document.made_up_to === record.document.made_up_to)
      last.replaces.push(record.document.id);
    else read.push({ record, replaces: [] });
  }
  const unread = all.find((record) => record.status === 'unreadable') ?? null;
  const newest = read[0]?.record.document.made_up_to ?? '';
  return { read, unread: unread !== null && unread.document.made_up_to > newest ? unread : null };
}

/** The evidence that a document replaced another, for `detail.evidence`; none if it did not. */
export const amendmentOf = ({ record: { document, amended }, replaces }: StandingAccounts) =>
  amended || replaces.length > 0
    ? { evidence: [{ kind: 'amended_accounts', document_id: document.id, says_so: amended, replaces }] }
    : {};

/** The text of the newest accounts that have a description; null: no accounts have one. */
export function accountsTextOf(records: Records<AccountsRecord> | null) {
  const accounts = heldAccounts(records).read.find(({ record }) => record.description !== null)?.record;
  return accounts?.description == null
    ? null
    : { description: accounts.description, made_up_to: accounts.document.made_up_to };
}
