/** Declares the responses of the operations in the OpenAPI document, with headers, bodies and examples. */
import type { JsonObject, JsonValue } from '../../../packages/platform/src/values/json.js';
import { ErrorBody } from '../../../packages/platform/src/http/answer.js';
import { errorJson } from '../../../packages/platform/src/http/error-body.js';
import { EXAMPLE_URL } from './examples.js';
import { ref } from './published-schemas.js';

const REQUEST_ID = 'req_01KAJB8Z5N0000000000000001';

export const RESPONSE_HEADERS: Readonly<Record<string, JsonObject>> = {
  'X-Request-ID': {
    description: "The service's own id of this request; quote it to support.",
    schema: { type: 'string', pattern: '^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$' },
    example: REQUEST_ID,
  },
  'RateLimit-Policy': {
    description:
      'The rate limits of the key. For each limit: the calls (`q`) that are allowed in a window of `w` seconds.',
    schema: { type: 'string' },
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description:
      'The present state of these limits. For each limit: the calls that are left (`r`), and the seconds until the window ends (`t`).',
    schema: { type: 'string' },
    example: '"default";r=599;t=42',
  },
  'Retry-After': {
    description: 'Seconds to wait before asking again.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  ETag: {
    description:
      'The version of the answer. Send it as `If-None-Match`: if nothing has changed, the answer is 304.',
    schema: { type: 'string' },
    example: 'W/"mZ3rJ0cX8vQ1tKyB5nLp2A"',
  },
  Location: {
    description: 'The address at which to continue.',
    schema: { type: 'string', format: 'uri' },
    example: 'https://api.example.com/v1/enrich/jobs/job_01KAJB8Z5N0000000000000001',
  },
  'Idempotent-Replayed': {
    description: 'Present if an equal request with the same idempotency key was answered before.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'X-Billed-Units': {
    description: 'Units that this call billed so far; 0 on a replay and on every failure.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  'X-Receipt': {
    description:
      'A signed proof of the answer: the base64 of a signed note (C2SP). The note names the event on which the answer stands. Keep it with the results: `GET /receipts/{event id}/proof` later shows that the event is in the sealed log. Missing if the service signs no receipts.',
    schema: { type: 'string', contentEncoding: 'base64' },
    example: 'Y29tcGFueS1kYXRhIHJlY2VpcHQgdjEK',
  },
  'X-Budget-Used': {
    description:
      "The share of the account's budget for this calendar month (UTC) that is used by its net charges; 1 is the whole budget. At most a second old. Only if a budget is set.",
    schema: { type: 'number', minimum: 0 },
    example: 0.8312,
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: with a bearer key.',
    schema: { const: 'Bearer' },
    example: 'Bearer',
  },
  Accept: {
    description: 'The content types that a body may have.',
    schema: { type: 'string' },
    example: 'application/json',
  },
  'Accept-Encoding': {
    description: 'The content encodings that a body may have.',
    schema: { type: 'string' },
    example: 'gzip',
  },
  Allow: { description: 'The methods that the path has.', schema: { type: 'string' }, example: 'GET' },
};

const headerRefs = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export interface ResponseParts {
  readonly description: string;
  /** The schema of the body or its name; null: no body. */
  readonly body: string | JsonObject | null;
  readonly headers?: readonly string[];
  readonly examples?: Readonly<Record<string, JsonValue>>;
}

/** The headers of every answer to a call with a key. */
const KEY_HEADERS = ['X-Request-ID', 'RateLimit-Policy', 'RateLimit'];

/** @param commonHeaders headers in addition to those of `parts` */
export function response(parts: ResponseParts, commonHeaders: readonly string[] = KEY_HEADERS): JsonObject {
  const { description, body, examples } = parts;
  const names = [...commonHeaders, ...(parts.headers ?? [])];
  if (body === null) return { description, headers: headerRefs(names) };
  const namedExamples = Object.entries(examples ?? {}).map(([name, value]): [string, JsonObject] => [
    name,
    { value },
  ]);
  return {
    description,
    headers: headerRefs(names),
    content: {
      'application/json': {
        schema: typeof body === 'string' ? ref(body) : body,
        ...(namedExamples.length === 0 ? {} : { examples: Object.fromEntries(namedExamples) }),
      },
    },
  };
}

/** Returns an error body for an example, as the service writes it. */
export const errorBody = (detail: string, fields: JsonObject = {}, status = 400): JsonObject => {
  const address = { link: (path: string) => `${EXAMPLE_URL}${path}` };
  return JSON.parse(errorJson(new ErrorBody(detail, fields), status, REQUEST_ID, address)) as JsonObject;
};

const BUDGET_REACHED = errorBody('budget_reached', {
  retry_suggested: false,
  month: '2026-11',
  month_units: 50_000,
  used_units: 49_990,
});

const ROWS_LIMITED_EXAMPLES = {
  budget: BUDGET_REACHED,
  spent: errorBody('rate_limited'),
  rows: errorBody('too_many_open_rows', { max_open_rows: 2_000_000, max_unbilled_rows_per_day: 2_000_000 }),
};

/** Returns the response 410, with further headers of the operation. */
export const rowsGoneResponse = (headers: readonly string[] = []): JsonObject =>
  response({
    description: 'The rows are past `expires_at`, or were never stored.',
    body: 'Gone',
    headers,
    examples: {
      expired: errorBody('rows_expired', { expires_at: '2026-12-21T12:00:00.000Z' }),
      not_stored: errorBody('not_stored', { expires_at: null }),
    },
  });

/** Returns the response 404 of operations on a job, with further headers of the operation. */
export const jobNotFoundResponse = (headers: readonly string[] = []): JsonObject =>
  response({
    description: 'The account has no job of this id.',
    body: 'JobNotFound',
    headers,
    examples: { unknown: errorBody('job_not_found') },
  });

/** The responses that several operations share. `sharedResponse` refers to one by its name. */
export const SHARED_RESPONSES: Readonly<Record<string, JsonObject>> = {
  NotModified: response({ description: 'Nothing has changed.', body: null, headers: ['ETag'] }),
  Unauthorized: response(
    {
      description:
        'The key is missing, or does not work. Send the whole key in the header `Authorization: Bearer svc_live_…`. The text does not say why a key does not work.',
      body: 'Error',
      examples: {
        missing: errorBody('Authentication credentials were not provided.', {}, 401),
        invalid: errorBody('Invalid API key', {}, 401),
      },
      headers: ['WWW-Authenticate'],
    },
    ['X-Request-ID'],
  ),
  MissingScope: response({
    description: 'The key lacks the scope.',
    body: 'Error',
    examples: { scope: errorBody('This operation needs the scope enrich; the key has the scope read.') },
  }),
  NotAcceptable: response({
    description:
      '`Accept` does not allow JSON, and there is no other form. Nothing is done, recorded or billed.',
    body: 'NotAcceptable',
    examples: { form: errorBody('not_acceptable', { available: ['application/json'] }) },
  }),
  JobNotFound: jobNotFoundResponse(),
  RowsGone: rowsGoneResponse(),
  MalformedCursor: response({
    description: 'The cursor is not one of this job and this kind of page.',
    body: 'FieldErrors',
    examples: {
      cursor: errorBody('malformed_cursor', {
        errors: { cursor: ['This is not a cursor of this page; leave it out to start.'] },
        errors_total: 1,
      }),
    },
  }),
  RateLimited: response({
    description:
      'The key has reached a rate limit of this minute. The call costs nothing and is not counted.',
    body: 'RateLimited',
    headers: ['Retry-After'],
    examples: { spent: errorBody('rate_limited') },
  }),
  RowsLimited: response({
    description:
      'The key has reached a rate limit of this minute, the request could exceed the budget of the month, or the account has too many rows that are not finished or that cost nothing today. Nothing is recorded or billed.',
    body: 'RowsLimited',
    headers: ['Retry-After', 'X-Budget-Used'],
    examples: ROWS_LIMITED_EXAMPLES,
  }),
  ResolvesLimited: response({
    description:
      'The key has reached a rate limit of this minute, the request could exceed the budget of the month, the account has too many rows that are not finished or that cost nothing today, or the key has too many resolves under way. Nothing is recorded or billed.',
    body: 'ResolvesLimited',
    headers: ['Retry-After', 'X-Budget-Used'],
    examples: {
      ...ROWS_LIMITED_EXAMPLES,
      resolves: errorBody('too_many_open_resolves', { open_resolves: 1_000, max_open_resolves: 1_000 }),
    },
  }),
  ServiceFault: response({
    description: 'A fault of the service.',
    body: 'ServiceFault',
    examples: { fault: errorBody('error') },
  }),
  Unavailable: response({
    description:
      'The service can’t give a correct answer now: a store is out of reach, or a read model is not up to date yet.',
    body: 'Unavailable',
    headers: ['Retry-After'],
    examples: { starting: errorBody('unavailable') },
  }),
};

export const sharedResponse = (name: string): JsonObject => ({
  $ref: `#/components/responses/${name}`,
});

/** The responses that every operation with a key may give. */
export const RESPONSES_WITH_KEY: Readonly<Record<string, JsonObject>> = {
  '401': sharedResponse('Unauthorized'),
  '403': sharedResponse('MissingScope'),
  '406': sharedResponse('NotAcceptable'),
  '429': sharedResponse('RateLimited'),
  '500': sharedResponse('ServiceFault'),
  '503': sharedResponse('Unavailable'),
};

/**
 * Returns the responses of an operation that reads, with 304 for an unchanged answer.
 * @param furtherResponses the other responses of the operation, by status
 */
export const responsesOfRead = (
  { headers = [], ...parts }: ResponseParts,
  furtherResponses: Readonly<Record<string, JsonObject>> = {},
): Readonly<Record<string, JsonObject>> => ({
  '200': response({ ...parts, headers: ['ETag', ...headers] }),
  '304': sharedResponse('NotModified'),
  ...RESPONSES_WITH_KEY,
  ...furtherResponses,
});
