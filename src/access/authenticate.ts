/**
 * From an `Authorization` header to who is calling (Spec 7.1 to 7.4). Injected wherever a key is checked; the
 * implementation reads the access lane and, where that lags, the account's own stream.
 */
import type { Caller } from './caller.js';

export type Authentication =
  | { readonly outcome: 'authenticated'; readonly caller: Caller }
  /** 401 `Authentication credentials were not provided.`: no `Authorization` header at all. */
  | { readonly outcome: 'missing' }
  /**
   * 401 `Invalid API key`: an empty header, another scheme, a malformed, unknown, wrong or revoked key, another
   * environment's prefix, a suspended account. The client can't learn which, also not from the time it takes.
   */
  | { readonly outcome: 'invalid' }
  /** 503: what is on file can't be read, or isn't recent enough to decide; `why` is for the log. */
  | { readonly outcome: 'unavailable'; readonly why: string };

export abstract class Authenticator {
  /** @param authorization the header as sent; undefined only where there was none. Never throws. */
  abstract authenticate(authorization: string | undefined): Authentication | Promise<Authentication>;
}
