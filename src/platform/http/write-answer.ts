/** The one place where an answer becomes bytes. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ErrorBody, type Answer, type Body } from './answer.js';
import { COMPRESS_FROM_BYTES, acceptsGzip, gzipStream, gzipped } from './compression.js';
import { matches, tagOf } from './etag.js';

const JSON_UTF8 = 'application/json; charset=utf-8';

type Content = string | Uint8Array | Readable;

function contentOf(body: Exclude<Body, null>, requestId: string): Content {
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof Readable) return body;
  if (body instanceof ErrorBody) {
    return JSON.stringify({ detail: body.detail, ...body.more, request_id: requestId });
  }
  return JSON.stringify(body);
}

const tagFor = (etag: string, content: Content): string =>
  tagOf(etag === 'content' && !(content instanceof Readable) ? content : etag);

/** Sends it, compressed where the client accepts that. A refusal is short, so that it is sent before this returns. */
function send(reply: FastifyReply, content: Content): FastifyReply {
  const streamed = content instanceof Readable;
  if (!streamed && content.length < COMPRESS_FROM_BYTES) return reply.send(content);
  void reply.header('Vary', 'accept-encoding');
  if (!acceptsGzip(reply.request.headers['accept-encoding'])) return reply.send(content);
  void reply.header('Content-Encoding', 'gzip');
  if (streamed) return reply.send(gzipStream(content));
  gzipped(content).then(
    (packed) => reply.send(packed),
    (error: unknown) => reply.raw.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return reply;
}

export function writeAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  const { request } = reply;
  const { body, headers, etag, notes } = answer;
  request.edge.notes = { ...request.edge.notes, ...notes };
  void reply.status(answer.status);
  for (const name in headers) void reply.header(name, headers[name]);
  if (body === null) return reply.send();
  const content = contentOf(body, request.id);
  if (etag !== null) {
    const tag = answer.tag ?? tagFor(etag, content);
    void reply.header('ETag', tag);
    if (matches(request.headers['if-none-match'], tag)) {
      if (content instanceof Readable) content.destroy();
      return reply.status(304).removeHeader('Content-Type').send();
    }
  }
  if (headers['Content-Type'] === undefined) void reply.header('Content-Type', JSON_UTF8);
  return send(reply, content);
}
