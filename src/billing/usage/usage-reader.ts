/**
 * Answers usage questions: by block or day for customers, by job or key for operators. Figures are exact up
 * to `as_of`.
 */
import { USAGE_JOBS, USAGE_KEYS, type DayOfUse } from '../../../projections/usage/usage.document.js';
import { JOB_STATUS } from '../../../projections/job-status/job-status.document.js';
import { decodeJobEvent, jobStream } from '../../streams/job/job.events.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { firstEvent } from '../../../packages/platform/src/event-store/stored-events.js';
import type { TypedReader } from '../../../packages/platform/src/projector/generation-reader.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { parseJobId, type AccountId, type JobId, type KeyId } from '../../../packages/contract/src/ids.js';
import { adjustedUsageBody } from './usage-adjustments.js';
import { blockItems, dayItems, jobItems, keyItems } from './usage-body.js';
import type { JobItem, KeyItem, UsageFigures } from './usage-body.js';
import { usageByJobOrKey, usageFigures } from './usage-documents.js';
import type { UsageRange } from './usage-range.js';
import type { BlockItem, DayItem, Granularity, UsageBody } from './usage-schemas.js';

export type UsageOutcome<Item = BlockItem | DayItem> =
  | { readonly outcome: 'usage'; readonly body: UsageBody<Item> }
  /** The job doesn't exist, or it is another account's. */
  | { readonly outcome: 'job_not_found' }
  /** The billing lane is stopped, or has not caught up since the start (503). */
  | { readonly outcome: 'unavailable' };

export interface UsageQuery {
  readonly account: AccountId;
  readonly range: UsageRange;
  readonly granularity: Granularity;
  /** The job id that the client wrote, or null for all jobs. */
  readonly jobId: string | null;
}

/** Milliseconds to wait until the billing lane passes the log's head at the request (Architecture 6.4). */
const MODEL_WAIT_MS = 1_000;

export class UsageReader {
  constructor(
    private readonly live: LiveReadModels,
    private readonly events: EventStore,
  ) {}

  async readUsage({ account, range, granularity, jobId }: UsageQuery): Promise<UsageOutcome> {
    const job = jobId === null ? null : parseJobId(jobId);
    if (jobId !== null && (job === null || !(await this.hasJob(account, job))))
      return { outcome: 'job_not_found' };
    return this.answer(async (reader) =>
      bodyOf(await usageFigures(reader, { account, range, job }), granularity),
    );
  }

  /** Reads usage with one item for each job, or for each key, which operators see. */
  readUsageBy(
    by: 'job' | 'key',
    account: AccountId,
    range: UsageRange,
  ): Promise<UsageOutcome<JobItem | KeyItem>> {
    return this.answer<JobItem | KeyItem>(async (reader) =>
      by === 'job'
        ? adjustedUsageBody(await usageByJobOrKey(reader, account, range, USAGE_JOBS), by, jobItems)
        : adjustedUsageBody(await usageByJobOrKey(reader, account, range, USAGE_KEYS), by, keyItems),
    );
  }

  /** Reads the usage of one key, by block or day. */
  readKeyUsage({
    account,
    range,
    granularity,
    key,
  }: Omit<UsageQuery, 'jobId'> & { readonly key: KeyId }): Promise<UsageOutcome> {
    return this.answer(async (reader) => {
      const figures = await usageByJobOrKey(reader, account, range, USAGE_KEYS);
      const days = figures.days.filter(({ key_id }) => key_id === key);
      const adjusted = figures.adjusted.filter(({ key_id }) => key_id === key);
      return bodyOf({ ...figures, days, adjusted, credits: [], monthRules: [] }, granularity);
    });
  }

  private async answer<Item>(
    read: (reader: TypedReader) => Promise<UsageBody<Item>>,
  ): Promise<UsageOutcome<Item>> {
    const head = await this.live.head();
    const hasPassed = await this.live.waitFor('billing', head, MODEL_WAIT_MS);
    if (!hasPassed && !(await this.isTrusted())) return { outcome: 'unavailable' };
    return { outcome: 'usage', body: await this.live.snapshot(read) };
  }

  /**
   * Returns true if the lane is only behind. Its figures are then exact up to `as_of`. A stopped lane stays
   * behind.
   */
  private async isTrusted(): Promise<boolean> {
    return (await this.live.answers('billing')) && (await this.live.troubleOf('billing')) === undefined;
  }

  /** Returns true if the account has the job. A job that the read model lacks is looked up in its stream. */
  private async hasJob(account: AccountId, job: JobId): Promise<boolean> {
    const status = await this.live.find(JOB_STATUS, job);
    if (status !== undefined) return status.account_id === account;
    const recorded = await firstEvent(this.events, jobStream(job));
    if (recorded?.type !== 'JobSubmitted') return false;
    const { event } = decodeJobEvent(recorded);
    return event.type === 'JobSubmitted' && event.data.account_id === account;
  }
}

const bodyOf = (figures: UsageFigures, granularity: Granularity): UsageBody<BlockItem | DayItem> =>
  adjustedUsageBody<DayOfUse, BlockItem | DayItem>(
    figures,
    granularity,
    granularity === 'block' ? blockItems : dayItems,
  );
