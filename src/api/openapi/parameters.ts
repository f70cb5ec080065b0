/** Declares the parameters of the operations in the OpenAPI document. */
import { Catalogue } from '../../../packages/enrichment/src/index.js';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../jobs/pages/page-parameters.js';
import { IDENTIFIER_LIMITS, REF_LIMIT } from '../../jobs/request/identifiers.js';
import type { JsonObject, JsonValue } from '../../../packages/platform/src/values/json.js';
import { textIn } from '../openapi-json.js';
import { publishedSchemasOf, ref } from './published-schemas.js';
import { OPTION_SHAPES } from './request-schemas.js';

const queryParameter = (
  name: string,
  description: string,
  schema: JsonObject,
  keywords: JsonObject = {},
): JsonObject => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
  ...keywords,
});

/** The keywords of a list that is written as `a,b,c`. */
const commaSeparated = { style: 'form', explode: false } as const;

const flagParameter = (name: string, description: string, fallback: boolean): JsonObject =>
  queryParameter(name, description, { type: 'boolean', default: fallback });

const OPTION_SCHEMAS = publishedSchemasOf(OPTION_SHAPES);

function optionParameter(name: string, guide: Catalogue.OptionGuide): JsonObject {
  const { description, ...schema } = OPTION_SCHEMAS[name] ?? {};
  const fallback = guide.default as JsonValue;
  const variesByOperation = typeof fallback === 'object' && fallback !== null && !Array.isArray(fallback);
  const isList = guide.type === 'list';
  const publishedSchema = variesByOperation || isList ? schema : { ...schema, default: fallback };
  return queryParameter(name, textIn(description), publishedSchema, isList ? commaSeparated : {});
}

const IDEMPOTENCY_KEY: JsonObject = {
  name: 'X-Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat. The same key with the same request returns the original job, and nothing runs again. The same key with a different request is refused with 409. Keys belong to the account.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const OTHER_IDEMPOTENCY_KEY: JsonObject = {
  ...IDEMPOTENCY_KEY,
  name: 'Idempotency-Key',
  description: 'Another name of `X-Idempotency-Key`. If both are sent, they must be the same.',
};

export const IDEMPOTENCY_KEYS: readonly JsonObject[] = [IDEMPOTENCY_KEY, OTHER_IDEMPOTENCY_KEY];

export const IF_NONE_MATCH: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier answer. If nothing has changed since, the answer is 304.',
  schema: { type: 'string' },
};

export const JOB_ID: JsonObject = {
  name: 'job_id',
  in: 'path',
  required: true,
  description: 'The id of a job of the account. Anything else is answered 404.',
  schema: { type: 'string' },
  example: 'job_01KAJB8Z5N0000000000000001',
};

export const PAGE_PARAMETERS: readonly JsonObject[] = [
  JOB_ID,
  queryParameter('cursor', 'The `next_cursor` of the previous page. Leave it out for the first page.', {
    type: 'string',
    minLength: 1,
  }),
  queryParameter(
    'limit',
    `The number of entries of a page, 1 to ${MAX_LIMIT}. A missing or invalid value uses the default.`,
    {
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
    },
  ),
  IF_NONE_MATCH,
];

export const RESOLVE_PARAMETERS: readonly JsonObject[] = [
  queryParameter(
    'company_number',
    'Company register number: 8 digits, or a register prefix and 6. Exactly one of company_number, company_name and domain is given.',
    { type: 'string', maxLength: IDENTIFIER_LIMITS.company_number },
    { example: '08209948' },
  ),
  queryParameter(
    'company_name',
    'The registered name. If more than one live company matches, the answer is 409 with candidates.',
    {
      type: 'string',
      maxLength: IDENTIFIER_LIMITS.company_name,
    },
  ),
  queryParameter(
    'domain',
    'A bare host or a URL. A host of a register, directory, social network or site builder is answered 404 `not_own_site`.',
    {
      type: 'string',
      maxLength: IDENTIFIER_LIMITS.domain,
    },
  ),
  queryParameter(
    'blocks',
    'The blocks, joined by commas. The parameter may be sent more than once. Default: every block that is enabled for the key. Blocks that are not enabled are answered `not_enabled`, with a warning; if none is enabled, the answer is 403.',
    { type: 'array', items: ref('BlockKey'), minItems: 1 },
    commaSeparated,
  ),
  queryParameter('ref', 'A reference of your own, returned as sent.', {
    type: 'string',
    maxLength: REF_LIMIT,
  }),
  flagParameter(
    'defer_live',
    'True: answers at once with what is on file. Blocks that need a live lookup are `pending`; collect them from `results_url`. Not with wait=false or store=false.',
    false,
  ),
  flagParameter('wait', 'False: answers 202 with the job, its `results_url` and its `status_url`.', true),
  flagParameter(
    'store',
    'False: the row is not kept for later reads. Not with wait=false or defer_live=true.',
    true,
  ),
  ...Object.entries(Catalogue.OPTION_GUIDE).map(([name, guide]) => optionParameter(name, guide)),
  ...IDEMPOTENCY_KEYS,
];

const GRANULARITY = { type: 'string', enum: ['block', 'day'], default: 'block' };

export const USAGE_PARAMETERS: readonly JsonObject[] = [
  queryParameter('from', 'First day, UTC. Default: 30 days before `to`.', { type: 'string', format: 'date' }),
  queryParameter('to', 'Last day, inclusive, UTC. Default: today. The range may have 366 days.', {
    type: 'string',
    format: 'date',
  }),
  queryParameter(
    'granularity',
    'Whether the answer has an item for each block or for each day.',
    GRANULARITY,
  ),
  queryParameter('job_id', 'Only the usage of this job.', { type: 'string' }),
  IF_NONE_MATCH,
];
