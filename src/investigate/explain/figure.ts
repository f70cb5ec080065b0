/** Reads a figure of usage (days, units, prices) and the jobs behind it, for `billing explain`. */
import {
  ACCOUNTS,
  type AgreedMonthRules,
  type AgreedPrices,
} from '../../../projections/accounts/accounts.document.js';
import { JOB_STATUS, type JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { accountPart, endOfPrefix, keyOf, keysUnder } from '../../../projections/key-parts.js';
import { KEY_ACTIVITY, activityKeys } from '../../../projections/key-activity/key-activity.document.js';
import { KEYS } from '../../../projections/keys/keys.document.js';
import {
  USAGE_ACCOUNTS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  type DayOfUse,
  type UsageAccountDocument,
} from '../../../projections/usage/usage.document.js';
import type { InvestigatedLog } from '../log-reading.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import type { TypedReader } from '../../../packages/platform/src/projector/generation-reader.js';
import { allFields, everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import { clockDay } from '../../../packages/platform/src/time/clock.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { runningMonthOf } from '../../billing/usage/usage-documents.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import type { BillScope } from './explained-bill.js';

export interface BillSources {
  readonly eventStore: InvestigatedLog;
  /** Reads one snapshot of the read models. */
  readonly reader: TypedReader;
  readonly coordination: Coordination;
}

export interface UsageFigure {
  /** The days in scope that have any usage, the earliest first. */
  readonly days: readonly DayOfUse[];
  /**
   * The days in scope, or from the first to the last day with usage. A job without usage has the days from
   * its submission to its end. Null if nothing was ever used.
   */
  readonly range: UsageRange | null;
  readonly prices: readonly AgreedPrices[];
  readonly monthRules: readonly AgreedMonthRules[];
  /** YYYY-MM. */
  readonly runningMonth: string;
  readonly usageAccount: UsageAccountDocument | undefined;
}

export async function readFigure(reader: TypedReader, scope: BillScope): Promise<UsageFigure> {
  const { account, range } = scope;
  const { collection, prefix } = usageInScope(scope);
  const query =
    range === null
      ? keysUnder(...prefix)
      : { from: keyOf(...prefix, range.from), to: endOfPrefix(keyOf(...prefix, range.to)) };
  const days: readonly DayOfUse[] = await allFields<DayOfUse>(reader, collection, query);
  const [first, last] = [days[0], days.at(-1)];
  const usageRange =
    first === undefined || last === undefined
      ? await daysOfJob(reader, scope.job)
      : { from: first.day, to: last.day };
  const usageAccount = await reader.find(USAGE_ACCOUNTS, accountPart(account));
  const { prices = [], month_rules = [] } = (await reader.find(ACCOUNTS, accountPart(account))) ?? {};
  const runningMonth = runningMonthOf(usageAccount);
  return { days, range: range ?? usageRange, prices, monthRules: month_rules, usageAccount, runningMonth };
}

/** The days from the job's submission to its end, or to today. */
async function daysOfJob(reader: TypedReader, id: JobId | null): Promise<UsageRange | null> {
  const job = id === null ? undefined : await reader.find(JOB_STATUS, id);
  if (job === undefined) return null;
  return { from: dayOfTime(job.created_at), to: dayOfTime(job.finished_at ?? clockDay()) };
}

const dayOfTime = (time: string): string => time.slice(0, 'YYYY-MM-DD'.length);

function usageInScope({ account, job, key }: BillScope) {
  const prefix = [accountPart(account)];
  if (job !== null) return { collection: USAGE_JOBS, prefix: [...prefix, job] };
  if (key !== null) return { collection: USAGE_KEYS, prefix: [...prefix, key] };
  return { collection: USAGE_DAYS, prefix };
}

/** A job on one day with usage, or in the whole range if it has no usage. */
export interface JobOfFigure {
  readonly job: JobStatusDocument;
  readonly range: UsageRange;
}

const MENTIONS_PER_BATCH = 200;

/**
 * The jobs with usage in the range by day, once for each day. Then the jobs that were submitted in the range
 * and have no usage: skipped, failed or still running.
 */
export async function* jobsOfFigure(
  reader: TypedReader,
  scope: BillScope,
  range: UsageRange,
): AsyncGenerator<JobOfFigure> {
  if (scope.job !== null) {
    const job = await reader.find(JOB_STATUS, scope.job);
    if (job !== undefined) yield { job, range };
    return;
  }
  const seenJobs = new Set<JobId>();
  for await (const jobOfDay of mentionedJobs(
    reader,
    jobsWithUsage(reader, scope.account, range),
    scope.key,
  )) {
    seenJobs.add(jobOfDay.job.job_id);
    yield jobOfDay;
  }
  for (const key of await keysInScope(reader, scope)) {
    const jobsWithoutUsage = withoutJobs(submittedJobs(reader, key, range), seenJobs);
    yield* mentionedJobs(reader, jobsWithoutUsage, scope.key);
  }
}

/** A job id from a read model, and the days for which the model has it. */
interface JobMention {
  readonly id: JobId;
  readonly range: UsageRange;
}

async function* jobsWithUsage(
  reader: TypedReader,
  account: AccountId,
  { from, to }: UsageRange,
): AsyncGenerator<JobMention> {
  const query = { index: 'by_day', equals: [account], from, to: endOfPrefix(to) };
  for await (const { job_id, day } of everyFields(reader, USAGE_JOBS, query))
    yield { id: job_id, range: { from: day, to: day } };
}

async function* submittedJobs(
  reader: TypedReader,
  key: KeyId,
  range: UsageRange,
): AsyncGenerator<JobMention> {
  const query = activityKeys(key, 'acts', { from: range.from, before: endOfPrefix(range.to) });
  for await (const { kind, job_id } of everyFields(reader, KEY_ACTIVITY, query))
    if (kind === 'submitted' && job_id !== null) yield { id: job_id, range };
}

async function* withoutJobs(mentions: AsyncIterable<JobMention>, seenJobs: ReadonlySet<JobId>) {
  for await (const mention of mentions) if (!seenJobs.has(mention.id)) yield mention;
}

/** The documents of the mentioned jobs, read in batches. With a key, only the jobs of this key. */
async function* mentionedJobs(
  reader: TypedReader,
  mentions: AsyncIterable<JobMention>,
  key: KeyId | null,
): AsyncGenerator<JobOfFigure> {
  let batch: JobMention[] = [];
  for await (const mention of mentions) {
    if (batch.push(mention) < MENTIONS_PER_BATCH) continue;
    yield* await jobsOfBatch(reader, batch, key);
    batch = [];
  }
  yield* await jobsOfBatch(reader, batch, key);
}

async function jobsOfBatch(
  reader: TypedReader,
  batch: readonly JobMention[],
  key: KeyId | null,
): Promise<JobOfFigure[]> {
  if (batch.length === 0) return [];
  const documents = await reader.getMany(
    JOB_STATUS.name,
    batch.map(({ id }) => id),
  );
  const jobById = new Map(documents.map((document) => [document.key, JOB_STATUS.fields(document)]));
  return batch.flatMap(({ id, range }) => {
    const job = jobById.get(id);
    return job === undefined || (key !== null && job.key_id !== key) ? [] : [{ job, range }];
  });
}

/** The key in scope, or all keys of the account. */
export async function keysInScope(reader: TypedReader, { account, key }: BillScope): Promise<KeyId[]> {
  if (key !== null) return [key];
  const keys = await allFields(reader, KEYS, { index: 'by_account', equals: [account] });
  return keys.map(({ key_id }) => key_id);
}
