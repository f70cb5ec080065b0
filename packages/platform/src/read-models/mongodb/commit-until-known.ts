/** Commits a transaction, and asks again until the commit is known to be done. */
import { MongoAPIError, MongoError, MongoServerError } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { COMMIT_UNKNOWN, GivenUpError, hasLabel, lostConnection } from '../../mongodb/errors.js';

/** Milliseconds before an unanswered commit is repeated; doubled each time, up to the longest. */
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Repeats an unanswered commit: the server does it once.
 * @throws MongoError labelled `UnknownTransactionCommitResult` if unanswered `until` (`performance.now()`)
 */
export async function commitUntilKnown(commit: () => Promise<void>, until: number): Promise<void> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await commit();
    } catch (thrown) {
      const error = answerOrUnknown(thrown);
      const isOver = performance.now() > until || isClosed(thrown);
      if (isOver || !hasLabel(error, COMMIT_UNKNOWN)) throw error;
      await pause(wait);
    }
  }
}

/** A client that was given up answers no more. */
const isClosed = (error: unknown): boolean => error instanceof GivenUpError || error instanceof MongoAPIError;

/**
 * Only a server can tell that nothing was committed. The driver 7.8 labels neither a server that it can't
 * find any more (which may have got the commit) nor a socket's own error, which comes as a TypeError.
 */
function answerOrUnknown(thrown: unknown): MongoError {
  const isAnswer = thrown instanceof MongoServerError || hasLabel(thrown, COMMIT_UNKNOWN);
  return isAnswer && thrown instanceof MongoError ? thrown : lostConnection(thrown, COMMIT_UNKNOWN);
}
