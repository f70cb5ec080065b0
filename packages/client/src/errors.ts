/**
 * Why a call gave no answer, as a class for each code of the interface that a program may want to tell from
 * others. `code` is the `detail` of the answer where that is a code; a client treats one that it doesn't know
 * as `error`.
 */
import type {
  AmbiguousMatch,
  ErrorBody,
  FieldErrors,
  Gone,
  NotEnabled,
  ResolveFailed,
  ResolveNotMatched,
  RowsLimited,
} from './types.js';

/** All that this package throws by itself. */
export class CompanyDataError extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No answer came: no connection, one that broke, none within the time limit, or one of another service. */
export class ConnectionError extends CompanyDataError {
  constructor(message: string, cause?: unknown) {
    super('no_answer', message, { cause });
  }
}

/** An answer as it came, before it is known what it says. */
export interface Refused {
  readonly status: number;
  readonly body: ErrorBody;
  /** What the service asks to be waited, where it does. */
  readonly retryAfterMs: number | null;
  /** Method and path. */
  readonly asked: string;
}

/**
 * The service refused, or could not do, what was asked; `body` is its answer, in the form that the
 * description promises of the code: the tables below bring the two together. `message` has the code and what
 * the service says in words (`body.message`).
 */
export class ApiError extends CompanyDataError {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterMs: number | null;

  constructor(refused: Refused) {
    const { status, body, retryAfterMs, asked } = refused;
    super(codeOf(body.detail), `${asked} was answered ${status}: ${sayingOf(body)}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.body = body;
  }

  /** To be quoted to support. */
  get requestId(): string {
    return this.body.request_id;
  }

  /** The address of the paragraph that explains the code; undefined where the service gave none (401). */
  get docs(): string | undefined {
    return this.body.docs;
  }
}

/** 401: no key, or none that works. */
export class AuthenticationError extends ApiError {}
/** 403: the key lacks the scope that the message names. */
export class MissingScopeError extends ApiError {}
/** 403: no requested block, or a premium option not, is enabled for the account. */
export class NotEnabledError extends ApiError {
  declare readonly body: NotEnabled;
}
/** 400 and 413: `body.errors` says what is wrong, field by field. */
export class InvalidRequestError extends ApiError {
  declare readonly body: FieldErrors;
}
/** 413: more rows than a job, or this key, may have, or a body that is too large. */
export class TooLargeError extends InvalidRequestError {}
/** 404: no company was delivered; `code` is the reason. Not billed. */
export class NotMatchedError extends ApiError {
  declare readonly body: ResolveNotMatched;
}
/** 409: several live companies fit; `body.candidates` lists them. Not billed. */
export class AmbiguousMatchError extends ApiError {
  declare readonly body: AmbiguousMatch;
}
/** 409: this idempotency key belongs to another request. */
export class IdempotencyKeyReusedError extends ApiError {}
/** 404: the account has no such job. */
export class JobNotFoundError extends ApiError {}
/** 410: the rows are no longer kept, or never were. */
export class GoneError extends ApiError {
  declare readonly body: Gone;
}
/** 429: the allowance of this minute is spent. */
export class RateLimitedError extends ApiError {
  declare readonly body: RowsLimited;
}
/** 429: the request could pass the budget of the month. It is raised at once: waiting does not help. */
export class BudgetReachedError extends ApiError {
  declare readonly body: RowsLimited;
}
/** 429: the account has too many rows that are not finished, or that were finished today and cost nothing. */
export class TooManyOpenRowsError extends RateLimitedError {}
/** 502: the row could not be resolved now. Not billed. */
export class ResolveFailedError extends ApiError {
  declare readonly body: ResolveFailed;
}
/** 503: come back later. */
export class UnavailableError extends ApiError {}
/** 500 and other faults of the service. */
export class ServiceError extends ApiError {}

type ErrorClass = new (refused: Refused) => ApiError;

const BY_CODE: Readonly<Record<string, ErrorClass>> = {
  invalid_request: InvalidRequestError,
  invalid_company_number: InvalidRequestError,
  malformed_cursor: InvalidRequestError,
  malformed_json: InvalidRequestError,
  too_many_rows: TooLargeError,
  body_too_large: TooLargeError,
  job_not_found: JobNotFoundError,
  idempotency_key_reused: IdempotencyKeyReusedError,
  rows_expired: GoneError,
  not_stored: GoneError,
  rate_limited: RateLimitedError,
  budget_reached: BudgetReachedError,
  too_many_open_rows: TooManyOpenRowsError,
  intake_busy: UnavailableError,
  unavailable: UnavailableError,
  not_enabled: NotEnabledError,
  option_not_enabled: NotEnabledError,
  ambiguous_match: AmbiguousMatchError,
};

/** Reason codes are many and new ones may come: of those the status decides. */
const REASONS_BY_STATUS: Readonly<Record<number, ErrorClass>> = {
  404: NotMatchedError,
  502: ResolveFailedError,
};

const BY_STATUS: Readonly<Record<number, ErrorClass>> = {
  401: AuthenticationError,
  403: MissingScopeError,
  429: RateLimitedError,
  503: UnavailableError,
};

/** The error that an answer stands for. */
export function errorOf(refused: Refused): ApiError {
  const { status, body } = refused;
  const reason = 'retry_suggested' in body ? REASONS_BY_STATUS[status] : undefined;
  const known = Object.hasOwn(BY_CODE, body.detail) ? BY_CODE[body.detail] : undefined;
  return new (known ?? reason ?? BY_STATUS[status] ?? (status >= 500 ? ServiceError : ApiError))(refused);
}

/** The sentences of 401 and 403 are no codes. */
const codeOf = (detail: string): string => (/^[a-z0-9_]+$/.test(detail) ? detail : 'error');

/** The first few faults of fields are said too, else what the service says in words. */
function sayingOf(body: ErrorBody): string {
  const errors = 'errors' in body && typeof body.errors === 'object' ? Object.entries(body.errors ?? {}) : [];
  const faults = errors.slice(0, 5).map(([field, sentences]) => `${field}: ${String(sentences)}`);
  const told = faults.length === 0 ? body.message : faults.join('; ');
  const about = told === undefined ? '' : `: ${told}`;
  return `${body.detail}${about} (request ${body.request_id})`;
}
