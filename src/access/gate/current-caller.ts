/** Gives a controller the caller as an argument. */
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.js';
import './key-gate.js';

/** @throws Error if the route has no key gate, which is a fault in our code */
function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new Error(`${request.routeOptions.url} was reached without a key`);
  return request.caller;
}

/** Returns the fields of the caller that logs show, or null if no key was accepted. */
export const loggedCaller = ({ caller }: FastifyRequest): Pick<Caller, 'key_id' | 'account_id'> | null =>
  caller === undefined ? null : { key_id: caller.key_id, account_id: caller.account_id };

export const CurrentCaller = createParamDecorator((_: undefined, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
