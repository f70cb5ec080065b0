/** The end of a transaction: asked for until it is known to be there. */
import { MongoAPIError, MongoError, MongoServerError } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { GivenUpError } from '../../mongodb/connection.js';
import { COMMIT_UNKNOWN, hasLabel, lostConnection } from '../../mongodb/errors.js';

/** Milliseconds before an unanswered commit is repeated; doubled with each time, up to the last. */
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1_000;

/**
 * An unanswered commit is repeated: the server does it once.
 * @throws MongoError labelled `UnknownTransactionCommitResult` where nobody has told by `until` (of `performance.now()`)
 */
export async function commitUntilKnown(commit: () => Promise<void>, until: number): Promise<void> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await commit();
    } catch (thrown) {
      const error = unlessTold(thrown);
      const isOver = performance.now() > until || isClosed(thrown);
      if (isOver || !hasLabel(error, COMMIT_UNKNOWN)) throw error;
      await pause(wait);
    }
  }
}

/** A client that was given up answers nothing any more. */
const isClosed = (error: unknown): boolean => error instanceof GivenUpError || error instanceof MongoAPIError;

/**
 * Only a server can tell that nothing was committed. The driver 7.8 labels neither a server that it no longer finds (it may
 * have sent the commit to the one before) nor a socket's own error, which comes as a TypeError.
 */
function unlessTold(thrown: unknown): MongoError {
  const isTold = thrown instanceof MongoServerError || hasLabel(thrown, COMMIT_UNKNOWN);
  return isTold && thrown instanceof MongoError ? thrown : lostConnection(thrown, COMMIT_UNKNOWN);
}
