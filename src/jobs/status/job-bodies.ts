/** Declares the bodies that show jobs to clients (Spec 3.3 to 3.5; Contract 1.2, 2.1, 2.14). */
import { z } from 'zod';
import { RowBodies } from '../../../packages/enrichment/src/index.js';
import {
  blockKey,
  count,
  objectSchema,
  flag,
  jobId,
  reasonCode,
  text,
  time,
  uri,
  type BodyOf,
} from '../../../packages/contract/src/body-parts.js';

export const jobCountsBody = objectSchema('Rows, counted.', {
  total: count.describe('Rows of the job.'),
  processed: count.describe('succeeded + not_found + failed; a row skipped by a cancel is not processed.'),
  succeeded: count.describe('Matched to a company and delivered.'),
  not_found: count.describe('No company matched.'),
  failed: count.describe('Failed for any other reason.'),
  site_unreachable: count.describe('Overlaps the others: a website would not open. Resubmit these.'),
});

export const warningBody = z.object({
  code: text.describe('Such as `blocks_not_enabled`.'),
  blocks: z.array(blockKey),
  detail: text,
});
export type Warning = BodyOf<typeof warningBody>;

const untilRead = time.nullable().describe('Until then the rows can be read; null while the job runs.');

const JOB_STATES = ['queued', 'running', 'cancelling', 'completed', 'cancelled', 'failed'] as const;

export const jobBody = z.object({
  job_id: jobId,
  status: z
    .enum(JOB_STATES)
    .describe('`completed`, `cancelled` and `failed` are final: `results_ready` is true exactly then.'),
  blocks: z.array(blockKey).describe('As requested, doubles dropped.'),
  counts: jobCountsBody,
  delivery: z.object({ mode: z.enum(['pull']).describe('Poll the job, page its results.') }),
  results_ready: flag.describe('True when the results can be read in full, and the usage too.'),
  expires_at: untilRead,
  created_at: time.describe('When the job was accepted.'),
  finished_at: time.nullable().describe('Null until finished.'),
  retry_after_ms: count.optional().describe('While not finished: when to ask again, in milliseconds.'),
  warnings: z.array(warningBody).optional(),
  reason: reasonCode.optional(),
});
export type JobView = BodyOf<typeof jobBody>;

const links = {
  results_url: uri.describe('Where the results are collected.'),
  status_url: uri.describe('Where the job is followed.'),
};

export const acceptedResolve = objectSchema('The job of a resolve with `wait=false`.', {
  ...jobBody.shape,
  ...links,
});

/** The fields after the row in the answer of a resolve. */
const resolveFields = z.object({
  job_id: jobId,
  expires_at: time
    .nullable()
    .describe('Until then the row can be read again; null while a block is pending, and with store=false.'),
  complete: flag.describe('No block is pending.'),
  pending_blocks: z.array(blockKey).describe('Empty when complete.'),
  ...links,
  retry_after_ms: count.optional().describe('While incomplete: when to ask again.'),
  warnings: z.array(warningBody).optional(),
  stored: flag.describe('False with `store=false`: the row is kept nowhere.'),
});
export type ResolveRest = BodyOf<typeof resolveFields>;
export const resolveResponse = z.object({
  ...RowBodies.row.shape,
  matched: RowBodies.matched,
  ...resolveFields.shape,
});

const schemaOf = (name: string): string => `#/components/schemas/${name}`;

/** The answer 200 of a resolve: a row or a job. No status of a row is a status of a job. */
export const resolveAnswerBody = z.unknown().meta({
  description: 'A company; on the replay of a request with `wait=false`, its job.',
  oneOf: ['ResolveResponse', 'AcceptedResolve'].map((name) => ({ $ref: schemaOf(name) })),
  discriminator: {
    propertyName: 'status',
    mapping: {
      ...Object.fromEntries(
        RowBodies.row.shape.status.options.map((word) => [word, schemaOf('ResolveResponse')]),
      ),
      ...Object.fromEntries(JOB_STATES.map((word) => [word, schemaOf('AcceptedResolve')])),
    },
  },
});

const pageTail = z.object({
  next_cursor: text.nullable().describe('For the next page; null on the last.'),
  remaining: count.describe('Entries still after this page.'),
  results_ready: flag.describe('False while the job runs: what is not there yet may come.'),
  expires_at: untilRead,
});
/** The fields after the entries of a page. */
export type PageTail = BodyOf<typeof pageTail>;

export const resultsPageBody = z.object({
  results: z.array(RowBodies.row).describe('In submission order; pending rows keep their place.'),
  ...pageTail.shape,
});
export const errorsPageBody = z.object({
  errors: z
    .array(RowBodies.errorEntry)
    .describe('Rows that could not be resolved at all, skipped ones included, in order.'),
  ...pageTail.shape,
});
