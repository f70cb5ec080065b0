import type { JobId, KeyId } from '../../shared/ids.js';
import { cell, type Sheet } from '../../shared/sheet/sheet.js';
import { useFacts, useTable } from '../usage/usage.sheet.js';
import type { BillFigure } from './bill-figure.js';

/**
 * A figure that stands on many charges: what it is made of by day and block, and the way to its charges.
 * @param part of its account's use; both null: the account's own
 */
export function figureSheet(
  { account, range, days, blocks }: BillFigure,
  { job, key }: { readonly job: JobId | null; readonly key: KeyId | null },
): Sheet {
  const whose = job !== null ? { job } : key !== null ? { key } : { account };
  const name = key === null ? `account ${account}` : `key ${key}`;
  return {
    title: `The bill of ${job === null ? `${name}, ${range.from} to ${range.to}` : `job ${job}`}`,
    facts: { account: cell.account(account), job: cell.job(job), key: cell.key(key), ...useFacts(days) },
    parts: [
      { title: 'By day', table: useTable(days, whose) },
      { title: 'By block', table: useTable(blocks, whose) },
    ],
  };
}
