export { CompanyData } from './client.js';
export {
  AmbiguousMatchError,
  ApiError,
  AuthenticationError,
  CompanyDataError,
  ConnectionError,
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
} from './errors.js';
export type { BilledCallOptions, CallOptions, ClientOptions } from './http.js';
export type { Jobs, PageOptions, WaitOptions } from './jobs.js';
export type * from './types.js';
