/**
 * A reason for which a request is refused: one of the closed list of `detail` codes (Contract 3.6), with its
 * HTTP status and its meaning. The reason codes of rows are apart. 401, and 403 for the scope, have the
 * specification's sentences instead.
 */
export interface RefusalDefinition {
  readonly status: number;
  /** Text of the API description and the documentation. */
  readonly meaning: string;
}

export const REFUSALS = {
  invalid_request: {
    status: 400,
    meaning: 'Something in the request is wrong; `errors` says what and where.',
  },
  invalid_company_number: {
    status: 400,
    meaning: 'Not an 8-character UK company number of a known form, and nothing else is wrong.',
  },
  malformed_cursor: { status: 400, meaning: 'Not a cursor that this job and page gave out.' },
  malformed_json: { status: 400, meaning: 'The body is not JSON in UTF-8.' },
  not_enabled: { status: 403, meaning: "None of the requested blocks is enabled for the key's account." },
  option_not_enabled: { status: 403, meaning: "A premium option is not enabled for the key's account." },
  not_found: { status: 404, meaning: 'There is nothing at this path.' },
  job_not_found: { status: 404, meaning: 'The account has no job of this id.' },
  method_not_allowed: { status: 405, meaning: 'The path has other methods; `Allow` lists them.' },
  not_acceptable: {
    status: 406,
    meaning: '`Accept` takes no JSON, and no other form is answered; `available` lists what is.',
  },
  idempotency_key_reused: { status: 409, meaning: 'The idempotency key belongs to a different request.' },
  rows_expired: { status: 410, meaning: 'The rows were kept until `expires_at`.' },
  not_stored: { status: 410, meaning: 'The row was asked for with `store=false` and is kept nowhere.' },
  body_too_large: { status: 413, meaning: 'The body is larger than the service reads.' },
  too_many_rows: { status: 413, meaning: 'More rows than a job, or this key, may have.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body must be `application/json` in UTF-8, plain or with `Content-Encoding: gzip`.',
  },
  rate_limited: {
    status: 429,
    meaning: 'The allowance of this minute is spent; `Retry-After` says when to come back.',
  },
  too_many_open_rows: {
    status: 429,
    meaning:
      'The account has too many rows that are not finished, or too many that were finished today and cost nothing; `Retry-After` says when to come back.',
  },
  too_many_open_resolves: {
    status: 429,
    meaning:
      'The key has too many resolves under way; `open_resolves` says how many, and `Retry-After` when to come back.',
  },
  error: { status: 500, meaning: 'A fault of ours; quote `request_id`.' },
  intake_busy: {
    status: 503,
    meaning: 'Other submissions have the room that this one needs; `Retry-After` says when to try again.',
  },
  unavailable: {
    status: 503,
    meaning: 'Not ready to answer truthfully; `Retry-After` says when to try again.',
  },
} as const satisfies Record<string, RefusalDefinition>;

export type RefusalCode = keyof typeof REFUSALS;

export const REFUSAL_CODES = Object.keys(REFUSALS) as readonly RefusalCode[];
