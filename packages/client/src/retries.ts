/**
 * When a call that failed is made again, and after how long. Every call is safe to repeat: a read, or by its
 * key.
 */
import { ApiError, ConnectionError } from './errors.js';

/** `once`: the code `error` says nothing; what it says twice it will say a third time. */
export type Retry = 'never' | 'once' | 'patiently';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** The most that is added to what the service asks for. */
const SPREAD_MS = 1_000;
/** The most that is waited at a time because the service asks for it: then it is asked again. */
const LONGEST_ASKED_MS = 86_400_000;

/** Whether this failure may pass. */
export function retryOf(error: unknown): Retry {
  if (error instanceof ConnectionError) return 'patiently';
  if (!(error instanceof ApiError)) return 'never';
  const { status, code, body } = error;
  if (status !== 408 && status !== 429 && status < 500) return 'never';
  if (code === 'budget_reached') return 'never';
  if ('retry_suggested' in body && body.retry_suggested === false) return 'never';
  return status !== 429 && code === 'error' ? 'once' : 'patiently';
}

/**
 * Milliseconds before the next try.
 * @param failures until now, from 1
 * @param asked what the service asks for; never less is waited. Less than the first own pause counts as none.
 * @param chance 0 to 1, so that clients that failed together don't come back together
 */
export function pauseBefore(failures: number, asked: number | null, chance: number): number {
  const most = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  const own = Math.round(most / 2 + (chance * most) / 2);
  if (asked === null) return own;
  const told = Math.round(asked + chance * Math.min(SPREAD_MS, Math.max(asked, 100)));
  return asked < FIRST_PAUSE_MS ? Math.max(told, own) : told;
}

/**
 * Of a `Retry-After`: seconds, or a date, at most a day. Null where there is none, or none that can be read.
 */
export function retryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  // A date of HTTP has letters; `Date.parse` would take a negative number for a year.
  const milliseconds = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : /[a-z]/i.test(text)
      ? Date.parse(text) - now
      : NaN;
  return Number.isNaN(milliseconds) ? null : Math.min(Math.max(milliseconds, 0), LONGEST_ASKED_MS);
}
