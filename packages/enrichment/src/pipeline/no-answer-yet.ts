/**
 * Rows that have no answer yet for a reason that is ours: a store, coordination, a disk, a thread, a file. It
 * says nothing of any row, so no row ends for it: a chunk goes back and comes again.
 */
import { errorMessage } from '../../../platform/src/errors/error-code.js';
import { NotNowError } from '../../../platform/src/errors/not-now-error.js';

export class NoAnswerYetError extends NotNowError {
  override readonly name: string = 'NoAnswerYetError';
}

/**
 * What a row is answered from can't be read now. The message can be shown to the client: to one that waits
 * for a resolve that is an answer too (`source_unavailable`).
 */
export class UnreadableSourceError extends NoAnswerYetError {
  override readonly name: string = 'UnreadableSourceError';
}

/** It is an edition, and the log says so already: once, not for each row that asks for it. */
export class UnreadableEditionError extends UnreadableSourceError {
  override readonly name = 'UnreadableEditionError';
}

/**
 * Asks a port: whatever comes out of one in place of an answer says nothing of a row. @throws
 * NoAnswerYetError
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
