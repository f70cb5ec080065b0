/** A figure of usage by day and block, from the read model alone: what is shown before its charges are read from the log. */
import { JOB_STATUS, jobStatusKey } from '../../../projections/job-status/job-status.document.js';
import { KEYS, apiKeyKey } from '../../../projections/keys/keys.document.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import { dayOf } from '../../shared/calendar.js';
import type { AccountId, JobId, KeyId } from '../../shared/ids.js';
import { unknownJob } from '../jobs/shown-jobs.js';
import { upToDate, type Operator } from '../operator.js';
import { WrongRequest } from '../refusal.js';
import { ofKeyOrAccount, recordLook, type Look } from '../support/looks.js';
import { showUsage } from '../usage/show-usage.js';

export type FigureOf =
  | { readonly account: AccountId; readonly range: UsageRange }
  | { readonly job: JobId }
  /** Without a range: of all its life. */
  | { readonly key: KeyId; readonly range: UsageRange | null };

export interface BillFigure {
  readonly account: AccountId;
  readonly range: UsageRange;
  readonly rows: number;
  readonly days: Awaited<ReturnType<typeof showUsage>>;
  readonly blocks: Awaited<ReturnType<typeof showUsage>>;
  /** To be recorded where the figure is shown. */
  readonly look: Omit<Look, 'reason'>;
}

/** @throws WrongRequest */
export async function billFigure(operator: Operator, of: FigureOf): Promise<BillFigure> {
  const { account, range, part, look } = await whoseOf(operator, of);
  const ask = (by: 'day' | 'block') => showUsage(operator, { account, range, by, ...part });
  const [days, blocks] = await Promise.all([ask('day'), ask('block')]);
  return { account, range, rows: days.counts.rows, days, blocks, look };
}

async function whoseOf(operator: Operator, of: FigureOf) {
  if ('key' in of) return whoseKey(operator, of);
  if ('account' in of) {
    const { account, range } = of;
    const about = { kind: 'bill', account_id: account, ...range, block: null } as const;
    return { account, range, part: { job: null }, look: { of: { account }, account, about } };
  }
  await upToDate(operator, 'work');
  const found = await operator.models.find(JOB_STATUS, jobStatusKey(of.job));
  if (found === undefined) throw unknownJob(of.job);
  const range = { from: found.created_at.slice(0, 10), to: dayOf(new Date()) };
  const about = { kind: 'bill_of_job', job_id: of.job } as const;
  const look = { ...ofKeyOrAccount(found), about };
  return { account: found.account_id, range, part: { job: of.job }, look };
}

async function whoseKey(
  operator: Operator,
  { key, range }: { readonly key: KeyId; readonly range: UsageRange | null },
) {
  await upToDate(operator, 'access');
  const found = await operator.models.find(KEYS, apiKeyKey(key));
  if (found === undefined) throw new WrongRequest('unknown_key', `There is no key ${key}.`);
  const life = { from: found.issued_at.slice(0, 10), to: dayOf(new Date()) };
  const look = { ...ofKeyOrAccount(found), about: { kind: 'bill_of_key', key_id: key } } as const;
  return { account: found.account_id, range: range ?? life, part: { job: null, key }, look };
}

export const recordFigure = (
  operator: Operator,
  { look }: BillFigure,
  reason: string | null,
): Promise<void> => recordLook(operator, { ...look, reason });
