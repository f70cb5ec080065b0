/** Builds the HTTP answer that shows a job: 202 for a new one, 200 for an earlier one (Contract 3.9). */
import { Injectable } from '@nestjs/common';
import {
  Answer,
  unavailable,
  type AnswerParts,
  type Headers,
} from '../../../packages/platform/src/http/answer.js';
import { PublicAddress } from '../../../packages/platform/src/http/public-address.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import { Receipts } from '../../receipts/receipts.js';
import type { AcceptedJob } from '../commands.js';
import { jobView } from './job-view.js';
import { JobReader, type ShownJob } from './job-reader.js';

declare module '../../../packages/platform/src/http/answer.js' {
  interface Notes {
    readonly job_id?: string;
    readonly rows?: number;
    readonly units?: number;
  }
}

/** Returns the header `Retry-After` in whole seconds, or no header without a wait. */
export const retryAfterHeader = (waitMs: number | undefined): Headers =>
  waitMs === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) };

export function jobAnswer(
  { job, isEnded }: ShownJob,
  { status, headers = {}, ...parts }: Omit<AnswerParts, 'body'>,
  fields: Readonly<Record<string, unknown>> = {},
): Answer {
  const view = jobView(job, isEnded);
  return new Answer({
    ...parts,
    status,
    body: { ...view, ...fields },
    headers: { ...retryAfterHeader(view.retry_after_ms), ...headers },
    notes: { ...parts.notes, job_id: job.job_id },
  });
}

export const REPLAYED = { 'Idempotent-Replayed': 'true' } as const;

/** Returns the addresses of a job's results and status. */
export const jobLinks = (address: PublicAddress, job: JobId) => ({
  results_url: address.link(`/v1/enrich/jobs/${job}/results`),
  status_url: address.link(`/v1/enrich/jobs/${job}`),
});

@Injectable()
export class AcceptedJobAnswers {
  constructor(
    private readonly jobs: JobReader,
    private readonly address: PublicAddress,
    private readonly receipts: Receipts,
  ) {}

  /** @param links `with links`: the body has the addresses of `jobLinks`, as for `wait=false` */
  async answer(
    account: AccountId,
    { outcome, job_id, position, receipt_event: event }: AcceptedJob,
    request_sha256: string,
    links: 'with links' | 'plain' = 'plain',
  ): Promise<Answer> {
    const isNew = outcome === 'accepted';
    const shownJob = isNew
      ? await this.jobs.findAccepted(job_id)
      : await this.jobs.find(account, job_id, position);
    // The job was accepted, so a read that finds nothing came too early.
    if (shownJob === null) return unavailable();
    const urls = jobLinks(this.address, job_id);
    const linkFields = links === 'plain' ? {} : urls;
    const parts = isNew
      ? { status: 202, headers: { Location: urls.status_url }, notes: { rows: shownJob.job.rows } }
      : { status: 200, headers: REPLAYED, notes: { replayed: true } };
    const units = isNew ? 0 : () => this.jobs.readUnitsSoFar(account, job_id);
    const facts = { job_id, request_sha256, units, event };
    return this.receipts.withReceipt(jobAnswer(shownJob, parts, linkFields), facts);
  }
}
