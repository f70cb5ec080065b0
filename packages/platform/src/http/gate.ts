/** The port to the code that decides who may call. Called once a request, before any of the body is read. */
import type { FastifyRequest } from 'fastify';
import type { Answer, Headers } from './answer.js';
import type { Operation } from './operation.js';

/** The operation that a request under the published interface is for. */
export type Target =
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'wrong_method'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown_path' };

/** Headers for every answer to this call, and the refusal, if any. */
export interface Admission {
  readonly headers: Headers;
  readonly refusal: Answer | null;
}

export abstract class Gate {
  /** Never throws. Waits only where it reads a store; a store that is out of reach is a refusal too. */
  abstract admit(request: FastifyRequest, target: Target): Admission | Promise<Admission>;
}
