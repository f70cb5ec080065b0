/** The one place where an answer becomes bytes. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Answer, Body } from './answer.js';
import { ErrorBody } from './answer.js';
import { matches, tagOf } from './etag.js';

const JSON_UTF8 = 'application/json; charset=utf-8';

type Content = string | Uint8Array | Readable;

function contentOf(body: Exclude<Body, null>, requestId: string): Content {
  if (body instanceof Uint8Array || body instanceof Readable) return body;
  if (body instanceof ErrorBody) {
    return JSON.stringify({ detail: body.detail, ...body.more, request_id: requestId });
  }
  return JSON.stringify(body);
}

export function writeAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  const { request } = reply;
  request.edge.notes = { ...request.edge.notes, ...answer.notes };
  void reply.status(answer.status).headers({ ...answer.headers });
  if (answer.body === null) return reply.send();
  const content = contentOf(answer.body, request.id);
  if (reply.getHeader('Content-Type') === undefined) void reply.header('Content-Type', JSON_UTF8);
  if (answer.etag === null) return reply.send(content);
  const tag = tagOf(answer.etag === 'content' && !(content instanceof Readable) ? content : answer.etag);
  void reply.header('ETag', tag);
  if (!matches(request.headers['if-none-match'], tag)) return reply.send(content);
  if (content instanceof Readable) content.destroy();
  return reply.status(304).removeHeader('Content-Type').send();
}
