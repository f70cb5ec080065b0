/** Reads a request body: plain or gzip. The limit holds for the bytes received and for those unpacked. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { refuse, type Answer } from './answer.js';
import { WHOLE_REQUEST, refuseField } from './field-errors.js';
import './request-state.js';

/** JSON's type has no parameters: they mean nothing (RFC 8259, 11), except another charset. */
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const GZIP = new Set(['gzip', 'x-gzip']);

const WRONG_CODING = {
  message: 'The body is compressed in a way that is not read. Send it plain, or with Content-Encoding: gzip.',
  available: ['gzip', 'identity'],
};

/** An empty list of codings means none (RFC 9110, 8.4). */
const contentEncoding = (request: IncomingMessage): string =>
  (request.headers['content-encoding'] ?? '').trim().toLowerCase() || 'identity';

/** 415 for a body that isn't announced as JSON, plain or gzipped (RFC 9110, 15.5.16); else null. */
export function refuseMediaType(request: IncomingMessage): Answer | null {
  const type = request.headers['content-type'];
  const encoding = contentEncoding(request);
  const takesType =
    type !== undefined && JSON_TYPE.test(type) && /^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? 'utf-8');
  const takesEncoding = encoding === 'identity' || GZIP.has(encoding);
  if (takesType && takesEncoding) return null;
  return refuse('unsupported_media_type', takesType ? WRONG_CODING : { available: ['application/json'] }, {
    ...(!takesType && { Accept: 'application/json' }),
    ...(!takesEncoding && { 'Accept-Encoding': 'gzip' }),
  });
}

const bodyTooLarge = (limit: number): Answer =>
  refuseField('body_too_large', WHOLE_REQUEST, `The body may have ${limit} bytes, after decompression too.`);

/** 413 where the announced length is over the limit; null where it isn't, or none was announced. */
export const refuseAnnouncedLength = (request: IncomingMessage, limit: number): Answer | null =>
  Number(request.headers['content-length'] ?? 0) > limit ? bodyTooLarge(limit) : null;

const brokenBody = (sentence: string): Answer => refuseField('malformed_json', WHOLE_REQUEST, sentence);

/** Takes a chunk of a body. An answer refuses the body, and no more of it is read. */
export type TakeChunk = (chunk: Uint8Array) => Answer | null | Promise<Answer | null>;

/** Bytes that are unpacked at a time: other requests get their turn in between. */
const UNPACKED_AT_ONCE = 32 * 1024;

/** Unpacks a body. Counts the packed bytes too: those that unpack to nothing have their limit too. */
function gunzipped(request: IncomingMessage, limit: number): Readable {
  const gunzip = createGunzip({ chunkSize: UNPACKED_AT_ONCE });
  let received = 0;
  request.on('data', (chunk: Uint8Array) => {
    received += chunk.length;
    if (received > limit) gunzip.destroy(new TooLong());
  });
  request.on('error', (error) => gunzip.destroy(error));
  return request.pipe(gunzip);
}

class TooLong extends Error {}

async function handOver(source: Readable, limit: number, take: TakeChunk): Promise<Answer | null> {
  let bytes = 0;
  try {
    // The connection outlives a body that is left early: it carries the answer.
    const chunks: AsyncIterable<Uint8Array> = source.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      bytes += chunk.length;
      const refusal = bytes > limit ? bodyTooLarge(limit) : await take(chunk);
      if (refusal !== null) return refusal;
    }
    return null;
  } catch (error) {
    if (error instanceof TooLong) return bodyTooLarge(limit);
    if (source.errored === null) throw error;
    return brokenBody('The body broke off, or is not what Content-Encoding says.');
  }
}

/** Milliseconds in which the rest of a body is read and dropped, so that the client gets the answer. */
const LINGER_MS = 10_000;

/** Drops the rest of a body. Beyond a time or a number of bytes it cuts the connection. */
function dropRest(request: IncomingMessage, limit: number): void {
  if (request.readableEnded || request.destroyed) return;
  let dropped = 0;
  const cut = setTimeout(() => request.destroy(), LINGER_MS).unref();
  request.once('close', () => clearTimeout(cut));
  request.on('data', (chunk: Uint8Array) => {
    dropped += chunk.length;
    if (dropped > limit) request.destroy();
  });
  request.resume();
}

/**
 * Gives the unpacked body to `take`, chunk by chunk. Each chunk waits until the one before it was taken. Null
 * where the whole body was taken; else the refusal to send. The media type was checked before.
 */
export async function readBody(
  { edge, raw }: FastifyRequest,
  limit: number,
  take: TakeChunk,
): Promise<Answer | null> {
  edge.askForBody();
  if (!GZIP.has(contentEncoding(raw))) {
    const refusal = await handOver(raw, limit, take);
    if (refusal !== null) dropRest(raw, limit);
    return refusal;
  }
  const unpacked = gunzipped(raw, limit);
  // All of a packed body may have come. Then only the connection shows that the client has gone.
  const stop = onceGone(raw, () => unpacked.destroy(new Error('the client went away')));
  const refusal = await handOver(unpacked, limit, take);
  stop();
  raw.unpipe();
  unpacked.destroy();
  dropRest(raw, limit);
  return refusal;
}

/** Calls `then` when the client's connection ends, until the returned function is called. */
export function onceGone({ socket }: IncomingMessage, then: () => void): () => void {
  if (socket.destroyed) then();
  else socket.once('close', then);
  return () => void socket.off('close', then);
}

/** Bytes that a plain body announces; the limit where it is packed or announces none. */
export function announcedLength(request: IncomingMessage, limit: number): number {
  const length = request.headers['content-length'];
  const plain = length !== undefined && !GZIP.has(contentEncoding(request));
  return plain ? Math.min(Number(length), limit) : limit;
}
