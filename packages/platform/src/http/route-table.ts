/** Every route of the service with its declaration. Closed by default. */
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { Target } from './gate.js';
import type { OperationRoute } from './operation.js';
import { isUnderApi, pathOf } from './request-target.js';

/** A target that needs no key: outside the published interface, or open by specification. */
export type OpenTarget =
  | { readonly kind: 'open' }
  | { readonly kind: 'open_wrong_method'; readonly allow: readonly string[] }
  | { readonly kind: 'open_unknown_path' };

interface Entry {
  readonly matcher: RegExp;
  readonly method: string;
  readonly open: boolean;
}

const matcherOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:[a-z_]+/g, '[^/]+')
      .replace(/\*$/, '.*')}$`,
  );

export class RouteTable {
  private readonly entries: Entry[] = [];
  private readonly published: OperationRoute[] = [];

  get operations(): readonly OperationRoute[] {
    return this.published;
  }

  /** @throws Error that names a route without a declared access; it ends the start */
  add(route: RouteOptions): void {
    const operation = route.config?.operation;
    for (const method of [route.method].flat()) {
      const name = `the route ${method} ${route.url}`;
      if (operation === undefined && route.config?.open !== true)
        throw new Error(`${name} declares neither an operation nor that it is open`);
      const isPublished = operation !== undefined && operation.outside !== true;
      if (isUnderApi(route.url) !== isPublished)
        throw new Error(`${name} stands on the wrong side of the published interface`);
      if (method === 'HEAD' && operation?.head === false) continue;
      const open = operation === undefined || operation.scope === null;
      this.entries.push({ matcher: matcherOf(route.url), method, open });
      // HEAD goes with GET, and GET's description covers it.
      if (operation !== undefined && method !== 'HEAD' && isPublished)
        this.published.push({ operation, method, path: route.url });
    }
  }

  /** Finds a request's target. Looks the path up only where no route took the request, or may take it. */
  targetOf(request: FastifyRequest): Target | OpenTarget {
    const { operation, open } = request.routeOptions.config;
    const isRefused = request.method === 'HEAD' && operation?.head === false;
    if (operation !== undefined && !isRefused)
      return operation.scope === null ? { kind: 'open' } : { kind: 'operation', operation };
    if (open === true) return { kind: 'open' };
    const path = request.url.split(/[?#]/, 1)[0] ?? '/';
    const there = this.entries.filter(({ matcher }) => matcher.test(path));
    const allow = [...new Set(there.map(({ method }) => method))].sort();
    if (there.some((entry) => entry.open)) return { kind: 'open_wrong_method', allow };
    if (there.length > 0) return { kind: 'wrong_method', allow };
    return { kind: isUnderApi(pathOf(path)) ? 'unknown_path' : 'open_unknown_path' };
  }
}
