/** Sends pages and files as HTTP replies, to operators and to customers. */
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly body: string | Readable;
}

export const sendHtml = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text);

export const sendFile = (reply: FastifyReply, { name, type, body }: SentFile): FastifyReply =>
  reply.type(type).header('Content-Disposition', `attachment; filename="${name}"`).send(body);
