/** The end of a transaction: asked for until it is known to be there. */
import { MongoError, type ClientSession } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { COMMIT_UNKNOWN, hasLabel, lostConnection } from '../../mongodb/errors.js';

/** Milliseconds before an unanswered commit is repeated; doubled with each time, up to the last. */
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1_000;

/**
 * An unanswered commit is repeated: the server does it once.
 * @throws MongoError labelled `UnknownTransactionCommitResult` where nobody has told by `until` (of `performance.now()`)
 */
export async function commitUntilKnown(session: ClientSession, until: number): Promise<void> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await session.commitTransaction();
    } catch (thrown) {
      // The driver 7.8 stumbles over a socket's own error here: a TypeError comes in its place.
      const error = thrown instanceof MongoError ? thrown : lostConnection(thrown, COMMIT_UNKNOWN);
      if (!hasLabel(error, COMMIT_UNKNOWN) || performance.now() > until) throw error;
      await pause(wait);
    }
  }
}
