/** One log line a request, without query values or secrets. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../telemetry/logger.js';
import { clientAddress } from './client-address.js';
import type { Observer } from './edge-adapter.js';
import { redact } from '../telemetry/redact.js';

const MAX_PATH = 200;

export function shownPath(url: string): string {
  const end = url.search(/[?#]/);
  return redact(url.slice(0, Math.min(end < 0 ? url.length : end, MAX_PATH)));
}

/** @param callerOf the line's fields about the caller, if any */
export const requestLines =
  (logger: Logger, callerOf: (request: FastifyRequest) => object | null): Observer =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    if (!logger.isLevelEnabled('info')) return;
    const { requestId, traceparent, started, operation, notes, trace } = request.edge;
    logger.info(
      {
        request_id: requestId,
        ...trace?.ids,
        ...(traceparent === null ? {} : { traceparent }),
        method: request.method,
        path: shownPath(request.originalUrl),
        status: reply.statusCode,
        address: clientAddress(request),
        ms: Math.round((performance.now() - started) * 10) / 10,
        ...(operation === null ? {} : { operation: operation.id }),
        ...callerOf(request),
        ...notes,
      },
      'request',
    );
  };
