/** Faults below HTTP routing: malformed bytes, large headers, time-outs. They get JSON and an id too. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ErrorBody } from './answer.js';
import { errorJson, type LinkBase } from './error-body.js';
import { errorCode } from '../errors/error-code.js';
import { WHOLE_REQUEST } from './field-errors.js';

/** @param field a header in small letters where it alone is wrong (Contract 3.2), else the whole request */
const malformed = (sentence: string, field = WHOLE_REQUEST) => ({
  status: 400,
  detail: 'invalid_request',
  field,
  sentence,
});
type WireFault = ReturnType<typeof malformed>;

const MALFORMED = malformed('This is not a well-formed HTTP request.');
const ONE_LENGTH = malformed(
  'Must be sent once, with a whole number of bytes, and without Transfer-Encoding beside it.',
  'content-length',
);

/** By the code of Node's parser. */
const FAULTS: Readonly<Record<string, WireFault>> = {
  HPE_INVALID_METHOD: malformed(
    'This begins with no method of HTTP: methods are written in capitals, such as GET and POST.',
  ),
  HPE_INVALID_URL: malformed('The address holds a character that must be percent-encoded as UTF-8.'),
  HPE_INVALID_CONSTANT: malformed(
    'HTTP/1.1 must follow the address; a blank in the address must be percent-encoded.',
  ),
  HPE_INVALID_HEADER_TOKEN: malformed(
    'The name or value of a header holds a character that may not stand there.',
  ),
  HPE_INVALID_CONTENT_LENGTH: ONE_LENGTH,
  HPE_UNEXPECTED_CONTENT_LENGTH: ONE_LENGTH,
  HPE_INVALID_TRANSFER_ENCODING: malformed(
    'Must be chunked, without Content-Length beside it.',
    'transfer-encoding',
  ),
  HPE_INVALID_CHUNK_SIZE: malformed(
    'The body must come in chunks, each with its size, as Transfer-Encoding says.',
  ),
  HPE_INVALID_EOF_STATE: malformed('The request broke off before its end.'),
  HPE_HEADER_OVERFLOW: { ...malformed('The request line and headers are too large.'), status: 431 },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    ...malformed('The extensions of a chunk are too large.'),
    status: 413,
    detail: 'body_too_large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { ...malformed('The request did not arrive in time.'), status: 408 },
};

/** The whole answer as it goes over the wire. */
function wireAnswer(fault: WireFault, requestId: string, address: LinkBase): string {
  const error = new ErrorBody(fault.detail, { errors: { [fault.field]: [fault.sentence] }, errors_total: 1 });
  const body = errorJson(error, fault.status, requestId, address);
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

/** Answers on the bare socket and closes it. Does nothing where the socket is already closed. */
export function answerFault(error: unknown, socket: Duplex, requestId: string, address: LinkBase): void {
  if (errorCode(error) === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(wireAnswer(FAULTS[errorCode(error) ?? ''] ?? MALFORMED, requestId, address), () =>
    socket.destroy(),
  );
}
