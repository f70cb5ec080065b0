/**
 * The port between the edge and the code that decides who may call: called once a request, before any of its body is
 * read.
 */
import type { FastifyRequest } from 'fastify';
import type { Answer, Headers } from './answer.js';
import type { Operation } from './operation.js';

/** Which operation a request under the published interface is for. */
export type Target =
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'wrong_method'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown_path' };

/** Headers that every answer to this call carries, and the refusal, where there is one. */
export interface Admission {
  readonly headers: Headers;
  readonly refusal: Answer | null;
}

export abstract class Gate {
  /** Never throws, and waits only where a store is read: a store that is out of reach is a refusal too. */
  abstract admit(request: FastifyRequest, target: Target): Admission | Promise<Admission>;
}
