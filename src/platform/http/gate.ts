/** The seam between the edge and whoever decides who may call: asked once a request, before any of its body is read. */
import type { FastifyRequest } from 'fastify';
import type { Answer, Headers } from './answer.js';
import type { Operation } from './operation.js';

/** Where a request under the published interface wants to go. */
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
  /** Never throws, and waits only where a store is asked: a store that is away is a refusal too. */
  abstract admit(request: FastifyRequest, target: Target): Admission | Promise<Admission>;
}
