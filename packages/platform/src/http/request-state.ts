/** The edge's state of one request, from its first byte to its line in the log. */
import type { FastifyRequest } from 'fastify';
import type { OpenSpan } from '../telemetry/tracer.js';
import type { Notes } from './answer.js';
import type { LinkBase } from './error-body.js';
import type { Operation } from './operation.js';

export interface RequestState {
  readonly requestId: string;
  /** The base of the links in answers. */
  readonly address: LinkBase;
  /** Kept beside our own id, never in its place. */
  readonly traceparent: string | null;
  readonly receivedAt: Date;
  /** `performance.now()` at arrival. */
  readonly started: number;
  operation: Operation | null;
  notes: Notes;
  /** Null where the request isn't traced. */
  readonly trace: OpenSpan | null;
  /** Sends `100 Continue` to a client that waits for it, once no check before the body can refuse it. */
  readonly askForBody: () => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    edge: RequestState;
  }
}

/** The id of this request: `req_` and a ULID, never a client's text (Contract 3.1). */
export const requestIdOf = (request: FastifyRequest): string => request.edge.requestId;

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The request's W3C trace context; null where it has another form. */
export const traceparentIn = (header: unknown): string | null =>
  typeof header === 'string' && TRACEPARENT.test(header) ? header : null;
