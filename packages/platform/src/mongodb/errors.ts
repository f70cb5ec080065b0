/** Tells what an error of the driver means to the caller of a port. */
import {
  MongoBulkWriteError,
  MongoError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb';
import { errorCode, errorMessage } from '../errors/error-code.js';
import { StoreUnavailableError, UnfitStoreError } from '../event-store/event-store.js';
import { CommitTooLargeError } from '../read-models/read-models.js';
import { redact } from '../telemetry/redact.js';

export const DUPLICATE_KEY = 11_000;
export const NAMESPACE_NOT_FOUND = 26;
export const NAMESPACE_EXISTS = 48;
export const BAD_VALUE = 2;
/** The index's name is taken with other fields, or its fields with another name. */
export const INDEX_CONFLICTS: ReadonlySet<unknown> = new Set([85, 86]);
export const WRITE_CONFLICT = 112;
const MAX_TIME_EXPIRED = 50;
/** The answer of a standalone server to the first command of a transaction. */
const NO_TRANSACTIONS = 20;

/** TransactionTooLarge and TransactionTooLargeForCache: a limit of one transaction. No repeat changes it. */
const TOO_LARGE: ReadonlySet<unknown> = new Set([257, 359]);

/** Answers to a request that is always wrong: a fault of this program. Waiting doesn't help. */
const OUR_MISTAKES: ReadonlySet<unknown> = new Set([
  BAD_VALUE,
  9, // FailedToParse
  14, // TypeMismatch
  40, // ConflictingUpdateOperators
  59, // CommandNotFound
  66, // ImmutableField
  72, // InvalidOptions
  73, // InvalidNamespace
  10_334, // BSONObjectTooLarge
  DUPLICATE_KEY,
  NAMESPACE_NOT_FOUND,
  NAMESPACE_EXISTS,
]);

export const NEEDS_REPLICA_SET =
  'MONGODB_URL names a server without transactions: it must be a replica set (one node is enough) or a sharded cluster';

/** Answers to an unknown name or password, or to none. Hosted servers have their own number. */
const NOT_KNOWN: ReadonlySet<unknown> = new Set([18, 8_000]);
const NOT_ALLOWED = 13;

/** The number of a server's error; undefined for other errors. */
export const serverCode = (error: unknown): unknown =>
  error instanceof MongoServerError || error instanceof MongoBulkWriteError ? error.code : undefined;

export const hasLabel = (error: unknown, label: string): boolean =>
  error instanceof MongoError && error.hasErrorLabel(label);

/** The driver's labels: begin the transaction again, or ask for its commit again. */
export const TRANSIENT = 'TransientTransactionError';
export const COMMIT_UNKNOWN = 'UnknownTransactionCommitResult';

const SOCKET_CODES =
  /^(EPIPE|ECONNRESET|ECONNABORTED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_STREAM_\w+|ERR_SOCKET_CLOSED)$/;

/**
 * The connection was lost during a write. The driver 7.8 passes on the socket's error then (for a bulk write:
 * its own error with the socket's code), without a label, and repeats nothing. The command may have arrived.
 */
export const isSocketError = (error: unknown): boolean => SOCKET_CODES.test(errorCode(error) ?? '');

/** A lost connection as an error of the driver. */
export function lostConnection(error: unknown, label: string): MongoNetworkError {
  const lost = new MongoNetworkError(oneLine(error), error instanceof Error ? { cause: error } : {});
  lost.addErrorLabel(label);
  return lost;
}

/** True if the server waited for as long as the command allowed. */
export const isTimeUp = (error: unknown): boolean =>
  error instanceof StoreUnavailableError && serverCode(error.cause) === MAX_TIME_EXPIRED;

/** True if a write was made and its majority lags: an error like a time that is up, but nobody holds it. */
export const isLagging = (error: unknown): boolean =>
  error instanceof StoreUnavailableError && error.cause instanceof MongoWriteConcernError;

/** Replaces a driver's error: by `StoreUnavailableError` where waiting can help, else by itself. */
export function storeError(error: unknown): unknown {
  if (isSocketError(error)) return unavailable(error);
  if (!(error instanceof MongoError) || error instanceof MongoInvalidArgumentError) return error;
  const code = serverCode(error);
  if (code === NO_TRANSACTIONS && /transaction/i.test(error.message))
    return new StoreUnavailableError(NEEDS_REPLICA_SET);
  if (TOO_LARGE.has(code))
    return new CommitTooLargeError(
      `MongoDB: ${oneLine(error)} (a larger storage.wiredTiger.engineConfig.cacheSizeGB helps)`,
      { cause: error },
    );
  return OUR_MISTAKES.has(code) ? error : unavailable(error);
}

/** True if a call broke off, as when a server hands over. An absent or busy server was waited for already. */
export function isBroken(thrown: unknown): boolean {
  const error = storeError(thrown);
  return (
    error instanceof StoreUnavailableError &&
    !isTimeUp(error) &&
    !(error instanceof GivenUpError) &&
    !(error.cause instanceof MongoServerSelectionError)
  );
}

/** The server took a call and neither answered it nor dropped the connection. */
export class GivenUpError extends StoreUnavailableError {}

/** The error of a server that rejects the user, where waiting doesn't help; undefined for other errors. */
export function refusedUser(error: unknown): UnfitStoreError | undefined {
  const code = serverCode(error);
  if (NOT_KNOWN.has(code))
    return new UnfitStoreError('MONGODB_URL has a user or password that the server does not know');
  if (code === NOT_ALLOWED)
    return new UnfitStoreError(`MONGODB_URL needs a user that may read and write: ${oneLine(error)}`);
  return undefined;
}

export const unavailable = (error: unknown): StoreUnavailableError =>
  error instanceof StoreUnavailableError
    ? error
    : new StoreUnavailableError(`MongoDB: ${oneLine(error)}`, { cause: error });

/** Leaves out what a connection string would give away. */
export const oneLine = (error: unknown): string => redact(errorMessage(error).replace(/\s+/g, ' ').trim());

/** The result of `work`; undefined where the server answers with this error number. */
export async function tolerating<T>(code: number, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (serverCode(error) === code) return undefined;
    throw error;
  }
}
