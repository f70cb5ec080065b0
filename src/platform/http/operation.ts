/**
 * What an operation of the interface says of itself. The gate, the 405 table, metrics and the description are made from
 * it; a route that says nothing is closed: the start fails naming it.
 */
import { RouteConfig } from '@nestjs/platform-fastify';

export interface Operation {
  /** Name in metrics, logs and the description. */
  readonly id: string;
  /** What a caller must be allowed to do; null: anybody may call, and the gate isn't asked. */
  readonly scope: string | null;
  /** Which allowances of the caller a call uses up, in the order in which headers name them. */
  readonly allowances: readonly string[];
  /** `json`: the handler reads a JSON body. `none`: whatever is sent is ignored. */
  readonly body: 'json' | 'none';
  /** `false`: its GET records something, so that HEAD, which must not (RFC 9110, 9.2.1), is a wrong method. */
  readonly head?: false;
}

/** The prefix under which every route is part of the published interface. */
export const API_PREFIX = '/v1';

export interface OperationRoute {
  readonly operation: Operation;
  readonly method: string;
  /** As Fastify writes it: `/v1/things/:id`. */
  readonly path: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
    /** Outside the published interface, without a gate: health, metrics, docs. */
    open?: true;
  }
}

/** Declares a route of the published interface. */
export const DeclaredRoute = (operation: Operation): MethodDecorator => RouteConfig({ operation });

/** Declares a route outside the published interface that the gate isn't asked about. */
export const OpenRoute = (): MethodDecorator => RouteConfig({ open: true });
