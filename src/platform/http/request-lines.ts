/** One log line a request. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../telemetry/logger.js';
import type { Observer } from './edge-adapter.js';
import { shownPath } from './request-log.js';

export const requestLines =
  (logger: Logger): Observer =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    if (!logger.isLevelEnabled('info')) return;
    const { requestId, traceparent, started, operation, principal, notes } = request.edge;
    logger.info(
      {
        request_id: requestId,
        ...(traceparent === null ? {} : { traceparent }),
        method: request.method,
        path: shownPath(request.originalUrl),
        status: reply.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
        ...(operation === null ? {} : { operation: operation.id }),
        ...principal,
        ...notes,
      },
      'request',
    );
  };
