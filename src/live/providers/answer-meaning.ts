/** What an exchange with a provider means. Pure. */
import { shallowJson, UnusableBody } from '../../platform/http-client/bounded-body.js';
import { headerOf, type Exchange } from '../../platform/http-client/http-door.js';
import { retryAfterMs } from '../../platform/http-client/retry-after.js';

export type Meaning =
  | { readonly kind: 'body'; readonly body: unknown }
  | { readonly kind: 'pause'; readonly milliseconds: number }
  | { readonly kind: 'failing' | 'refused'; readonly why: string; readonly http_status: number | null }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Where answers differ from JSON with the status that says what it is. */
export interface AnswerForm {
  /** Default: JSON. Throws `UnusableBody` for what is no answer. */
  readonly parse?: (text: string) => unknown;
  /** Of a text that asks for a pause, whatever its status. */
  readonly tooFast?: RegExp;
}

const DEFAULT_PAUSE_MS = 60_000;

const numbersOf = (exchange: Pick<Exchange, 'headers'>, name: string): number[] =>
  (headerOf(exchange, name) ?? '').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));

/** Seconds until the windows end of which nothing is left; several stand side by side. NaN where it isn't said. */
function resetMs(exchange: Pick<Exchange, 'headers'>): number {
  const left = numbersOf(exchange, 'x-ratelimit-remaining');
  const resets = numbersOf(exchange, 'x-ratelimit-reset');
  const spent = resets.filter((reset, window) => Number.isFinite(reset) && left[window] === 0);
  return spent.length === 0 ? NaN : Math.max(...spent) * 1_000;
}

function pauseOf(exchange: Pick<Exchange, 'headers'>, now: number): number {
  const asked = [retryAfterMs(exchange, now), resetMs(exchange)].find((value) => Number.isFinite(value));
  return Math.max(1_000, asked ?? DEFAULT_PAUSE_MS);
}

/** `now` in milliseconds since 1970. */
export function meaningOf(
  exchange: Exchange,
  now: number,
  { parse = shallowJson, tooFast }: AnswerForm = {},
): Meaning {
  const { status } = exchange;
  const why = `it answered ${status}`;
  const text = exchange.bytes.toString('utf8');
  if (tooFast?.test(text) === true) return { kind: 'pause', milliseconds: pauseOf(exchange, now) };
  if (status === 429 || (status === 503 && headerOf(exchange, 'retry-after') !== undefined))
    return { kind: 'pause', milliseconds: pauseOf(exchange, now) };
  if (status === 408 || status >= 500) return { kind: 'failing', why, http_status: status };
  if (status !== 200) return { kind: 'refused', why, http_status: status };
  try {
    return { kind: 'body', body: parse(text) };
  } catch (error) {
    if (error instanceof UnusableBody) return { kind: 'unreadable', why: `${why} with ${error.message}` };
    throw error;
  }
}
