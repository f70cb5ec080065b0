/** Declares routes and what they require of a key, and gives a controller the caller. */
import { DeclaredRoute, type Operation } from '../../../packages/platform/src/http/operation.js';
import type { KeyScope } from '../../../packages/contract/src/ids.js';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.js';
import './key-gate.js';

export interface ApiOperation extends Operation {
  /** Null: no key is needed. `any`: any key will do. */
  readonly scope: KeyScope | 'any' | null;
  readonly rateLimits: readonly ('default' | 'resolve')[];
}

export const PublishedOperation = (operation: ApiOperation): MethodDecorator => DeclaredRoute(operation);

/** Declares a route outside the published interface that needs a key. */
export const UnpublishedKeyOperation = (operation: Omit<ApiOperation, 'outside' | 'body'>): MethodDecorator =>
  DeclaredRoute({ ...operation, body: 'none', outside: true });

/** Returns the fields of the caller that logs show, or null if no key was accepted. */
export const loggedCaller = ({ caller }: FastifyRequest): Pick<Caller, 'key_id' | 'account_id'> | null =>
  caller === undefined ? null : { key_id: caller.key_id, account_id: caller.account_id };

/** Gives a controller the caller as an argument. A route without a key gate is a fault in our code. */
export const CurrentCaller = createParamDecorator((_: undefined, context: ExecutionContext): Caller => {
  const { caller, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
  if (caller === undefined) throw new Error(`${routeOptions.url} was reached without a key`);
  return caller;
});
