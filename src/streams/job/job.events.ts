/** The streams of jobs, and what a submission is. */
import { z } from 'zod';
import type { JobId } from '../../../packages/contract/src/ids.js';
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
  text,
  listOf,
} from '../fields.js';
import { jobSubject } from '../stream-ids.js';

const collectionMode = named(
  'CollectionMode',
  z.union([
    z.literal('pages').describe('A background job, or a resolve with `wait=false`: pages.'),
    z.literal('deferred').describe('A resolve with `defer_live`: answered at once, the rest by pages.'),
    z
      .literal('inline')
      .describe(
        'A resolve that answers in its own request; only an idempotency key lets a client come back for the answer.',
      ),
  ]),
  'How the client collects the answer. It decides what a crash in the middle of a resolve means.',
);
export type CollectionMode = z.output<typeof collectionMode>;

export const submission = named(
  'Submission',
  data({
    job_id: jobId,
    account_id: accountId,
    key_id: keyId,
    environment,
    operation: z.enum(['enrich_job', 'resolve']),
    blocks: blocks.describe('As asked, without doubles.'),
    not_enabled: blocks.describe(
      "Those of `blocks` that weren't enabled for the account when the request was accepted; in the specification's order.",
    ),
    nested_not_enabled: blocks
      .optional()
      .describe(
        "Blocks that weren't enabled for the account and that others of `blocks` show inside their own values; left out where there are none.",
      ),
    options: grantedOptions,
    rows: count,
    chunks: listOf(count).describe(
      "The first row of each chunk, ascending from 0. A chunk's record is one append, so its size is fixed here.",
    ),
    retention_days: z
      .number()
      .describe('Days from the end of the job to the erasure of its rows; fractions allowed.'),
    stored: z.boolean().describe('False: no value of the row is kept anywhere (`store=false`).'),
    collection: collectionMode,
    idempotent: z.boolean().describe('A client holds an idempotency key and can come back with it.'),
    inline_until: time
      .nullable()
      .describe(
        'Until this time (ISO 8601) the request itself works on the job and no worker may take it; null for background jobs.',
      ),
    digest: text(
      "HMAC-SHA256 of the canonical request, keyed by the idempotency key's text, or by the salt in `RowsSubmitted` where there is no key.",
    ),
  }),
  'A submission without its rows. An idempotency claim keeps it, so that any process can finish the submission with equal bytes.',
);
export type Submission = z.output<typeof submission>;

const rowCounts = named(
  'RowCounts',
  data({
    succeeded: count,
    not_found: count,
    failed: count,
    site_unreachable: count.describe(
      'Rows in which a website did not open; each is counted in another figure too.',
    ),
  }),
);
export type RowCounts = z.output<typeof rowCounts>;

const EVENTS = {
  JobSubmitted: {
    meaning: 'The job is accepted: the service finishes it, also after a crash.',
    billing: 'Bills nothing yet.',
    schema: submission,
  },
  SubmissionAbandoned: {
    meaning:
      'The submission was not finished and never will be: no job runs, and its idempotency key is free again.',
    billing: 'Nothing is billed.',
    schema: data({ job_id: jobId, reason: z.string() }),
  },
  ChunkStarted: {
    meaning:
      'A worker took on the rows of this chunk: a later cancel does not skip them. They are answered from the named editions.',
    billing: 'Rows that are delivered will be billed.',
    schema: data({ chunk: count, attempt: z.string(), editions }),
  },
  ChunkCompleted: {
    meaning:
      "Every row of the chunk is recorded and no block is pending; `counts` come from the chunk's record.",
    billing: 'Bills nothing: the charges stand in the record.',
    schema: data({ chunk: count, attempt: z.string(), counts: rowCounts }),
  },
  JobCancelRequested: {
    meaning: 'The account asked to stop: chunks not started are skipped.',
    billing: 'Skipped rows are never billed.',
    schema: data({ key_id: keyId }),
  },
  JobCancelled: {
    meaning: 'The job ended after a cancel: rows of started chunks were delivered, `skipped` rows were not.',
    billing: 'Skipped rows cost nothing.',
    schema: data({ counts: rowCounts, skipped: count, expires_at: time }),
  },
  JobCompleted: {
    meaning: 'The job ended: every row was delivered or failed.',
    billing: 'Bills nothing: the charges stand in the records.',
    schema: data({ counts: rowCounts, expires_at: time }),
  },
  JobRowsErased: {
    meaning: 'The rows that were asked and delivered are no longer shown, and are being deleted for good.',
    billing: 'Charges stay.',
    schema: data({ reason: z.string() }),
  },
  JobHeld: {
    since: 3,
    meaning:
      'The data streams of the job stay past its expiry, for the evidence of a dispute alone. Pages end with JobRowsErased as ever. A later JobHeld takes its place.',
    billing: 'No effect on the bill.',
    schema: data({
      reason: z.string(),
      until: time.nullable().describe('ISO 8601: the hold ends then at the latest; null: until it is ended.'),
    }),
  },
  JobHoldEnded: {
    since: 3,
    meaning:
      'The hold is over. If JobRowsErased stands before it, the data streams are being deleted for good.',
    billing: 'No effect on the bill.',
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
export type JobHeld = EventNamed<JobEvent, 'JobHeld'>;
export type JobRowsErased = EventNamed<JobEvent, 'JobRowsErased'>;

export const jobStreams = defineStream({
  category: 'job',
  id: { shown: '{id}', write: (job: JobId) => job, read: (text) => text as JobId },
  opening:
    'The life of one job: submitted, its chunks started and completed, ended, erased. A single resolve is a job too. Written by the submit, resolve, worker, cancel, erase and hold handlers; read by every lane. Two events a chunk and a handful more; lives for ever. Rows as asked and as delivered are in `rowdata-…`, charges in `rows-…`.',
  subject: jobSubject,
  events: EVENTS,
});

export const jobStream = jobStreams.streamOf;
export const jobOfJobStream = jobStreams.idOf;
export const decodeJobEvent = jobStreams.decode;
