/**
 * A Job as an answer: the same body wherever one is shown. A submission is answered with 202 and the new job, or with 200 and
 * the job that an equal request made (Contract 3.9).
 */
import { Injectable } from '@nestjs/common';
import { Answer, unavailable, type AnswerParts, type Headers } from '../../platform/http/answer.js';
import { PublicAddress } from '../../platform/http/public-address.js';
import type { AccountId, JobId } from '../../shared/ids.js';
import type { SubmitOutcome } from '../commands.js';
import type { JobView } from './job-bodies.js';
import { jobView } from './job-view.js';
import { JobReader, type ShownJob } from './job-reader.js';

declare module '../../platform/http/answer.js' {
  interface Notes {
    readonly job_id?: string;
    /** Rows taken on, and units billed, by this call. */
    readonly rows?: number;
    readonly units?: number;
  }
}

/** `Retry-After`, in whole seconds, of anything that is not finished. */
export const retryAfterHeader = (milliseconds: number | undefined): Headers =>
  milliseconds === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(milliseconds / 1000))) };

export function jobAnswer(
  { job, ended }: ShownJob,
  { status, headers = {}, ...parts }: Omit<AnswerParts, 'body'>,
  more: Readonly<Record<string, unknown>> = {},
): Answer {
  const view: JobView = jobView(job, ended);
  return new Answer({
    ...parts,
    status,
    body: { ...view, ...more },
    headers: { ...retryAfterHeader(view.retry_after_ms), ...headers },
    notes: { ...parts.notes, job_id: job.job_id },
  });
}

export const REPLAYED = { 'Idempotent-Replayed': 'true' } as const;

export type AcceptedSubmission = Extract<SubmitOutcome, { outcome: 'accepted' | 'replayed' }>;

/** Where a job can be followed and collected. */
export const jobLinks = (
  address: PublicAddress,
  job: JobId,
): { results_url: string; status_url: string } => ({
  results_url: address.link(`/v1/enrich/jobs/${job}/results`),
  status_url: address.link(`/v1/enrich/jobs/${job}`),
});

@Injectable()
export class AcceptedJob {
  constructor(
    private readonly jobs: JobReader,
    private readonly address: PublicAddress,
  ) {}

  /** @param links whether the body names them too, as that of a resolve with `wait=false` does */
  async answer(
    account: AccountId,
    { outcome, job_id, position }: AcceptedSubmission,
    links: 'with links' | 'plain' = 'plain',
  ): Promise<Answer> {
    const created = outcome === 'accepted';
    const shown = created
      ? await this.jobs.accepted(job_id)
      : await this.jobs.find(account, job_id, position);
    // It was accepted: a read that finds nothing can only come too early.
    if (shown === null) return unavailable();
    const urls = jobLinks(this.address, job_id);
    const more = links === 'plain' ? {} : urls;
    if (!created)
      return jobAnswer(shown, { status: 200, headers: REPLAYED, notes: { replayed: true } }, more);
    const parts = { status: 202, headers: { Location: urls.status_url }, notes: { rows: shown.job.rows } };
    return jobAnswer(shown, parts, more);
  }
}
