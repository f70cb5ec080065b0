import {
  AmbiguousMatchError,
  ApiError,
  AuthenticationError,
  BudgetReachedError,
  CompanyDataError,
  errorOf,
  GoneError,
  IdempotencyKeyReusedError,
  InvalidRequestError,
  JobNotFoundError,
  MissingScopeError,
  NotEnabledError,
  NotMatchedError,
  RateLimitedError,
  ResolveFailedError,
  ServiceError,
  TooLargeError,
  TooManyOpenRowsError,
  UnavailableError,
} from '../src/errors.js';

const refused = (status: number, detail: string, more: object = {}): ApiError =>
  errorOf({
    status,
    body: { detail, request_id: 'req_7', ...more },
    retryAfterMs: null,
    asked: 'GET /v1/resolve',
  });

const REASON = { retry_suggested: false };

describe('the error of an answer', () => {
  it.each([
    [400, 'invalid_request', {}, InvalidRequestError],
    [400, 'invalid_company_number', {}, InvalidRequestError],
    [400, 'malformed_cursor', {}, InvalidRequestError],
    [400, 'malformed_json', {}, InvalidRequestError],
    [401, 'Invalid API key', {}, AuthenticationError],
    [403, 'This key lacks the scope enrich.', {}, MissingScopeError],
    [403, 'not_enabled', {}, NotEnabledError],
    [403, 'option_not_enabled', {}, NotEnabledError],
    [404, 'not_matched', REASON, NotMatchedError],
    [404, 'not_own_site', REASON, NotMatchedError],
    [404, 'job_not_found', {}, JobNotFoundError],
    [404, 'not_found', {}, ApiError],
    [409, 'ambiguous_match', {}, AmbiguousMatchError],
    [409, 'idempotency_key_reused', {}, IdempotencyKeyReusedError],
    [410, 'rows_expired', {}, GoneError],
    [410, 'not_stored', {}, GoneError],
    [413, 'too_many_rows', {}, TooLargeError],
    [413, 'body_too_large', {}, TooLargeError],
    [415, 'unsupported_media_type', {}, ApiError],
    [429, 'rate_limited', {}, RateLimitedError],
    [429, 'budget_reached', {}, BudgetReachedError],
    [429, 'too_many_open_rows', {}, TooManyOpenRowsError],
    [500, 'error', {}, ServiceError],
    [502, 'source_unavailable', REASON, ResolveFailedError],
    [502, 'a_reason_of_tomorrow', REASON, ResolveFailedError],
    [503, 'intake_busy', {}, UnavailableError],
    [503, 'unavailable', {}, UnavailableError],
    [504, 'constructor', {}, ServiceError],
  ])('%d %s', (status, detail, more, expected) => {
    const error = refused(status, detail, more);
    expect(error.constructor).toBe(expected);
    expect(error.name).toBe(expected.name);
    expect(error).toBeInstanceOf(CompanyDataError);
    expect([error.status, error.body.detail, error.requestId]).toEqual([status, detail, 'req_7']);
  });

  it('has the code as the service names it, and `error` where it says a sentence', () => {
    expect(refused(409, 'ambiguous_match').code).toBe('ambiguous_match');
    expect(refused(401, 'Invalid API key').code).toBe('error');
  });

  it('says what the service says in words, and where it is described', () => {
    const words = {
      message: 'There is no such job.',
      docs: 'https://api.example.com/docs/errors#job_not_found',
    };
    const error = refused(404, 'job_not_found', words);
    expect(error.message).toBe(
      'GET /v1/resolve was answered 404: job_not_found: There is no such job. (request req_7)',
    );
    expect([error.body.message, error.docs]).toEqual([words.message, words.docs]);
    expect(refused(401, 'Invalid API key').docs).toBeUndefined();
  });

  it('says in one line what was asked, what is wrong and what to quote', () => {
    const errors = { 'rows[3].ref': ['At most 120 characters.'], blocks: ['Unknown block: a.'] };
    expect(refused(400, 'invalid_request', { errors }).message).toBe(
      'GET /v1/resolve was answered 400: invalid_request: rows[3].ref: At most 120 characters.; ' +
        'blocks: Unknown block: a. (request req_7)',
    );
  });
});
