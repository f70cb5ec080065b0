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

export const jobCountsBody = objectSchema('The numbers of rows of the job.', {
  total: count.describe('Rows of the job.'),
  processed: count.describe(
    'The sum of `succeeded`, `not_found` and `failed`. A row that a cancel skipped is not processed.',
  ),
  succeeded: count.describe('Rows that were matched to a company and delivered.'),
  not_found: count.describe('Rows that no company matched.'),
  failed: count.describe('Rows that failed for another reason.'),
  site_unreachable: count.describe(
    'Rows whose website could not be opened. They are also counted in one of the other numbers. Resubmit them.',
  ),
});

export const warningBody = z.object({
  code: text.describe('The kind of warning, such as `blocks_not_enabled`.'),
  blocks: z.array(blockKey),
  detail: text,
});
export type Warning = BodyOf<typeof warningBody>;

const readableUntil = time
  .nullable()
  .describe('The time until which the rows can be read; null while the job runs.');

const JOB_STATES = ['queued', 'running', 'cancelling', 'completed', 'cancelled', 'failed'] as const;

export const jobBody = z.object({
  job_id: jobId,
  status: z
    .enum(JOB_STATES)
    .describe(
      'The state of the job. `completed`, `cancelled` and `failed` are final: `results_ready` is true exactly then.',
    ),
  blocks: z.array(blockKey).describe('The requested blocks, without duplicates.'),
  counts: jobCountsBody,
  delivery: z.object({ mode: z.enum(['pull']).describe('Poll the job, then page through its results.') }),
  results_ready: flag.describe('True once all results and the usage can be read.'),
  expires_at: readableUntil,
  created_at: time.describe('When the job was accepted.'),
  finished_at: time.nullable().describe('When the job ended; null while it runs.'),
  retry_after_ms: count
    .optional()
    .describe('While the job runs: the milliseconds to wait before asking again.'),
  warnings: z.array(warningBody).optional(),
  reason: reasonCode.optional(),
});
export type JobView = BodyOf<typeof jobBody>;

const links = {
  results_url: uri.describe('The address of the results.'),
  status_url: uri.describe('The address of the state of the job.'),
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
    .describe(
      'The time until which the row can be read again; null while a block is pending, and with store=false.',
    ),
  complete: flag.describe('True if no block is pending.'),
  pending_blocks: z.array(blockKey).describe('The blocks that are pending.'),
  ...links,
  retry_after_ms: count
    .optional()
    .describe('While a block is pending: the milliseconds to wait before asking again.'),
  warnings: z.array(warningBody).optional(),
  stored: flag.describe('False with `store=false`: the row is not kept.'),
});
export type FieldsAfterRow = BodyOf<typeof resolveFields>;
export const resolveResponse = z.object({
  ...RowBodies.row.shape,
  matched: RowBodies.matched,
  ...resolveFields.shape,
});

const schemaOf = (name: string): string => `#/components/schemas/${name}`;

/** The answer 200 of a resolve: a row or a job. No status of a row is a status of a job. */
export const resolveAnswerBody = z.unknown().meta({
  description: 'The company. On the replay of a request with `wait=false`: its job.',
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
  next_cursor: text.nullable().describe('The cursor of the next page; null on the last page.'),
  remaining: count.describe('The number of entries after this page.'),
  results_ready: flag.describe('False while the job runs: entries may still be added.'),
  expires_at: readableUntil,
});
/** The fields after the entries of a page. */
export type PageTail = BodyOf<typeof pageTail>;

export const resultsPageBody = z.object({
  results: z
    .array(RowBodies.row)
    .describe('The rows in the order of submission. Rows that are not answered yet keep their place.'),
  ...pageTail.shape,
});
export const errorsPageBody = z.object({
  errors: z
    .array(RowBodies.errorEntry)
    .describe('Rows that could not be resolved at all, skipped rows included, in the order of submission.'),
  ...pageTail.shape,
});
