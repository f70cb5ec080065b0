/** Declares routes, of the published interface or outside it, and what they require of a key. */
import { DeclaredRoute, type Operation } from '../../../packages/platform/src/http/operation.js';
import type { KeyScope } from '../../../packages/contract/src/ids.js';

export interface ApiOperation extends Operation {
  /** Null: no key is needed. `any`: any key will do. */
  readonly scope: KeyScope | 'any' | null;
  readonly rateLimits: readonly ('default' | 'resolve')[];
}

/** Declares a route of the published interface. */
export const PublishedOperation = (operation: ApiOperation): MethodDecorator => DeclaredRoute(operation);

/** Declares a route outside the published interface that needs a key. */
export const UnpublishedKeyOperation = (operation: Omit<ApiOperation, 'outside' | 'body'>): MethodDecorator =>
  DeclaredRoute({ ...operation, body: 'none', outside: true });
