export { CompanyData } from './client.js';
export {
  AmbiguousMatchError,
  BudgetReachedError,
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
export { ListChangedError, SmallJobsError } from './list-errors.js';
export type {
  AcceptedJob,
  ListOptions,
  ListPlan,
  ListProgress,
  ListRow,
  ListRun,
  PlannedJob,
} from './list-run.js';
export type { ListJob, ListState, StateStore } from './list-state.js';
export type { BilledCallOptions, CallOptions, ClientOptions } from './http.js';
export type { PageOptions, WaitOptions } from './job-calls.js';
export type { Jobs } from './jobs.js';
export { StatementsError } from './statements-error.js';
export type {
  CheckedReceipts,
  Folder,
  NamedBytes,
  Receipts,
  Statements,
  Synced,
  SyncOptions,
} from './statements.js';
export type * from './types.js';
export type { WhollyChanged } from './changes.js';
export type { Skipped, Watch, WatchedRow, WatchOptions, WatchReport, WhySkipped } from './watch.js';
export type {
  Answered,
  WatchedCompany,
  WatchGroup,
  WatchRun,
  WatchState,
  WatchStore,
} from './watch-state.js';
