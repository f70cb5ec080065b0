/**
 * A file as it is served: whole or from a byte on, with its entity tag and checksum; or cut off, or slowly.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Fault } from './faults.js';

interface Piece {
  readonly path: string;
  /** Its first byte, and the one after its last. */
  readonly from: number;
  readonly to: number;
}

/** By path, time of change and length: of a file of national size it takes seconds. */
const digests = new Map<string, Promise<Buffer>>();

function digestOf(path: string, size: number, changed: bigint): Promise<Buffer> {
  const key = `${path} ${size} ${changed}`;
  const known = digests.get(key) ?? digested(path, size);
  digests.set(key, known);
  return known;
}

async function digested(path: string, size: number): Promise<Buffer> {
  const hash = createHash('sha256');
  if (size > 0)
    for await (const bytes of createReadStream(path, { end: size - 1 })) hash.update(bytes as Buffer);
  return hash.digest();
}

export async function serveFile(
  path: string,
  { request, response, fault }: { request: IncomingMessage; response: ServerResponse; fault: Fault | null },
): Promise<void> {
  const { size: whole, mtimeNs } = statSync(path, { bigint: true });
  const size = grows(fault) ? Math.ceil((Number(whole) * 2) / 3) : Number(whole);
  const right = await digestOf(path, size, mtimeNs);
  const digest = fault === 'wrong-checksum' ? createHash('sha256').update(right).digest() : right;
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
    response.writeHead(200, { ...headers, 'content-length': size });
    return send(response, { path, from: 0, to: size }, fault);
  }
  const first = Number(from);
  if (first >= size) {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${size}` }).end();
    return;
  }
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  response.writeHead(206, {
    ...headers,
    'content-range': `bytes ${first}-${last}/${size}`,
    'content-length': last + 1 - first,
  });
  await send(response, { path, from: first, to: last + 1 }, fault);
}

const grows = (fault: Fault | null): boolean => fault === 'grows' || fault === 'grows-unmarked';

async function send(response: ServerResponse, piece: Piece, fault: Fault | null): Promise<void> {
  const { path, from, to } = piece;
  if (fault === 'slow') return sendSlowly(response, readFileSync(path).subarray(from, to));
  if (fault === 'cut' || grows(fault)) {
    const third = readFileSync(path).subarray(from, from + Math.ceil((to - from) / 3));
    response.write(third, () => response.destroy());
  } else if (to === from) response.end();
  else await pipeline(createReadStream(path, { start: from, end: to - 1 }), response);
}

function sendSlowly(response: ServerResponse, bytes: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === 10) {
      clearInterval(timer);
      response.end(bytes.subarray(sent));
    } else response.write(bytes.subarray(sent, (sent += 1)));
  }, 100);
  response.on('close', () => clearInterval(timer));
}
