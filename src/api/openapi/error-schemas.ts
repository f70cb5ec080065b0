/** Makes the schemas of the error bodies (Contract 3.1, 3.2, 3.4) from the table of refusals. */
import { z } from 'zod';
import {
  schemaReference,
  decimal,
  flag,
  int,
  positive,
  reasonCode,
  text,
  time,
  uri,
} from '../../../packages/contract/src/body-parts.js';
import { REASONS } from '../../../packages/contract/src/reason-code.js';
import {
  REFUSALS,
  type RefusalCode,
  type RefusalDefinition,
} from '../../../packages/contract/src/refusal-code.js';

const codesOf = (status: number): readonly RefusalCode[] =>
  (Object.entries(REFUSALS) as [RefusalCode, RefusalDefinition][])
    .filter(([, refusal]) => refusal.status === status)
    .map(([code]) => code);

const codesInWords = (...codes: readonly RefusalCode[]): string =>
  codes.map((code) => `- \`${code}\`: ${REFUSALS[code].meaning}`).join('\n');

/** Returns a schema of `detail` that allows these codes and explains each. */
const codeSchema = (...codes: readonly RefusalCode[]) => z.enum(codes).describe(codesInWords(...codes));

const TEXTS_FOR_PEOPLE = {
  message: text.describe(
    'What is wrong and what to do, for people. Its text may change: programs read `detail`.',
  ),
  docs: uri.describe('The address of the paragraph about this code in the documentation.'),
};
const REQUEST_ID = {
  request_id: text.describe('The id of the request, as in `X-Request-ID`. Quote it to support.'),
};

/** Returns the schema of an error body: `detail`, further fields, texts for people and the request id. */
const errorSchema = (detail: z.ZodType, fields: z.core.$ZodLooseShape = {}) =>
  z.object({ detail, ...fields, ...TEXTS_FOR_PEOPLE, ...REQUEST_ID });

/** The reasons for which a resolve answers 404, in the order in which the OpenAPI document lists them. */
export const RESOLVE_404_REASONS = [
  'not_matched',
  'not_own_site',
  'site_unreachable',
  'no_company_identified_on_site',
] as const;

const ROW_LIMITS = {
  max_open_rows: positive.optional().describe('Rows of the account that may be unfinished at once.'),
  max_unbilled_rows_per_day: positive
    .optional()
    .describe('Rows of the account that may be finished without a unit in a UTC day.'),
};
const BUDGET_LIMITS = {
  retry_suggested: flag
    .optional()
    .describe(
      'False with `budget_reached`: waiting does not help before the next month. Have the budget raised.',
    ),
  month: text.optional().describe('The calendar month of the budget, YYYY-MM, UTC.'),
  month_units: positive.optional().describe('The budget, if it is a number of net units.'),
  used_units: int.optional().describe('The net units of the month so far.'),
  month_amount: decimal.optional().describe('The budget, if it is a net amount.'),
  used_amount: decimal.optional().describe('The net amount of the month so far.'),
  currency: text.optional().describe('The currency of `month_amount`, ISO 4217.'),
};
const RESOLVE_LIMITS = {
  open_resolves: positive.optional().describe('Resolves of the key that are under way.'),
  max_open_resolves: positive.optional().describe('Resolves of the key that may be under way at once.'),
};

const notEnabled = z
  .record(z.string(), schemaReference('NotEnabledBlock'))
  .describe('What is not enabled, each with the reason.');

export const ERROR_SCHEMAS = {
  Error: z
    .object({
      detail: text.describe('A reason code or a message.'),
      message: TEXTS_FOR_PEOPLE.message.optional(),
      docs: TEXTS_FOR_PEOPLE.docs.optional(),
      ...REQUEST_ID,
    })
    .describe(
      'Every error body has `detail` and `request_id`. All but the body of a 401 also have `message` and `docs`.',
    ),
  FieldErrors: errorSchema(codeSchema(...codesOf(400), ...codesOf(413)), {
    errors: z
      .record(z.string(), z.array(text))
      .describe(
        'What is wrong, by the path of the field: `rows[17].ref`, `options.validation[0]`, `min_confidence`. A header has its name in lower case. A fault of the request as a whole stands under `request`. At most 100 problems are listed.',
      ),
    errors_total: positive.describe('The number of all problems.'),
  }).describe('What is wrong in the request, field by field. Nothing was recorded or billed.'),
  NotEnabledError: errorSchema(
    text.describe(`${codesInWords(...codesOf(403))}\n- else a sentence that names the missing scope`),
    {
      blocks: notEnabled.optional(),
      options: notEnabled.optional(),
    },
  ).describe(
    'None of the requested blocks is enabled for the account, or a requested option is not, or the key lacks the scope. In the last case no blocks are listed.',
  ),
  CompanyCandidate: z.object({ company_number: text, company_name: text }),
  AmbiguousMatch: errorSchema(z.enum(['ambiguous_match', ...codesOf(409)]), {
    candidates: z
      .array(schemaReference('CompanyCandidate'))
      .max(20)
      .optional()
      .describe('With `ambiguous_match`: the live companies that fit, in the order of their numbers.'),
  }).describe(
    `${REASONS.ambiguous_match.meaning} Or the idempotency key belongs to another request; then there are no candidates.`,
  ),
  KeyReused: errorSchema(codeSchema(...codesOf(409))),
  ResolveNotMatched: errorSchema(z.enum(RESOLVE_404_REASONS), {
    retry_suggested: flag,
    reason: reasonCode
      .optional()
      .describe('On `not_matched`, where the website named no company: `no_company_identified_on_site`.'),
    candidates: z
      .array(schemaReference('CompanyCandidate'))
      .max(5)
      .optional()
      .describe(
        'With `not_matched` by name: live companies with similar names, the most similar first. Absent if there are none.',
      ),
  }).describe('No company was delivered. Not billed.'),
  ResolveFailed: errorSchema(reasonCode, { retry_suggested: flag }).describe(
    'The row could not be resolved. Not billed. Try again.',
  ),
  Gone: errorSchema(codeSchema(...codesOf(410)), {
    expires_at: time.nullable().describe('When the rows expired; null for `not_stored`.'),
  }).describe("The job's rows can't be read any more, or were never stored."),
  JobNotFound: errorSchema(codeSchema('job_not_found')),
  RateLimited: errorSchema(codeSchema('rate_limited')),
  RowsLimited: errorSchema(codeSchema('rate_limited', 'budget_reached', 'too_many_open_rows'), {
    ...ROW_LIMITS,
    ...BUDGET_LIMITS,
  }).describe(
    'With `too_many_open_rows` the body has the limits on rows; with `budget_reached`, the budget.',
  ),
  ResolvesLimited: errorSchema(codeSchema(...codesOf(429)), {
    ...ROW_LIMITS,
    ...BUDGET_LIMITS,
    ...RESOLVE_LIMITS,
  }).describe(
    'With `too_many_open_rows` the body has the limits on rows; with `budget_reached`, the budget; with `too_many_open_resolves`, the limits on resolves.',
  ),
  ServiceFault: errorSchema(codeSchema(...codesOf(500))),
  Unavailable: errorSchema(codeSchema(...codesOf(503))),
  NotAcceptable: errorSchema(codeSchema(...codesOf(406)), {
    available: z.array(text).describe('The content types that an answer may have.'),
  }),
  UnsupportedMediaType: errorSchema(codeSchema(...codesOf(415)), {
    available: z.array(text).describe('The values that `Content-Type`, or `Content-Encoding`, may have.'),
  }),
};
