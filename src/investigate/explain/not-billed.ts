/** Counts the free rows and blocks of a figure, by reason. */
import { requestsOfKey } from '../request-log/request-batches.js';
import { sortBlockKeys } from '../../../packages/contract/src/block-key.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import type { BillScope, NotBilledRows } from './explained-bill.js';
import { keysInScope, type BillSources } from './figure.js';
import type { ChargesAndJobs, FigureJobs } from './job-charges.js';

/** The maximum number of calls of the request log that are read to count replays. */
const MAX_CALLS = 50_000;

export async function countNotBilled(
  sources: BillSources,
  scope: BillScope,
  range: UsageRange | null,
  { totals, jobs }: ChargesAndJobs,
): Promise<NotBilledRows> {
  const [skipped, unfinished] = [{ rows: 0 }, { rows: 0 }];
  for (const { status, counts, rows, finished_at } of jobs.all()) {
    const otherRows = rows - counts.succeeded - counts.not_found - counts.failed;
    if (finished_at === null) unfinished.rows += otherRows;
    else if (status === 'cancelled' && isWithinRange(range, finished_at)) skipped.rows += otherRows;
  }
  return {
    failed: Object.fromEntries([...totals.failuresByReason].sort(([, a], [, b]) => b - a)),
    skipped: skipped.rows,
    unfinished: unfinished.rows,
    blocks: Object.fromEntries(
      sortBlockKeys(totals.freeRowsByBlock.keys()).flatMap((block) => {
        const reasons = totals.freeRowsByBlock.get(block) ?? new Map<never, never>();
        return reasons.size === 0 ? [] : [[block, Object.fromEntries(reasons)] as const];
      }),
    ),
    replays: await countReplays(sources, scope, range, jobs),
  };
}

/** True if a day, or the day of a time, lies in the range. */
export const isWithinRange = (range: UsageRange | null, time: string): boolean =>
  range !== null && time.slice(0, 10) >= range.from && time.slice(0, 10) <= range.to;

/** Replays in the days of the figure. For a job: replays since its submission, by any key of the account. */
async function countReplays(
  { coordination, reader }: BillSources,
  scope: BillScope,
  range: UsageRange | null,
  jobs: FigureJobs,
): Promise<number> {
  const [job] = jobs.all();
  const sinceSubmission = job === undefined ? null : { from: job.created_at, to: '' };
  const days = scope.job === null ? range : sinceSubmission;
  if (days === null) return 0;
  let [replays, calls] = [0, 0];
  for (const key of await keysInScope(reader, { ...scope, key: scope.job === null ? scope.key : null })) {
    const timeRange = { from: days.from, before: days.to === '' ? null : `${days.to}~` };
    for await (const { replayed, job_id } of requestsOfKey(coordination, key, timeRange)) {
      if (++calls > MAX_CALLS) return replays;
      if (replayed && (scope.job === null || job_id === scope.job)) replays++;
    }
  }
  return replays;
}
