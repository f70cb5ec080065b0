/**
 * Errors for rows that have no answer yet because something of the service fails: a store, coordination, a
 * disk, a thread, a file. Such an error says nothing about a row, so no row ends with it: the chunk is put
 * back and tried again.
 */
import { errorMessage } from '../../../platform/src/errors/error-code.js';
import { NotNowError } from '../../../platform/src/errors/not-now-error.js';

export class NoAnswerYetError extends NotNowError {
  override readonly name: string = 'NoAnswerYetError';
}

/**
 * A source of the row's answer can't be read now. The message may be shown to a client that waits for a
 * resolve: its answer is then `source_unavailable`.
 */
export class UnreadableSourceError extends NoAnswerYetError {
  override readonly name: string = 'UnreadableSourceError';
}

/** An edition can't be read. The log says so once, not for each row that needs the edition. */
export class UnreadableEditionError extends UnreadableSourceError {
  override readonly name = 'UnreadableEditionError';
}

/**
 * Asks a port. An error of a port says nothing about a row, so it is thrown as `NoAnswerYetError`.
 * @throws NoAnswerYetError
 */
export async function fromPort<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoAnswerYetError) throw error;
    throw new NoAnswerYetError(errorMessage(error), { cause: error });
  }
}

/** The answer of `ask`, or `otherwise` where it can't be read now. */
export async function orIfNoAnswerYet<T>(otherwise: T, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoAnswerYetError) return otherwise;
    throw error;
  }
}
