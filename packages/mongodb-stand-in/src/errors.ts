/** Errors as the server answers them: code, name, labels, and what else is in the answer. */
import type { Doc } from './bson/values.js';

/** The names that the server gives its codes (`error_codes.yml`). */
const CODE_NAMES: Readonly<Record<number, string>> = {
  2: 'BadValue',
  9: 'FailedToParse',
  11: 'UserNotFound',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  17: 'ProtocolError',
  18: 'AuthenticationFailed',
  20: 'IllegalOperation',
  24: 'LockTimeout',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  64: 'WriteConcernTimeout',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  79: 'UnknownReplWriteConcern',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  91: 'ShutdownInProgress',
  100: 'UnsatisfiableWriteConcern',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  117: 'ConflictingOperationInProgress',
  189: 'PrimarySteppedDown',
  225: 'TransactionTooOld',
  238: 'NotImplemented',
  239: 'SnapshotTooOld',
  246: 'SnapshotUnavailable',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  263: 'OperationNotSupportedInTransaction',
  267: 'PreparedTransactionInProgress',
  313: 'UnknownError',
  10003: 'CannotGrowDocumentInCappedNamespace',
  10107: 'NotWritablePrimary',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  11601: 'Interrupted',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
  13436: 'NotPrimaryOrSecondary',
};

const nameOf = (code: number): string => CODE_NAMES[code] ?? `Location${code}`;

export class ServerError extends Error {
  constructor(
    readonly code: number,
    message: string,
    /** Fields of the answer beside code and message: of a duplicate key, which and where. */
    readonly detail: Doc = {},
  ) {
    super(message);
    this.name = nameOf(code);
  }
}

/** Somebody else's transaction that isn't over holds what a write wants. */
export class WriteConflict extends ServerError {
  constructor(
    /** Fulfilled when it is worth trying again; nothing where what was written is committed already. */
    readonly holderEnded?: Promise<void>,
  ) {
    super(
      112,
      'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
    );
  }
}

/** The connection breaks: there is no answer. */
export class BrokenOff extends Error {}

export const badValue = (message: string): ServerError => new ServerError(2, message);

/** `isTransientTransactionError` of the server: running the whole transaction again may well go through. */
const TRANSIENT = new Set([
  24, 112, 246, 239, 251, 267, 91, 189, 10107, 11600, 11602, 13435, 13436, 6, 7, 89, 262, 9001,
]);
/** Of the commit: what was done, was not rolled back by these. */
const TRANSIENT_AT_COMMIT = new Set([24, 112, 246, 239, 251, 267]);

/** The codes of the retryable writes specification. */
const RETRYABLE = new Set([6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

export interface Situation {
  readonly inTransaction: boolean;
  readonly isCommitOrAbort: boolean;
  /** The command carries a number by which it can be told again. */
  readonly isRetryableWrite: boolean;
}

export function labelsOf(code: number, situation: Situation): string[] {
  const labels: string[] = [];
  const transient = situation.isCommitOrAbort ? TRANSIENT_AT_COMMIT : TRANSIENT;
  if (situation.inTransaction && transient.has(code)) labels.push('TransientTransactionError');
  if ((situation.isRetryableWrite || situation.isCommitOrAbort) && RETRYABLE.has(code)) {
    labels.push('RetryableWriteError');
  }
  return labels;
}

export const errorReply = ({ code, message, detail }: ServerError, labels: readonly string[]): Doc => ({
  ok: 0,
  errmsg: message,
  code,
  codeName: nameOf(code),
  ...detail,
  ...(labels.length > 0 && { errorLabels: [...labels] }),
});
