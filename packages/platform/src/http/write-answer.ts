/** The one place where an answer becomes bytes. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { errorOf } from '../errors/error-code.js';
import { ErrorBody, type Answer, type Body } from './answer.js';
import { lengthOf } from '../bytes/deflated.js';
import { COMPRESS_FROM_BYTES, codingFor, packed, packedWhole, type Coding } from './coding/compression.js';
import { matches, tagOf, Lasting } from './coding/lasting.js';
import { errorJson } from './error-body.js';
import { Pieces, gzipOf, joined, plainPieces } from './pieces.js';

const JSON_UTF8 = 'application/json; charset=utf-8';

const PARTIAL_CONTENT = 206;

type Content = string | Uint8Array | Pieces | Lasting;

function contentOf(body: Exclude<Body, null>): Content {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof Pieces || body instanceof Lasting) return body;
  return JSON.stringify(body);
}

function tagFor(etag: string, content: Content): string {
  if (content instanceof Lasting) return content.tag;
  return tagOf(etag === 'content' && !(content instanceof Pieces) ? content : etag);
}

/** True if the content is long enough to be compressed. */
function isLong(content: Content): boolean {
  if (content instanceof Lasting) return content.bytes.length >= COMPRESS_FROM_BYTES;
  if (!(content instanceof Pieces)) return content.length >= COMPRESS_FROM_BYTES;
  const { pieces } = content;
  const isListed = Symbol.iterator in pieces;
  return !isListed || pieces.reduce((sum, piece) => sum + lengthOf(piece), 0) >= COMPRESS_FROM_BYTES;
}

/** The coding that the client prefers. Sets the header that names it. */
function codingOf(reply: FastifyReply, content: Content): Coding | null {
  const effort = content instanceof Lasting ? 'small' : 'fast';
  const coding = codingFor(reply.request.headers['accept-encoding'], effort);
  if (coding !== null) void reply.header('Content-Encoding', coding);
  return coding;
}

function codedPieces(pieces: Pieces['pieces'], coding: Coding | null): AsyncGenerator<Uint8Array> {
  if (coding === null) return plainPieces(pieces);
  return coding === 'gzip' ? gzipOf(pieces) : packed(plainPieces(pieces), coding);
}

function sendPieces(reply: FastifyReply, { pieces }: Pieces, coding: Coding | null): FastifyReply {
  const body = codedPieces(pieces, coding);
  if (!(Symbol.iterator in pieces)) return reply.send(Readable.from(body, { objectMode: false }));
  joined(body).then(
    (content) => reply.send(content),
    (error: unknown) => reply.send(error),
  );
  return reply;
}

/** Sends the content, compressed if the client prefers that. A short refusal is sent before this returns. */
function send(reply: FastifyReply, content: Content, isLongAnswer: boolean): FastifyReply {
  const coding = isLongAnswer ? codingOf(reply, content) : null;
  if (content instanceof Pieces) return sendPieces(reply, content, coding);
  if (coding === null) return reply.send(content instanceof Lasting ? content.bytes : content);
  const whole = content instanceof Lasting ? content.in(coding) : packedWhole(content, coding);
  whole.then(
    (packed) => reply.send(packed),
    (error: unknown) => reply.raw.destroy(errorOf(error)),
  );
  return reply;
}

export function writeAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  const { request } = reply;
  const { body, headers, etag, notes } = answer;
  request.edge.notes = Object.assign({}, request.edge.notes, notes);
  void reply.status(answer.status);
  for (const name in headers) void reply.header(name, headers[name]);
  // Without this, caches may keep a 404, 405 or 410 (RFC 9111, 4.2.2).
  if (body instanceof ErrorBody) void reply.header('Cache-Control', 'no-store');
  if (body === null) return reply.send();
  const content =
    body instanceof ErrorBody
      ? errorJson(body, answer.status, request.id, request.edge.address)
      : contentOf(body);
  // A part is of the plain bytes.
  const isLongAnswer = answer.status !== PARTIAL_CONTENT && isLong(content);
  // A 304 has the `Vary` that the 200 would have (RFC 9110, 15.4.5).
  if (isLongAnswer) void reply.header('Vary', 'accept-encoding');
  if (etag !== undefined) {
    const tag = answer.tag ?? tagFor(etag, content);
    void reply.header('ETag', tag);
    if (matches(request.headers['if-none-match'], tag))
      return reply.status(304).removeHeader('Content-Type').send();
  }
  if (headers['Content-Type'] === undefined) void reply.header('Content-Type', JSON_UTF8);
  return send(reply, content, isLongAnswer);
}
