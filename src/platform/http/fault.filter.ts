/** Catches every throw of a handler. Expected refusals are values and never come here. */
import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../telemetry/logger.js';
import { LOGGER } from '../nest/tokens.js';
import { answerOfFault } from './faults.js';
import { writeAnswer } from './write-answer.js';

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
