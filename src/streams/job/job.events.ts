/** The streams of jobs, and what a submission is. */
import { z } from 'zod';
import type { JobId } from '../../shared/ids.js';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import {
  accountId,
  blocks,
  count,
  data,
  editions,
  environment,
  grantedOptions,
  jobId,
  keyId,
  named,
  time,
} from '../fields.js';
import { jobSubject } from '../stream-ids.js';

/** How the client collects what it asked for; decides what a crash in the middle of a resolve means. */
const collection = named(
  'Collection',
  z.union([
    z.literal('pages').describe('A background job, or a resolve with `wait=false`: pages.'),
    z.literal('deferred').describe('A resolve with `defer_live`: answered at once, the rest by pages.'),
    z
      .literal('inline')
      .describe(
        'A resolve that answers in its own request; somebody can come back only with an idempotency key.',
      ),
  ]),
  'How the client collects what it asked for; decides what a crash in the middle of a resolve means.',
);
export type Collection = z.output<typeof collection>;

export const submission = named(
  'Submission',
  data({
    job_id: jobId,
    account_id: accountId,
    key_id: keyId,
    environment,
    operation: z.enum(['enrich_job', 'resolve']),
    blocks: blocks.describe('As asked, doubles dropped.'),
    not_enabled: blocks.describe(
      "Those of `blocks` that the account lacked when the request was accepted; in the specification's order.",
    ),
    nested_not_enabled: blocks
      .optional()
      .describe(
        'Blocks that the account lacked and that those of `blocks` show inside their own values; left out where there are none.',
      ),
    options: grantedOptions,
    rows: count,
    chunks: z
      .array(count)
      .readonly()
      .describe(
        "The first row of each chunk, ascending from 0. A chunk's record is one append, so its size is fixed here.",
      ),
    retention_days: z
      .number()
      .describe('Days from the end of the job to the erasure of its rows; fractions allowed.'),
    stored: z.boolean().describe('False: no value of the row is kept anywhere (`store=false`).'),
    collection,
    idempotent: z.boolean().describe('A client holds an idempotency key and can come back with it.'),
    inline_until: time
      .nullable()
      .describe(
        'Until then (ISO time) the request itself works on the job and no worker may take it; null for background jobs.',
      ),
    digest: z
      .string()
      .describe(
        "HMAC-SHA256 of the canonical request, keyed by the idempotency key's text, else by the salt in `RowsSubmitted`.",
      ),
  }),
  'All of a submission but its rows: what an idempotency claim keeps so that anyone can finish it with equal bytes.',
);
export type Submission = z.output<typeof submission>;

const rowCounts = named(
  'RowCounts',
  data({
    succeeded: count,
    not_found: count,
    failed: count,
    site_unreachable: count.describe('Overlaps the others: rows in which a website would not open.'),
  }),
);
export type RowCounts = z.output<typeof rowCounts>;

const EVENTS = {
  JobSubmitted: {
    meaning: 'The job is accepted: from here on it will be finished whatever happens.',
    billing: 'Bills nothing yet.',
    schema: submission,
  },
  SubmissionAbandoned: {
    meaning: 'The submission was never finished and never will be: nothing runs, and its key is free again.',
    billing: 'Nothing is billed.',
    schema: data({ job_id: jobId, reason: z.string() }),
  },
  ChunkStarted: {
    meaning:
      "A worker took these rows on; a cancel that comes later doesn't touch them. The editions named decide the answers.",
    billing: 'What is delivered of these rows will be billed.',
    schema: data({ chunk: count, attempt: z.string(), editions }),
  },
  ChunkCompleted: {
    meaning: 'Every row of the chunk is recorded and none is pending; counts are taken from the record.',
    billing: 'Bills nothing: the charges stand in the record.',
    schema: data({ chunk: count, attempt: z.string(), counts: rowCounts }),
  },
  JobCancelRequested: {
    meaning: 'The account asked to stop: chunks not started are skipped.',
    billing: 'Skipped rows are never billed.',
    schema: data({ key_id: keyId }),
  },
  JobCancelled: {
    meaning: 'Over after a cancel: started rows were delivered, `skipped` rows were not.',
    billing: 'Skipped rows cost nothing.',
    schema: data({ counts: rowCounts, skipped: count, expires_at: time }),
  },
  JobCompleted: {
    meaning: 'Over: every row was delivered or failed by itself.',
    billing: 'Bills nothing: the charges stand in the records.',
    schema: data({ counts: rowCounts, expires_at: time }),
  },
  JobRowsErased: {
    meaning: 'What was asked and delivered is no longer shown from here on and is being deleted for good.',
    billing: 'Charges stay.',
    schema: data({ reason: z.string() }),
  },
} as const;

export type JobEvent = EventsOf<typeof EVENTS>;
export type JobSubmitted = EventNamed<JobEvent, 'JobSubmitted'>;
export type ChunkStarted = EventNamed<JobEvent, 'ChunkStarted'>;
export type ChunkCompleted = EventNamed<JobEvent, 'ChunkCompleted'>;
export type JobCancelRequested = EventNamed<JobEvent, 'JobCancelRequested'>;
export type JobCancelled = EventNamed<JobEvent, 'JobCancelled'>;
export type JobCompleted = EventNamed<JobEvent, 'JobCompleted'>;
export type JobRowsErased = EventNamed<JobEvent, 'JobRowsErased'>;

export const jobStreams = defineStream({
  category: 'job',
  id: { shown: '{id}', write: (job: JobId) => job, read: (text) => text as JobId },
  opening:
    'The life of one job, a single resolve included: submitted, its chunks started and completed, ended, erased. Written by the submit, resolve, worker, cancel and erase handlers; read by every lane. Two events a chunk and a handful more; lives for ever. What was asked and delivered is in `rowdata-…`, who was charged in `rows-…`.',
  subject: jobSubject,
  events: EVENTS,
});

export const jobStream = jobStreams.streamOf;
export const jobOfJobStream = jobStreams.idOf;
export const decodeJobEvent = jobStreams.decode;
