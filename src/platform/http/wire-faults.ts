/** Faults below HTTP routing: bytes that are no request, oversized headers, time-outs. They too get JSON and an id. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../errors/error-code.js';
import { WHOLE_REQUEST } from './field-errors.js';

interface WireFault {
  readonly status: number;
  readonly detail: string;
  readonly sentence: string;
}

const MALFORMED: WireFault = {
  status: 400,
  detail: 'invalid_request',
  sentence: 'This is not a well-formed HTTP request.',
};

const FAULTS: Readonly<Record<string, WireFault>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail: 'invalid_request',
    sentence: 'The request line and headers are too large.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    detail: 'body_too_large',
    sentence: 'The extensions of a chunk are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    detail: 'invalid_request',
    sentence: 'The request did not arrive in time.',
  },
};

const faultOf = (error: unknown): WireFault => FAULTS[errorCode(error) ?? ''] ?? MALFORMED;

/** The whole answer as it goes over the wire. */
function wireAnswer(fault: WireFault, requestId: string): string {
  const body = JSON.stringify({
    detail: fault.detail,
    errors: { [WHOLE_REQUEST]: [fault.sentence] },
    errors_total: 1,
    request_id: requestId,
  });
  return [
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? 'Error'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-ID: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Answers on the bare socket and closes it; nothing is done where the socket is already closed. */
export function answerFault(error: unknown, socket: Duplex, requestId: string): void {
  if (errorCode(error) === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(wireAnswer(faultOf(error), requestId), () => socket.destroy());
}
