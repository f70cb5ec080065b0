/** Schemas of requests and answers about jobs and resolves. */
import { OPTION_GUIDE, type OptionGuide } from '../../blocks/catalogue/option-guide.js';
import { DEFAULT_MAX_ROWS } from '../../shared/row-cap.js';
import { IDENTIFIER_LIMITS, REF_LIMIT } from '../../jobs/request/identifiers.js';
import type { JsonObject } from '../../shared/json.js';
import type { Schema } from './schema.js';
import { closed, enumOf, flag, integer, list, object, orNull, ref, text, time } from './schema.js';

/** The JSON of one option. */
export function optionSchema({ type, values, minimum, maximum, description, premium }: OptionGuide): Schema {
  const bounds: JsonObject = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  const words = values === 'block keys' ? ref('BlockKey') : values === undefined ? null : enumOf(values);
  const sentence = `${description}${premium ? ' Premium: must be enabled for the account.' : ''}`;
  if (type === 'list') return list(words ?? text(), sentence, values === 'block keys' ? {} : { minItems: 1 });
  return { ...(words ?? { type }), ...bounds, description: sentence };
}

/** Of a body, where null counts as left out (Contract 2.5). */
const OPTIONS = Object.fromEntries(
  Object.entries(OPTION_GUIDE).map(([name, guide]) => [name, orNull(optionSchema(guide))]),
);

const JOB = {
  job_id: ref('JobId'),
  status: enumOf(
    ['queued', 'running', 'cancelling', 'completed', 'cancelled', 'failed'],
    '`completed`, `cancelled` and `failed` are final: `results_ready` is true exactly then.',
  ),
  blocks: list(ref('BlockKey'), 'As requested, doubles dropped.'),
  counts: ref('JobCounts'),
  delivery: object({ mode: enumOf(['pull'], 'Poll the job, page its results.') }),
  results_ready: flag('True when the results can be read in full, and the usage too.'),
  expires_at: orNull(time('Until then the rows can be read; null while the job runs.')),
  created_at: time('When the job was accepted.'),
  finished_at: orNull(time('Null until finished.')),
  retry_after_ms: integer('While not finished: when to ask again, in milliseconds.', { minimum: 0 }),
  warnings: list(ref('Warning')),
  reason: ref('ReasonCode'),
};
const JOB_OPTIONAL = ['retry_after_ms', 'warnings', 'reason'];

const URLS = {
  results_url: text('Where the results are collected.', { format: 'uri' }),
  status_url: text('Where the job is followed.', { format: 'uri' }),
};

const ROW = {
  ref: text("The caller's reference; empty where none was given."),
  status: enumOf(['done', 'pending']),
  blocks: ref('Blocks'),
  matched: ref('Matched'),
  reason: ref('ReasonCode'),
};

const PAGE = {
  next_cursor: orNull(text('For the next page; null on the last.')),
  remaining: integer('Entries still after this page.', { minimum: 0 }),
  results_ready: flag('False while the job runs: what is not there yet may come.'),
  expires_at: orNull(time('Until then the rows can be read; null while the job runs.')),
};

export const JOB_SCHEMAS: Readonly<Record<string, Schema>> = {
  JobId: text('`job_` and a ULID.', { pattern: '^job_[0-7][0-9A-HJKMNP-TV-Z]{25}$' }),
  Options: closed(
    object(OPTIONS, {
      description: 'What is left out, or null, has its default.',
      optional: Object.keys(OPTIONS),
    }),
  ),
  AskedRow: closed(
    object(
      {
        ref: orNull(text('Echoed back.', { maxLength: REF_LIMIT })),
        company_number: orNull(
          text('Company register number: 8 characters.', { maxLength: IDENTIFIER_LIMITS.company_number }),
        ),
        company_name: orNull(text('Registered name.', { maxLength: IDENTIFIER_LIMITS.company_name })),
        domain: orNull(text('Bare host or URL.', { maxLength: IDENTIFIER_LIMITS.domain })),
      },
      {
        description:
          'One company, named by exactly one identifier. A row with none, an empty one or several is reported `no_company_key`; it never fails the job.',
        optional: ['ref', 'company_number', 'company_name', 'domain'],
      },
    ),
  ),
  EnrichJobRequest: closed(
    object(
      {
        rows: list(ref('AskedRow'), "Up to 250,000, or the key's own cap.", {
          minItems: 1,
          maxItems: DEFAULT_MAX_ROWS,
        }),
        blocks: list(ref('BlockKey'), 'What is wanted of each company.', { minItems: 1 }),
        options: orNull(ref('Options')),
      },
      { optional: ['options'] },
    ),
  ),
  JobCounts: object(
    {
      total: integer('Rows of the job.', { minimum: 0 }),
      processed: integer('succeeded + not_found + failed; a row skipped by a cancel is not processed.', {
        minimum: 0,
      }),
      succeeded: integer('Matched to a company and delivered.', { minimum: 0 }),
      not_found: integer('No company matched.', { minimum: 0 }),
      failed: integer('Failed for any other reason.', { minimum: 0 }),
      site_unreachable: integer('Overlaps the others: a website would not open. Resubmit these.', {
        minimum: 0,
      }),
    },
    { description: 'Rows, counted.' },
  ),
  Warning: object({
    code: text('Such as `blocks_not_enabled`.'),
    blocks: list(ref('BlockKey')),
    detail: text(),
  }),
  Job: object(JOB, { optional: JOB_OPTIONAL }),
  AcceptedResolve: object(
    { ...JOB, ...URLS },
    { description: 'The job of a resolve with `wait=false`.', optional: JOB_OPTIONAL },
  ),
  Matched: object(
    {
      company_number: text(),
      company_name: text('Absent where no name is held: some dissolved companies are known by number only.'),
      match_confidence: { type: 'number', minimum: 0, maximum: 1 },
      matched_on: enumOf(['company_number', 'company_name', 'previous_name', 'domain']),
    },
    { optional: ['company_name'] },
  ),
  Row: object(ROW, {
    description:
      'One company in results. `matched` where one was found; `reason` where the whole row failed or was skipped.',
    optional: ['matched', 'reason'],
  }),
  ResolveResponse: object(
    {
      ...ROW,
      job_id: ref('JobId'),
      expires_at: orNull(
        time('Until then the row can be read again; null while a block is pending, and with store=false.'),
      ),
      complete: flag('No block is pending.'),
      pending_blocks: list(ref('BlockKey'), 'Empty when complete.'),
      ...URLS,
      retry_after_ms: integer('While incomplete: when to ask again.', { minimum: 0 }),
      warnings: list(ref('Warning')),
      stored: flag('False with `store=false`: the row is kept nowhere.'),
    },
    { optional: ['reason', 'retry_after_ms', 'warnings'] },
  ),
  ResultsPage: object({
    results: list(ref('Row'), 'In submission order; pending rows keep their place.'),
    ...PAGE,
  }),
  ErrorEntry: object(
    {
      row: integer('0-based index in the submission.', { minimum: 0 }),
      ref: text("The caller's reference; empty where none was given."),
      company_number: text('As sent.'),
      company_name: text('As sent.'),
      domain: text('As sent.'),
      reason: ref('ReasonCode'),
      retry_suggested: flag('Whether asking again may help.'),
      detail: text('A sentence.'),
      candidates: list(ref('CompanyCandidate'), 'On `ambiguous_match`.', { maxItems: 20 }),
    },
    { optional: ['company_number', 'company_name', 'domain', 'candidates'] },
  ),
  ErrorsPage: object({
    errors: list(
      ref('ErrorEntry'),
      'Rows that could not be resolved at all, skipped ones included, in order.',
    ),
    ...PAGE,
  }),
};
