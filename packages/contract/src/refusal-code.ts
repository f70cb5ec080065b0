/**
 * A reason for which a request is refused: one of the closed list of `detail` codes (Contract 3.6). 401, and
 * 403 for the scope, have the specification's sentences instead.
 */
export interface RefusalDefinition {
  readonly status: number;
  /** Text of the API description and the documentation. */
  readonly meaning: string;
  /** The advice: what the client can do. */
  readonly advice: string;
}

const refusal = <Status extends number>(status: Status, meaning: string, advice: string) => ({
  status,
  meaning,
  advice,
});

export const REFUSALS = {
  invalid_request: refusal(
    400,
    'Something in the request is wrong; `errors` says what and where.',
    'Mend the fields that `errors` names, and send the request again.',
  ),
  invalid_company_number: refusal(
    400,
    'Not an 8-character UK company number of a known form, and nothing else is wrong.',
    'Send the number as the register writes it, with its leading zeros.',
  ),
  malformed_cursor: refusal(
    400,
    'Not a cursor that this job and page gave out.',
    'Send `next_cursor` of the page before, unchanged; leave `cursor` out to start.',
  ),
  malformed_json: refusal(
    400,
    'The body is not JSON in UTF-8.',
    'Send the body as your JSON library writes it, as UTF-8.',
  ),
  not_enabled: refusal(
    403,
    "None of the requested blocks is enabled for the key's account.",
    'Ask for blocks that `GET /v1/whoami` lists as available, or have these enabled by the operator.',
  ),
  option_not_enabled: refusal(
    403,
    "A premium option is not enabled for the key's account.",
    'Leave out what `options` names, or have it enabled by the operator.',
  ),
  not_found: refusal(
    404,
    'There is nothing at this path.',
    'The paths of the interface begin with /v1, and the documentation lists them.',
  ),
  job_not_found: refusal(
    404,
    'The account has no job of this id.',
    'Send `job_id` as the answer that made the job gave it, with a key of the same account.',
  ),
  method_not_allowed: refusal(
    405,
    'The path has other methods; `Allow` lists them.',
    'Use one of the methods in `Allow`.',
  ),
  not_acceptable: refusal(
    406,
    '`Accept` takes no JSON, and no other form is answered; `available` lists what is.',
    'Send `Accept: application/json`, or no `Accept`.',
  ),
  idempotency_key_reused: refusal(
    409,
    'The idempotency key belongs to a different request.',
    'Send a new key with a new request; to repeat a request, send it unchanged.',
  ),
  rows_expired: refusal(
    410,
    'The rows were kept until `expires_at`.',
    'Send them in a new request to have them anew.',
  ),
  not_stored: refusal(
    410,
    'The row was asked for with `store=false` and is kept nowhere.',
    'Send a new request to have it anew; leave `store=false` out to read it later.',
  ),
  body_too_large: refusal(
    413,
    'The body is larger than the service reads.',
    'Cut the list into several jobs.',
  ),
  too_many_rows: refusal(
    413,
    'More rows than a job, or this key, may have.',
    'Cut the list into several jobs; `limits.max_rows_per_job` of `GET /v1/whoami` says how long each may be.',
  ),
  unsupported_media_type: refusal(
    415,
    'The body must be `application/json` in UTF-8, plain or with `Content-Encoding: gzip`.',
    'Send `Content-Type: application/json`.',
  ),
  rate_limited: refusal(
    429,
    'The allowance of this minute is spent; `Retry-After` says when to come back.',
    'Wait that many seconds, and send the same request again.',
  ),
  budget_reached: refusal(
    429,
    'The request could pass the budget of the account for this calendar month (UTC); `Retry-After` ends with the month.',
    'Have the budget raised by the operator, or ask for fewer rows or blocks. Repeating the request does not help before the next month.',
  ),
  too_many_open_rows: refusal(
    429,
    'The account has too many rows that are not finished, or too many that were finished today and cost nothing; `Retry-After` says when to come back.',
    'Wait until jobs have ended, and send the same request again.',
  ),
  too_many_open_resolves: refusal(
    429,
    'The key has too many resolves under way; `open_resolves` says how many, and `Retry-After` when to come back.',
    'Wait for answers before you send more, or send a list as a job.',
  ),
  error: refusal(500, 'A fault of ours; quote `request_id`.', 'Send the same request again once.'),
  intake_busy: refusal(
    503,
    'Other submissions have the room that this one needs; `Retry-After` says when to try again.',
    'Wait that many seconds, and send the same request again.',
  ),
  unavailable: refusal(
    503,
    'Not ready to answer truthfully; `Retry-After` says when to try again.',
    'Wait that many seconds, and send the same request again.',
  ),
} satisfies Record<string, RefusalDefinition>;

export type RefusalCode = keyof typeof REFUSALS;

export const REFUSAL_CODES = Object.keys(REFUSALS) as readonly RefusalCode[];
