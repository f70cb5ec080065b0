/** Reads a request body: plain or gzip, never more than the limit, decompressed included. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Answer } from './answer.js';
import { refuse } from './answer.js';
import { WHOLE_REQUEST, refuseField } from './field-errors.js';
import './request-state.js';

/** JSON has no parameters: whatever is named beside the type means nothing (RFC 8259, 11), but for another charset. */
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const GZIP = new Set(['gzip', 'x-gzip']);

const isJson = (type: string): boolean =>
  JSON_TYPE.test(type) && /^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? 'utf-8');

/** An empty list of codings is none (RFC 9110, 8.4). */
const contentEncoding = (request: IncomingMessage): string =>
  (request.headers['content-encoding'] ?? '').trim().toLowerCase() || 'identity';

/** 415 where the body is not announced as JSON, plain or gzipped; null where it is. Reads nothing. */
export function refuseMediaType(request: IncomingMessage): Answer | null {
  const type = request.headers['content-type'];
  const encoding = contentEncoding(request);
  if (type !== undefined && isJson(type) && (encoding === 'identity' || GZIP.has(encoding))) return null;
  return refuse('unsupported_media_type', {}, { Accept: 'application/json', 'Accept-Encoding': 'gzip' });
}

const bodyTooLarge = (limit: number): Answer =>
  refuseField('body_too_large', WHOLE_REQUEST, `The body may have ${limit} bytes, after decompression too.`);

/** 413 where the announced length alone is over the limit; null where it isn't, or nothing was announced. */
export const refuseAnnouncedLength = (request: IncomingMessage, limit: number): Answer | null =>
  Number(request.headers['content-length'] ?? 0) > limit ? bodyTooLarge(limit) : null;

const brokenBody = (sentence: string): Answer => refuseField('malformed_json', WHOLE_REQUEST, sentence);

/** Chunks of a stream up to a limit of bytes; null where there are more. */
async function collect(source: Readable, limit: number): Promise<Uint8Array[] | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > limit) return null;
    chunks.push(chunk);
  }
  return chunks;
}

/** Counts what came over the wire while it is being decompressed. */
function gunzipped(request: IncomingMessage, limit: number, onTooMuch: () => void): Readable {
  const gunzip = createGunzip();
  let received = 0;
  request.on('data', (chunk: Uint8Array) => {
    received += chunk.length;
    if (received > limit) onTooMuch();
  });
  request.on('error', (error) => gunzip.destroy(error));
  request.on('aborted', () => gunzip.destroy(new Error('the client went away')));
  return request.pipe(gunzip);
}

async function collectGzip(request: IncomingMessage, limit: number): Promise<Uint8Array[] | null | 'broken'> {
  let tooMuch = false;
  const stream = gunzipped(request, limit, () => {
    tooMuch = true;
    stream.destroy();
  });
  try {
    return await collect(stream, limit);
  } catch {
    return tooMuch ? null : 'broken';
  } finally {
    request.unpipe();
    // What is still on its way is read and dropped, so that the client can hear the answer.
    request.resume();
  }
}

/** The chunks of a plain body, read by hand: leaving a `for await` early would destroy the connection. */
function collectPlain(request: IncomingMessage, limit: number): Promise<Uint8Array[] | null | 'broken'> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    request.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes <= limit) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve(null);
      }
    });
    request.on('end', () => resolve(chunks));
    request.on('error', () => resolve('broken'));
    request.on('close', () => resolve('broken'));
  });
}

/** The whole body, or the refusal to send. The media type was checked before. */
export async function readBody({ edge, raw }: FastifyRequest, limit: number): Promise<Uint8Array | Answer> {
  edge.askForBody();
  const chunks = GZIP.has(contentEncoding(raw))
    ? await collectGzip(raw, limit)
    : await collectPlain(raw, limit);
  if (chunks === null) return bodyTooLarge(limit);
  if (chunks === 'broken') return brokenBody('The body broke off, or is not what Content-Encoding says.');
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}
