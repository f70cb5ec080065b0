/** Bodies of every refusal (Contract 3.1, 3.2, 3.4), made from the table of refusals. */
import { REFUSALS, type RefusalCode, type RefusalDefinition } from '../../shared/refusal-code.js';
import { REASONS } from '../../shared/reason-code.js';
import type { Schema } from './schema.js';
import { enumOf, flag, integer, list, mapOf, object, orNull, ref, text, time } from './schema.js';

const REQUEST_ID = text('Quote it to support; also in `X-Request-ID`.');

const codesOf = (status: number): readonly RefusalCode[] =>
  (Object.entries(REFUSALS) as [RefusalCode, RefusalDefinition][])
    .filter(([, refusal]) => refusal.status === status)
    .map(([code]) => code);

const meanings = (codes: readonly RefusalCode[]): string =>
  codes.map((code) => `- \`${code}\`: ${REFUSALS[code].meaning}`).join('\n');

const codeSchema = (codes: readonly RefusalCode[]): Schema => enumOf(codes, meanings(codes));

/** The reasons for which a resolve answers 404, in the order in which the description shows them. */
export const RESOLVE_404 = [
  'not_matched',
  'not_own_site',
  'site_unreachable',
  'no_company_identified_on_site',
] as const;

const ROW_LIMITS = {
  max_open_rows: integer('Rows of the account that may be unfinished at once.', { minimum: 1 }),
  max_unbilled_rows_per_day: integer(
    'Rows of the account that may be finished without a unit in a UTC day.',
    { minimum: 1 },
  ),
};
const RESOLVE_LIMITS = {
  open_resolves: integer('Resolves of the key that are under way.', { minimum: 1 }),
  max_open_resolves: integer('Resolves of the key that may be under way at once.', { minimum: 1 }),
};

const NOT_ENABLED_MAP = mapOf(ref('NotEnabledBlock'), 'Each with why.');

export const ERROR_SCHEMAS: Readonly<Record<string, Schema>> = {
  Error: object(
    { detail: text('A reason code or a message.'), request_id: REQUEST_ID },
    { description: 'Every error body has these two fields.' },
  ),
  FieldErrors: object(
    {
      detail: codeSchema([...codesOf(400), ...codesOf(413)]),
      errors: mapOf(
        list(text()),
        'What is wrong, by the path of the field: `rows[17].ref`, `options.validation[0]`, `min_confidence`, a header by its lower-case name; a fault of the request as a whole under `request`. At most 100 problems are listed.',
      ),
      errors_total: integer('How many problems there are.', { minimum: 1 }),
      request_id: REQUEST_ID,
    },
    { description: 'What is wrong in the request, field by field. Nothing was recorded or billed.' },
  ),
  NotEnabledError: object(
    {
      detail: enumOf(codesOf(403), meanings(codesOf(403))),
      blocks: NOT_ENABLED_MAP,
      options: NOT_ENABLED_MAP,
      request_id: REQUEST_ID,
    },
    { description: 'Nothing that was asked for is enabled for the account.', optional: ['options'] },
  ),
  CompanyCandidate: object({ company_number: text(), company_name: text() }),
  AmbiguousMatch: object(
    {
      detail: enumOf(['ambiguous_match']),
      candidates: list(ref('CompanyCandidate'), 'Live companies that fit, by number.', { maxItems: 20 }),
      request_id: REQUEST_ID,
    },
    { description: REASONS.ambiguous_match.meaning },
  ),
  KeyReused: object({ detail: codeSchema(codesOf(409)), request_id: REQUEST_ID }),
  ResolveNotMatched: object(
    { detail: enumOf(RESOLVE_404), retry_suggested: flag(), request_id: REQUEST_ID },
    { description: 'No company was delivered. Not billed.' },
  ),
  ResolveFailed: object(
    { detail: ref('ReasonCode'), retry_suggested: flag(), request_id: REQUEST_ID },
    { description: 'The row could not be resolved. Not billed; retry.' },
  ),
  Gone: object(
    {
      detail: codeSchema(codesOf(410)),
      expires_at: orNull(time('When the rows went; null for `not_stored`.')),
      request_id: REQUEST_ID,
    },
    { description: "The job's rows can't be read any more, or never could." },
  ),
  JobNotFound: object({ detail: codeSchema(['job_not_found']), request_id: REQUEST_ID }),
  RateLimited: object({ detail: codeSchema(['rate_limited']), request_id: REQUEST_ID }),
  RowsLimited: object(
    {
      detail: codeSchema(['rate_limited', 'too_many_open_rows']),
      ...ROW_LIMITS,
      request_id: REQUEST_ID,
    },
    {
      description: 'The limits on rows stand beside `too_many_open_rows`.',
      optional: Object.keys(ROW_LIMITS),
    },
  ),
  ResolvesLimited: object(
    { detail: codeSchema(codesOf(429)), ...ROW_LIMITS, ...RESOLVE_LIMITS, request_id: REQUEST_ID },
    {
      description:
        'The limits on rows stand beside `too_many_open_rows`, those on resolves beside `too_many_open_resolves`.',
      optional: [...Object.keys(ROW_LIMITS), ...Object.keys(RESOLVE_LIMITS)],
    },
  ),
  ServiceFault: object({ detail: codeSchema(codesOf(500)), request_id: REQUEST_ID }),
  Unavailable: object({ detail: codeSchema(codesOf(503)), request_id: REQUEST_ID }),
  NotAcceptable: object({
    detail: codeSchema(codesOf(406)),
    available: list(text(), 'The forms in which there are answers.'),
    request_id: REQUEST_ID,
  }),
  UnsupportedMediaType: object({ detail: codeSchema(codesOf(415)), request_id: REQUEST_ID }),
};
