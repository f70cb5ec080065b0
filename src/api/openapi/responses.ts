/** Answers as the description lists them: status, headers, body, examples. */
import type { JsonObject, JsonValue } from '../../shared/json.js';
import { ref } from './published-schemas.js';

const REQUEST_ID = 'req_01KAJB8Z5N0000000000000001';

export const HEADERS: Readonly<Record<string, JsonObject>> = {
  'X-Request-ID': {
    description: "The service's own id of this request; quote it to support.",
    schema: { type: 'string', pattern: '^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$' },
    example: REQUEST_ID,
  },
  'RateLimit-Policy': {
    description: 'The allowances of the key: calls (`q`) a window of so many seconds (`w`).',
    schema: { type: 'string' },
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description: 'What is left of them (`r`), and when the window ends, in seconds (`t`).',
    schema: { type: 'string' },
    example: '"default";r=599;t=42',
  },
  'Retry-After': {
    description: 'Seconds to wait before asking again.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  ETag: {
    description: 'Send it as `If-None-Match`: 304 where nothing has changed.',
    schema: { type: 'string' },
    example: 'W/"mZ3rJ0cX8vQ1tKyB5nLp2A"',
  },
  Location: {
    description: 'Where to go on.',
    schema: { type: 'string', format: 'uri' },
    example: 'https://api.example.com/v1/enrich/jobs/job_01KAJB8Z5N0000000000000001',
  },
  'Idempotent-Replayed': {
    description: 'Present where an equal request with the same idempotency key was answered before.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'X-Billed-Units': {
    description: 'Units that this call billed so far; 0 on a replay and on every failure.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  'WWW-Authenticate': {
    description: 'How to call: with a bearer key.',
    schema: { const: 'Bearer' },
    example: 'Bearer',
  },
  Accept: { description: 'What a body may be.', schema: { type: 'string' }, example: 'application/json' },
  'Accept-Encoding': {
    description: 'How a body may be compressed.',
    schema: { type: 'string' },
    example: 'gzip',
  },
  Allow: { description: 'The methods that the path has.', schema: { type: 'string' }, example: 'GET' },
};

const headers = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export interface ResponseParts {
  readonly description: string;
  /** The name of the body's schema, or the schema; null: no body. */
  readonly body: string | JsonObject | null;
  readonly headers?: readonly string[];
  /** By name. */
  readonly examples?: Readonly<Record<string, JsonValue>>;
}

/** Every answer to a key carries these. */
const OF_EVERY_KEY = ['X-Request-ID', 'RateLimit-Policy', 'RateLimit'];

export function response(parts: ResponseParts, always: readonly string[] = OF_EVERY_KEY): JsonObject {
  const { description, body, examples } = parts;
  const names = [...always, ...(parts.headers ?? [])];
  if (body === null) return { description, headers: headers(names) };
  const named = Object.entries(examples ?? {}).map(([name, value]): [string, JsonObject] => [
    name,
    { value },
  ]);
  return {
    description,
    headers: headers(names),
    content: {
      'application/json': {
        schema: typeof body === 'string' ? ref(body) : body,
        ...(named.length === 0 ? {} : { examples: Object.fromEntries(named) }),
      },
    },
  };
}

/** Bodies of errors in examples. */
export const failing = (detail: string, more: JsonObject = {}): JsonObject => ({
  detail,
  ...more,
  request_id: REQUEST_ID,
});

const TOO_MANY_ROWS = {
  spent: failing('rate_limited'),
  rows: failing('too_many_open_rows', { max_open_rows: 2_000_000, max_unbilled_rows_per_day: 2_000_000 }),
};

/** 410, with more headers where the operation has them. */
export const rowsGone = (headers: readonly string[] = []): JsonObject =>
  response({
    description: 'The rows are past `expires_at`, or were never stored.',
    body: 'Gone',
    headers,
    examples: {
      expired: failing('rows_expired', { expires_at: '2026-12-21T12:00:00.000Z' }),
      not_stored: failing('not_stored', { expires_at: null }),
    },
  });

/** Refusals that every operation with a key shares; `shared` names are components. */
export const SHARED_RESPONSES: Readonly<Record<string, JsonObject>> = {
  NotModified: response({ description: 'Nothing has changed.', body: null, headers: ['ETag'] }),
  Unauthorized: response(
    {
      description: 'No key, or none that works. The message is the same whatever the cause.',
      body: 'Error',
      examples: {
        missing: failing('Authentication credentials were not provided.'),
        invalid: failing('Invalid API key'),
      },
      headers: ['WWW-Authenticate'],
    },
    ['X-Request-ID'],
  ),
  MissingScope: response({
    description: 'The key lacks the scope.',
    body: 'Error',
    examples: { scope: failing('This operation needs the scope enrich; the key has the scope read.') },
  }),
  NotAcceptable: response({
    description: '`Accept` takes no JSON, and there is no other form. Nothing is done, recorded or billed.',
    body: 'NotAcceptable',
    examples: { form: failing('not_acceptable', { available: ['application/json'] }) },
  }),
  JobNotFound: response({
    description: 'The account has no job of this id.',
    body: 'JobNotFound',
    examples: { unknown: failing('job_not_found') },
  }),
  RowsGone: rowsGone(),
  MalformedCursor: response({
    description: 'Not a cursor of this job and page.',
    body: 'FieldErrors',
    examples: {
      cursor: failing('malformed_cursor', {
        errors: { cursor: ['This is not a cursor of this page; leave it out to start.'] },
        errors_total: 1,
      }),
    },
  }),
  RateLimited: response({
    description: 'The allowance of this minute is spent. The call counts nowhere and costs nothing.',
    body: 'RateLimited',
    headers: ['Retry-After'],
    examples: { spent: failing('rate_limited') },
  }),
  RowsLimited: response({
    description:
      'The allowance of this minute is spent, or the account has too many rows that are not finished, or that cost nothing today. Nothing is recorded or billed.',
    body: 'RowsLimited',
    headers: ['Retry-After'],
    examples: TOO_MANY_ROWS,
  }),
  ResolvesLimited: response({
    description:
      'The allowance of this minute is spent, the account has too many rows that are not finished, or that cost nothing today, or the key has too many resolves under way. Nothing is recorded or billed.',
    body: 'ResolvesLimited',
    headers: ['Retry-After'],
    examples: {
      ...TOO_MANY_ROWS,
      resolves: failing('too_many_open_resolves', { open_resolves: 1_000, max_open_resolves: 1_000 }),
    },
  }),
  ServiceFault: response({
    description: 'A fault of ours.',
    body: 'ServiceFault',
    examples: { fault: failing('error') },
  }),
  Unavailable: response({
    description: 'Not ready to answer truthfully: a store is out of reach, or a read model still catches up.',
    body: 'Unavailable',
    headers: ['Retry-After'],
    examples: { starting: failing('unavailable') },
  }),
};

export const shared = (name: string): JsonObject => ({
  $ref: `#/components/responses/${name}`,
});

/** What every operation with a key may also answer. */
export const WITH_KEY: Readonly<Record<string, JsonObject>> = {
  '401': shared('Unauthorized'),
  '403': shared('MissingScope'),
  '406': shared('NotAcceptable'),
  '429': shared('RateLimited'),
  '500': shared('ServiceFault'),
  '503': shared('Unavailable'),
};
