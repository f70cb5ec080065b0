/** A file as it is served: whole or from a byte on, with its entity tag and checksum; or cut off, or slowly. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from './faults.js';

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export function serveFile(
  path: string,
  { request, response, fault }: { request: IncomingMessage; response: ServerResponse; fault: Fault | null },
): void {
  const grows = fault === 'grows' || fault === 'grows-unmarked';
  const whole = readFileSync(path);
  const bytes = grows ? whole.subarray(0, Math.ceil((whole.length * 2) / 3)) : whole;
  const digest = sha256(fault === 'wrong-checksum' ? Buffer.concat([bytes, Buffer.from('!')]) : bytes);
  const tag = `"${digest.toString('hex').slice(0, 16)}"`;
  const headers = {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    'repr-digest': `sha-256=:${digest.toString('base64')}:`,
    ...(fault !== 'no-validator' && fault !== 'grows-unmarked' && { etag: tag }),
  };
  const same = (request.headers['if-range'] ?? tag) === tag;
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (from === '' || !same || fault === 'no-ranges') {
    send(response.writeHead(200, { ...headers, 'content-length': bytes.length }), bytes, fault);
    return;
  }
  const first = Number(from);
  if (first >= bytes.length) {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  const last = to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
  const piece = bytes.subarray(first, last + 1);
  response.writeHead(206, {
    ...headers,
    'content-range': `bytes ${first}-${last}/${bytes.length}`,
    'content-length': piece.length,
  });
  send(response, piece, fault);
}

function send(response: ServerResponse, bytes: Buffer, fault: Fault | null): void {
  if (fault === 'cut' || fault === 'grows' || fault === 'grows-unmarked') {
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 3)), () => response.destroy());
    return;
  }
  if (fault !== 'slow') {
    response.end(bytes);
    return;
  }
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === 10) {
      clearInterval(timer);
      response.end(bytes.subarray(sent));
    } else response.write(bytes.subarray(sent, (sent += 1)));
  }, 100);
  response.on('close', () => clearInterval(timer));
}
