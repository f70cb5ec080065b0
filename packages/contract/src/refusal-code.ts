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

const refusal = <Status extends number>(status: Status, meaning: string) => ({ status, meaning });

export const REFUSALS = {
  invalid_request: refusal(400, 'Something in the request is wrong; `errors` says what and where.'),
  invalid_company_number: refusal(
    400,
    'Not an 8-character UK company number of a known form, and nothing else is wrong.',
  ),
  malformed_cursor: refusal(400, 'Not a cursor that this job and page gave out.'),
  malformed_json: refusal(400, 'The body is not JSON in UTF-8.'),
  not_enabled: refusal(403, "None of the requested blocks is enabled for the key's account."),
  option_not_enabled: refusal(403, "A premium option is not enabled for the key's account."),
  not_found: refusal(404, 'There is nothing at this path.'),
  job_not_found: refusal(404, 'The account has no job of this id.'),
  method_not_allowed: refusal(405, 'The path has other methods; `Allow` lists them.'),
  not_acceptable: refusal(
    406,
    '`Accept` takes no JSON, and no other form is answered; `available` lists what is.',
  ),
  idempotency_key_reused: refusal(409, 'The idempotency key belongs to a different request.'),
  rows_expired: refusal(410, 'The rows were kept until `expires_at`.'),
  not_stored: refusal(410, 'The row was asked for with `store=false` and is kept nowhere.'),
  body_too_large: refusal(413, 'The body is larger than the service reads.'),
  too_many_rows: refusal(413, 'More rows than a job, or this key, may have.'),
  unsupported_media_type: refusal(
    415,
    'The body must be `application/json` in UTF-8, plain or with `Content-Encoding: gzip`.',
  ),
  rate_limited: refusal(429, 'The allowance of this minute is spent; `Retry-After` says when to come back.'),
  too_many_open_rows: refusal(
    429,
    'The account has too many rows that are not finished, or too many that were finished today and cost nothing; `Retry-After` says when to come back.',
  ),
  too_many_open_resolves: refusal(
    429,
    'The key has too many resolves under way; `open_resolves` says how many, and `Retry-After` when to come back.',
  ),
  error: refusal(500, 'A fault of ours; quote `request_id`.'),
  intake_busy: refusal(
    503,
    'Other submissions have the room that this one needs; `Retry-After` says when to try again.',
  ),
  unavailable: refusal(503, 'Not ready to answer truthfully; `Retry-After` says when to try again.'),
} satisfies Record<string, RefusalDefinition>;

export type RefusalCode = keyof typeof REFUSALS;

export const REFUSAL_CODES = Object.keys(REFUSALS) as readonly RefusalCode[];
