/** Finds the scope of a bill, and its figures from the read model without reading charges. */
import type { BillScope } from '../../investigate/explain/explained-bill.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { findAccount, findKey } from '../accounts/find-account.js';
import { findJobDocument } from '../jobs/list-jobs.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import type { AuditRecord } from '../support/audit-records.js';
import { showUsage } from '../usage/show-usage.js';
import { cell, type Sheet } from '../../../packages/words/src/sheet/sheet.js';
import { usageFacts, usageTable } from '../usage/usage.sheet.js';

/** The account and days, or the job or key, whose charges a bill holds. `range` null: all days. */
export type BillSubject =
  | { readonly account: AccountId; readonly range: UsageRange }
  | { readonly job: JobId; readonly range: UsageRange | null }
  | { readonly key: KeyId; readonly range: UsageRange | null };

/**
 * Finds a bill's account and days. The access and work lanes must be up to date. @throws WrongRequest
 * @returns `lifetime`: the days in which there may be charges; `auditRecord`: to be written before an answer
 */
export async function billScopeOf(
  operator: OperatorServices,
  subject: BillSubject,
  block: BlockKey | null,
): Promise<{ scope: BillScope; lifetime: UsageRange; auditRecord: Omit<AuditRecord, 'reason'> }> {
  const base = { range: subject.range, block, job: null, key: null };
  const rangeSince = (time: string): UsageRange => ({ from: time.slice(0, 10), to: dayOf(new Date()) });
  if ('job' in subject) {
    const job = await findJobDocument(operator, subject.job);
    const about = { kind: 'bill_of_job', job_id: subject.job } as const;
    const scope = { ...base, account: job.account_id, job: subject.job };
    return { scope, lifetime: rangeSince(job.created_at), auditRecord: { owner: job, about } };
  }
  if ('key' in subject) {
    const key = await findKey(operator, subject.key);
    const about = { kind: 'bill_of_key', key_id: subject.key } as const;
    const scope = { ...base, account: key.account_id, key: subject.key };
    return { scope, lifetime: rangeSince(key.issued_at), auditRecord: { owner: key, about } };
  }
  const { account, range } = subject;
  await findAccount(operator, account);
  const about = { kind: 'bill', account_id: account, ...range, block } as const;
  const auditRecord = { owner: { account_id: account }, about };
  return { scope: { ...base, account }, lifetime: range, auditRecord };
}

/** @throws WrongRequest */
export async function billFigure(operator: OperatorServices, subject: BillSubject) {
  await driveLanesToHead(operator, 'access', 'work');
  const { scope, lifetime, auditRecord } = await billScopeOf(operator, subject, null);
  const { account, range, job, key } = scope;
  const accountAndRange = { account, range: range ?? lifetime };
  const subjectFilter = key === null ? { job } : { job: null, key };
  const usageBy = (by: 'day' | 'block') => showUsage(operator, { ...accountAndRange, by, ...subjectFilter });
  const [days, blocks] = await Promise.all([usageBy('day'), usageBy('block')]);
  return { ...accountAndRange, rows: days.counts.rows, days, blocks, auditRecord };
}

/**
 * Shows the figures of a bill by day and by block, with links to the charges.
 * @param part the job or key whose bill is shown; both null: the bill of the whole account
 */
export function figureSheet(
  { account, range, days, blocks }: Awaited<ReturnType<typeof billFigure>>,
  { job, key }: { readonly job: JobId | null; readonly key: KeyId | null },
): Sheet {
  const subject = job !== null ? { job } : key !== null ? { key } : { account };
  const name = key === null ? `account ${account}` : `key ${key}`;
  return {
    title: `The bill of ${job === null ? `${name}, ${range.from} to ${range.to}` : `job ${job}`}`,
    facts: { account: cell.account(account), job: cell.job(job), key: cell.key(key), ...usageFacts(days) },
    parts: [
      { title: 'By day', table: usageTable(days, subject) },
      { title: 'By block', table: usageTable(blocks, subject) },
    ],
  };
}
