/** The HTTP side of a witness: its two addresses, the limits of requests, and a log of what matters. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Refusal } from './refusal.js';
import type { Witness } from './witness.js';

/** Room for 63 lines of proof and 16 signatures of the largest type (ML-DSA-44). */
const MAX_BYTES = 128 * 1024;
const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };
const LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 75_000 };

/** Makes the server of a witness, which doesn't listen yet. `log` gets an entry for each of its faults. */
export function serverOf(witness: Witness, log: (entry: object) => void): Server {
  const server = createServer(LIMITS, (request, response) => {
    answer(witness, request).then(
      (text) => response.writeHead(200, TEXT).end(text),
      (error: unknown) => {
        if (request.errored !== null) return;
        if (!(error instanceof Refusal)) log({ failed: String(error) });
        const refusal = error instanceof Refusal ? error : new Refusal(500, 'this witness fails');
        // What is left of a body would be taken for the next request.
        if (!request.complete) response.setHeader('Connection', 'close');
        response.writeHead(refusal.status, { ...TEXT, ...refusal.headers }).end(`${refusal.message}\n`);
      },
    );
  });
  server.maxConnections = 256;
  return server;
}

async function answer(witness: Witness, request: IncomingMessage): Promise<string> {
  const [, originHash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(request.url ?? '') ?? [];
  if (originHash !== undefined) return witness.latest(originHash);
  if (request.url !== '/add-checkpoint') throw new Refusal(404, 'send POST /add-checkpoint');
  if (request.method !== 'POST') throw new Refusal(405, 'send a POST', { Allow: 'POST' });
  return witness.addCheckpoint(await bodyOf(request));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) throw new Refusal(413, `a body has at most ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
