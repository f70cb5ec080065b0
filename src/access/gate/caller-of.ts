/** The caller in a controller's arguments. */
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.js';
import './key-gate.js';

/** @throws Error where a route was reached without passing the gate, which no route of this service can be. */
function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new Error(`${request.routeOptions.url} was reached without a key`);
  return request.caller;
}

/** What logs say of who called; null where no key was taken. */
export const loggedCaller = ({ caller }: FastifyRequest): Pick<Caller, 'key_id' | 'account_id'> | null =>
  caller === undefined ? null : { key_id: caller.key_id, account_id: caller.account_id };

export const CurrentCaller = createParamDecorator((_: undefined, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
