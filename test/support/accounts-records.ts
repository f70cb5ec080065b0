/** Filed documents as an edition of accounts holds them. */
import type {
  AccountsRecord,
  ReadAccounts,
} from '../../packages/enrichment/src/filed-accounts/accounts-record.js';
import type { Records } from '../../packages/enrichment/src/sources/kit/records/record.js';
import { filedRecord } from './filed-accounts.js';

/** The newest publication last; each a day after the one before. */
export const heldRecords = (...documents: readonly AccountsRecord[]): Records<AccountsRecord> => ({
  whole: {},
  items: documents.map((data, at) => ({
    list: 'accounts',
    key: `${data.document.made_up_to} ${data.document.id}`,
    version: `2026-01-${String(at + 1).padStart(2, '0')}`,
    data,
  })),
});

/** A sample document that can be read. */
export function readSample(name: string): ReadAccounts {
  const { record } = filedRecord(name);
  if (record.status !== 'read') throw new Error(`${name} can't be read`);
  return record;
}

/** The same accounts, made up to another day. */
export const madeUpTo = (accounts: ReadAccounts, day: string): ReadAccounts => ({
  ...accounts,
  document: { ...accounts.document, made_up_to: day, id: `made up to ${day}` },
  periods: accounts.periods.map((period) =>
    period.end === accounts.document.made_up_to ? { ...period, end: day } : period,
  ),
});
