/** The answer to an unexpected fault: 503 where a repeat may help, else 500. Never a stack. */
import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorMessage } from '../errors/error-code.js';
import { NotNowError } from '../errors/not-now-error.js';
import type { Logger } from '../telemetry/logger.js';
import { refuse, unavailable, type Answer } from './answer.js';
import { LOGGER } from '../nest/tokens.js';
import { writeAnswer } from './write-answer.js';

/** Recognised by name: these errors also come out of other threads. */
const NOT_NOW = new Set(['StoreUnavailableError', 'OutcomeUnknownError', 'ReadModelNotReadyError']);

/** Logs the fault with its request. @returns the answer */
export function answerOfFault(logger: Logger, requestId: string, error: unknown): Answer {
  if (error instanceof NotNowError || (error instanceof Error && NOT_NOW.has(error.name))) {
    logger.warn({ request_id: requestId, reason: errorMessage(error) }, 'answered 503');
    return unavailable();
  }
  logger.error({ request_id: requestId, err: error }, 'answered 500');
  return refuse('error');
}

/** Catches every throw of a handler. Expected refusals are values and never come here. */
@Catch()
export class FaultFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const answer = answerOfFault(this.logger, http.getRequest<FastifyRequest>().id, error);
    if (!reply.sent) writeAnswer(reply, answer);
  }
}
