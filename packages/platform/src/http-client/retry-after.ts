/** Tells when a server that answered "not now" may be asked again. Pure. */
import { headerOf, type Exchange } from './http-door.js';

/** Milliseconds of `Retry-After`, given as seconds or date; NaN without it. @param now since 1970, in ms */
export function retryAfterMs(exchange: Pick<Exchange, 'headers'>, now: number): number {
  const after = headerOf(exchange, 'retry-after') ?? '';
  return /^\d{1,9}$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now;
}
