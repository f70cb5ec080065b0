/** A Job as an answer: the same body wherever one is shown. */
import { Answer, type AnswerParts, type Headers } from '../../platform/http/answer.js';
import type { JobView } from './job-bodies.js';
import { jobView } from './job-view.js';
import type { ShownJob } from './job-reader.js';

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
