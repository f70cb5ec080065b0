/** The one place where an answer becomes bytes. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ErrorBody, type Answer, type Body } from './answer.js';
import { lengthOf } from '../../shared/deflated.js';
import { COMPRESS_FROM_BYTES, acceptsGzip, gzipped } from './compression.js';
import { matches, tagOf } from './etag.js';
import { Pieces, gzipOf, joined, plainPieces } from './pieces.js';

const JSON_UTF8 = 'application/json; charset=utf-8';

type Content = string | Uint8Array | Pieces;

function contentOf(body: Exclude<Body, null>, requestId: string): Content {
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof Pieces) return body;
  if (body instanceof ErrorBody) {
    return JSON.stringify({ detail: body.detail, ...body.more, request_id: requestId });
  }
  return JSON.stringify(body);
}

const tagFor = (etag: string, content: Content): string =>
  tagOf(etag === 'content' && !(content instanceof Pieces) ? content : etag);

/** What is long is sent as the client accepts it. */
function isLong(content: Content): boolean {
  if (!(content instanceof Pieces)) return content.length >= COMPRESS_FROM_BYTES;
  const { pieces } = content;
  const isListed = Symbol.iterator in pieces;
  return !isListed || pieces.reduce((sum, piece) => sum + lengthOf(piece), 0) >= COMPRESS_FROM_BYTES;
}

/** Whether the client accepts gzip: the headers then say that it gets it. */
function compresses(reply: FastifyReply): boolean {
  if (!acceptsGzip(reply.request.headers['accept-encoding'])) return false;
  void reply.header('Content-Encoding', 'gzip');
  return true;
}

function sendPieces(reply: FastifyReply, { pieces }: Pieces, packs: boolean): FastifyReply {
  const body = packs ? gzipOf(pieces) : plainPieces(pieces);
  if (!(Symbol.iterator in pieces)) return reply.send(Readable.from(body, { objectMode: false }));
  joined(body).then(
    (content) => reply.send(content),
    (error: unknown) => reply.send(error),
  );
  return reply;
}

/** Sends it, compressed where the client accepts that. A refusal is short, so that it is sent before this returns. */
function send(reply: FastifyReply, content: Content, isLongAnswer: boolean): FastifyReply {
  const packs = isLongAnswer && compresses(reply);
  if (content instanceof Pieces) return sendPieces(reply, content, packs);
  if (!packs) return reply.send(content);
  gzipped(content).then(
    (packed) => reply.send(packed),
    (error: unknown) => reply.raw.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return reply;
}

export function writeAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  const { request } = reply;
  const { body, headers, etag, notes } = answer;
  request.edge.notes = Object.assign({}, request.edge.notes, notes);
  void reply.status(answer.status);
  for (const name in headers) void reply.header(name, headers[name]);
  if (body === null) return reply.send();
  const content = contentOf(body, request.id);
  const isLongAnswer = isLong(content);
  // A 304 has the `Vary` that the 200 would have (RFC 9110, 15.4.5).
  if (isLongAnswer) void reply.header('Vary', 'accept-encoding');
  if (etag !== null) {
    const tag = answer.tag ?? tagFor(etag, content);
    void reply.header('ETag', tag);
    if (matches(request.headers['if-none-match'], tag))
      return reply.status(304).removeHeader('Content-Type').send();
  }
  if (headers['Content-Type'] === undefined) void reply.header('Content-Type', JSON_UTF8);
  return send(reply, content, isLongAnswer);
}
