/** The answer to an unexpected fault: 503 where a repeat may help, else 500. Never a stack. */
import { errorMessage } from '../errors/error-code.js';
import { NotNowError } from '../errors/not-now-error.js';
import type { Logger } from '../telemetry/logger.js';
import { refuse, unavailable, type Answer } from './answer.js';

/** Recognised by name: these errors also come out of other threads. */
const NOT_NOW = new Set(['StoreUnavailableError', 'OutcomeUnknownError', 'ReadModelNotReadyError']);

const isNotNow = (error: unknown): boolean =>
  error instanceof NotNowError || (error instanceof Error && NOT_NOW.has(error.name));

/** Logs the fault with its request. @returns the answer */
export function answerOfFault(logger: Logger, requestId: string, error: unknown): Answer {
  if (isNotNow(error)) {
    logger.warn({ request_id: requestId, reason: errorMessage(error) }, 'answered 503');
    return unavailable();
  }
  logger.error({ request_id: requestId, err: error }, 'answered 500');
  return refuse('error');
}
