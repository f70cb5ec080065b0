/** An operation's declaration. A route without one is closed: the start fails and names the route. */
import { RouteConfig } from '@nestjs/platform-fastify';

export interface Operation {
  /** The name in metrics, logs and the description. */
  readonly id: string;
  /** What a caller must be allowed to do; null: anybody may call, and the gate isn't asked. */
  readonly scope: string | null;
  /** The caller's rate limits that a call counts against, in the order in which headers name them. */
  readonly rateLimits: readonly string[];
  /** `json`: the handler reads a JSON body. `none`: any body is ignored. */
  readonly body: 'json' | 'none';
  /** True: outside the published interface, and it may answer another form than JSON. */
  readonly outside?: true;
  /** `false`: its GET records something. HEAD must not (RFC 9110, 9.2.1), so it is a wrong method. */
  readonly head?: false;
}

/** Every route under this prefix is part of the published interface. */
export const API_PREFIX = '/v1';

export interface OperationRoute {
  readonly operation: Operation;
  readonly method: string;
  /** In Fastify's form: `/v1/things/:id`. */
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

/** Declares a route outside the published interface, for which the gate isn't asked. */
export const OpenRoute = (): MethodDecorator => RouteConfig({ open: true });

/** A route's path as the description has it: `/v1/things/{id}`. */
export const pathTemplate = (path: string): string => path.replace(/:([a-z_]+)/g, '{$1}');
