/** Bodies of every refusal (Contract 3.1, 3.2, 3.4), made from the table of refusals. */
import { z } from 'zod';
import { component, flag, positive, reasonCode, text, time } from '../../shared/body-parts.js';
import { REASONS } from '../../shared/reason-code.js';
import { REFUSALS, type RefusalCode, type RefusalDefinition } from '../../shared/refusal-code.js';

const codesOf = (status: number): readonly RefusalCode[] =>
  (Object.entries(REFUSALS) as [RefusalCode, RefusalDefinition][])
    .filter(([, refusal]) => refusal.status === status)
    .map(([code]) => code);

/** `detail` as one of these codes, each with what it means. */
const oneOf = (...codes: readonly RefusalCode[]) =>
  z.enum(codes).describe(codes.map((code) => `- \`${code}\`: ${REFUSALS[code].meaning}`).join('\n'));

/** The body of an error: `detail`, and what else the client needs. */
const failure = (detail: z.ZodType, more: z.core.$ZodLooseShape = {}) =>
  z.object({ detail, ...more, request_id: text.describe('Quote it to support; also in `X-Request-ID`.') });

/** The reasons for which a resolve answers 404, in the order in which the description shows them. */
export const RESOLVE_404 = [
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
const RESOLVE_LIMITS = {
  open_resolves: positive.optional().describe('Resolves of the key that are under way.'),
  max_open_resolves: positive.optional().describe('Resolves of the key that may be under way at once.'),
};

const notEnabled = z.record(z.string(), component('NotEnabledBlock')).describe('Each with why.');

export const ERROR_SCHEMAS = {
  Error: failure(text.describe('A reason code or a message.')).describe(
    'Every error body has these two fields.',
  ),
  FieldErrors: failure(oneOf(...codesOf(400), ...codesOf(413)), {
    errors: z
      .record(z.string(), z.array(text))
      .describe(
        'What is wrong, by the path of the field: `rows[17].ref`, `options.validation[0]`, `min_confidence`, a header by its lower-case name; a fault of the request as a whole under `request`. At most 100 problems are listed.',
      ),
    errors_total: positive.describe('How many problems there are.'),
  }).describe('What is wrong in the request, field by field. Nothing was recorded or billed.'),
  NotEnabledError: failure(oneOf(...codesOf(403)), {
    blocks: notEnabled,
    options: notEnabled.optional(),
  }).describe('Nothing that was asked for is enabled for the account.'),
  CompanyCandidate: z.object({ company_number: text, company_name: text }),
  AmbiguousMatch: failure(z.enum(['ambiguous_match']), {
    candidates: z
      .array(component('CompanyCandidate'))
      .max(20)
      .describe('Live companies that fit, by number.'),
  }).describe(REASONS.ambiguous_match.meaning),
  KeyReused: failure(oneOf(...codesOf(409))),
  ResolveNotMatched: failure(z.enum(RESOLVE_404), { retry_suggested: flag }).describe(
    'No company was delivered. Not billed.',
  ),
  ResolveFailed: failure(reasonCode, { retry_suggested: flag }).describe(
    'The row could not be resolved. Not billed; retry.',
  ),
  Gone: failure(oneOf(...codesOf(410)), {
    expires_at: time.nullable().describe('When the rows went; null for `not_stored`.'),
  }).describe("The job's rows can't be read any more, or never could."),
  JobNotFound: failure(oneOf('job_not_found')),
  RateLimited: failure(oneOf('rate_limited')),
  RowsLimited: failure(oneOf('rate_limited', 'too_many_open_rows'), ROW_LIMITS).describe(
    'The limits on rows stand beside `too_many_open_rows`.',
  ),
  ResolvesLimited: failure(oneOf(...codesOf(429)), { ...ROW_LIMITS, ...RESOLVE_LIMITS }).describe(
    'The limits on rows stand beside `too_many_open_rows`, those on resolves beside `too_many_open_resolves`.',
  ),
  ServiceFault: failure(oneOf(...codesOf(500))),
  Unavailable: failure(oneOf(...codesOf(503))),
  NotAcceptable: failure(oneOf(...codesOf(406)), {
    available: z.array(text).describe('The forms in which there are answers.'),
  }),
  UnsupportedMediaType: failure(oneOf(...codesOf(415))),
};
