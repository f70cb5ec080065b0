/**
 * What an operation of the interface says of itself. The gate, the 405 table, metrics and the description are made from
 * it; a route that says nothing is closed: the start fails naming it.
 */
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Scope } from '../../shared/ids.js';

export interface Operation {
  /** Name in metrics, logs and the description. */
  readonly id: string;
  /** Null: no key is needed. */
  readonly scope: Scope | null;
  readonly billed: boolean;
  /** Which allowances of the key a call uses up, in the order in which headers name them. */
  readonly allowances: readonly AllowanceName[];
  /** `json`: the handler reads a JSON body. `none`: whatever is sent is ignored. */
  readonly body: 'json' | 'none';
}

export type AllowanceName = 'default' | 'resolve';

/** The prefix under which every route is part of the published interface. */
export const API_PREFIX = '/v1';

export interface OperationRoute {
  readonly operation: Operation;
  readonly method: string;
  /** As Fastify writes it: `/v1/enrich/jobs/:job_id`. */
  readonly path: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
    /** Outside the published interface, without a key: health, metrics, docs. */
    open?: true;
  }
}

/** Declares a route of the published interface. */
export const PublishedOperation = (operation: Operation): MethodDecorator => RouteConfig({ operation });

/** Declares a route outside the published interface that needs no key. */
export const OpenRoute = (): MethodDecorator => RouteConfig({ open: true });
