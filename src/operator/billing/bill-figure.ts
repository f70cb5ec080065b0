/** Whose charges a bill is of, and its figure from the read model alone: what is shown before charges are read. */
import type { BillScope } from '../../investigate/explain/explained.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import type { BlockKey } from '../../shared/block-key.js';
import { dayOf } from '../../shared/calendar.js';
import type { AccountId, JobId, KeyId } from '../../shared/ids.js';
import { findAccount, findKey } from '../accounts/find-account.js';
import { findJob } from '../jobs/shown-jobs.js';
import { upToDate, type Operator } from '../operator.js';
import { ofKeyOrAccount, type Look } from '../support/looks.js';
import { showUsage } from '../usage/show-usage.js';

/** Of an account some days; of a job or a key every day, or some. */
export type BillOf =
  | { readonly account: AccountId; readonly range: UsageRange }
  | { readonly job: JobId; readonly range: UsageRange | null }
  | { readonly key: KeyId; readonly range: UsageRange | null };

interface Scoped {
  readonly scope: BillScope;
  /** Days in which there may be charges. */
  readonly life: UsageRange;
  /** To be recorded where the bill is shown. */
  readonly look: Omit<Look, 'reason'>;
}

/** The access and the work lane must be up to date. @throws WrongRequest */
export async function scopeOf(operator: Operator, of: BillOf, block: BlockKey | null): Promise<Scoped> {
  const whole = { range: of.range, block, job: null, key: null };
  const since = (time: string): UsageRange => ({ from: time.slice(0, 10), to: dayOf(new Date()) });
  if ('job' in of) {
    const job = await findJob(operator, of.job);
    const about = { kind: 'bill_of_job', job_id: of.job } as const;
    const scope = { ...whole, account: job.account_id, job: of.job };
    return { scope, life: since(job.created_at), look: { ...ofKeyOrAccount(job), about } };
  }
  if ('key' in of) {
    const key = await findKey(operator, of.key);
    const about = { kind: 'bill_of_key', key_id: of.key } as const;
    const scope = { ...whole, account: key.account_id, key: of.key };
    return { scope, life: since(key.issued_at), look: { ...ofKeyOrAccount(key), about } };
  }
  const { account, range } = of;
  await findAccount(operator, account);
  const about = { kind: 'bill', account_id: account, ...range, block } as const;
  return { scope: { ...whole, account }, life: range, look: { of: { account }, account, about } };
}

export interface BillFigure extends Pick<Scoped, 'look'> {
  readonly account: AccountId;
  readonly range: UsageRange;
  readonly rows: number;
  readonly days: Awaited<ReturnType<typeof showUsage>>;
  readonly blocks: Awaited<ReturnType<typeof showUsage>>;
}

/** @throws WrongRequest */
export async function billFigure(operator: Operator, of: BillOf): Promise<BillFigure> {
  await upToDate(operator, 'access', 'work');
  const { scope, life, look } = await scopeOf(operator, of, null);
  const { account, range, job, key } = scope;
  const asked = { account, range: range ?? life };
  const part = key === null ? { job } : { job: null, key };
  const ask = (by: 'day' | 'block') => showUsage(operator, { ...asked, by, ...part });
  const [days, blocks] = await Promise.all([ask('day'), ask('block')]);
  return { ...asked, rows: days.counts.rows, days, blocks, look };
}
