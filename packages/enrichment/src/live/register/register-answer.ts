/** Interprets an exchange with the register. Pure. */
import { shallowJson, UnusableBody } from '../../../../platform/src/http-client/bounded-body.js';
import { headerOf, type Exchange } from '../../../../platform/src/http-client/http-door.js';
import { retryAfterMs } from '../../../../platform/src/http-client/retry-after.js';

export type Meaning =
  | { readonly kind: 'body'; readonly body: Record<string, unknown>; readonly bytes: number }
  | { readonly kind: 'nothing' }
  /** The document is at another address. */
  | { readonly kind: 'elsewhere'; readonly location: string }
  | { readonly kind: 'pause'; readonly milliseconds: number }
  /** A failure after which another attempt may help. */
  | { readonly kind: 'failing'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unreadable'; readonly why: string };

const DEFAULT_PAUSE_MS = 60_000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The milliseconds to wait, by `Retry-After` (seconds or a date), else by the stated end of the window. */
export function pauseOf(exchange: Pick<Exchange, 'headers'>, now: number): number {
  const reset = headerOf(exchange, 'x-ratelimit-reset') ?? '';
  const waits = [retryAfterMs(exchange, now), /^\d{1,12}$/.test(reset) ? Number(reset) * 1_000 - now : NaN];
  return Math.max(1_000, waits.find((value) => Number.isFinite(value)) ?? DEFAULT_PAUSE_MS);
}

/** Interprets an answer by its status. `now` is in milliseconds since 1970. */
export function meaningOf(exchange: Exchange, now: number): Meaning {
  const { status } = exchange;
  if (status === 429) return { kind: 'pause', milliseconds: pauseOf(exchange, now) };
  if (status === 401 || status === 403)
    return { kind: 'refused', why: `the register refused the key with ${status}` };
  if (status === 408 || status >= 500) return { kind: 'failing', why: `the register answered ${status}` };
  if (status >= 301 && status <= 308) {
    const location = headerOf(exchange, 'location');
    if (location !== undefined) return { kind: 'elsewhere', location };
  }
  if (status !== 200 && status !== 404) return { kind: 'unreadable', why: `the register answered ${status}` };
  return bodyOf(exchange);
}

/** The body of an answer. A 404 without the register's JSON, such as an HTML page, isn't the register's. */
function bodyOf({ status, bytes }: Exchange): Meaning {
  if (status === 404 && bytes.length === 0) return { kind: 'nothing' };
  try {
    const body = shallowJson(bytes.toString('utf8'));
    if (!isRecord(body)) return { kind: 'unreadable', why: `the register answered ${status} with no object` };
    return status === 404 ? { kind: 'nothing' } : { kind: 'body', body, bytes: bytes.length };
  } catch (error) {
    if (error instanceof UnusableBody)
      return { kind: 'unreadable', why: `the register answered ${status} with ${error.message}` };
    throw error;
  }
}
