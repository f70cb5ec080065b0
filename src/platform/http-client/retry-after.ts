/** When a server that said "not now" wants to be asked again. Pure. */
import { headerOf, type Exchange } from './http-door.js';

/** Milliseconds of `Retry-After`, in seconds or as a date; NaN where there is none. `now` in milliseconds since 1970. */
export function retryAfterMs(exchange: Pick<Exchange, 'headers'>, now: number): number {
  const after = headerOf(exchange, 'retry-after') ?? '';
  return /^\d{1,9}$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now;
}
