import type { JobId, KeyId } from '../../shared/ids.js';
import { cell, type Sheet } from '../../shared/sheet/sheet.js';
import { useFacts, useTable } from '../usage/usage.sheet.js';
import type { BillFigure } from './bill-figure.js';

/**
 * Shows a figure of many charges by day and by block, with links to the charges.
 * @param part the job or key whose use it is; both null: the whole account's use
 */
export function figureSheet(
  { account, range, days, blocks }: BillFigure,
  { job, key }: { readonly job: JobId | null; readonly key: KeyId | null },
): Sheet {
  const subject = job !== null ? { job } : key !== null ? { key } : { account };
  const name = key === null ? `account ${account}` : `key ${key}`;
  return {
    title: `The bill of ${job === null ? `${name}, ${range.from} to ${range.to}` : `job ${job}`}`,
    facts: { account: cell.account(account), job: cell.job(job), key: cell.key(key), ...useFacts(days) },
    parts: [
      { title: 'By day', table: useTable(days, subject) },
      { title: 'By block', table: useTable(blocks, subject) },
    ],
  };
}
