/** Builds the events of a submission's rows, in all processes alike. Pure. */
import type { NewEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { metadataOf, type EventContext } from '../../streams/envelope.js';
import type { Submission } from '../../streams/job/job.events.js';
import { derivedId } from '../../streams/derived-id.js';
import type { PlannedChunk } from './chunk-plan.js';

/** The data that a submission's events carry, whichever process finishes it. */
export interface SubmissionOrigin {
  readonly submission: Submission;
  /** The request that claimed the key or began the job. */
  readonly requestId: string;
  /** ISO time of all events of the submission. */
  readonly time: string;
}

export const submissionContext = ({ submission, requestId }: SubmissionOrigin): EventContext => ({
  requestId,
  actor: `key:${submission.key_id}`,
  account: submission.account_id,
});

/** Builds RowsSubmitted of one chunk around the planned JSON of its rows. */
export function rowsSubmitted(
  origin: SubmissionOrigin,
  chunk: number,
  { from, json }: PlannedChunk,
  salt: string,
): NewEvent {
  const job = origin.submission.job_id;
  const head = JSON.stringify({ job_id: job, chunk, from, salt });
  return {
    id: derivedId('RowsSubmitted', job, chunk),
    type: 'RowsSubmitted',
    format: 'json',
    data: Buffer.from(`${head.slice(0, -1)},"rows":${json}}`),
    metadata: metadataOf(submissionContext(origin), origin.time),
  };
}
