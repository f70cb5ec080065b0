/** When a call that failed is made again, and after how long. Every call is safe to repeat: a read, or by its key. */
import { ApiError, ConnectionError } from './errors.js';

/** `once`: the code `error` says nothing; what it says twice it will say a third time. */
export type Retry = 'never' | 'once' | 'patiently';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** The most that is added to what the service asks for. */
const SPREAD_MS = 1_000;

/** Whether this failure may pass. */
export function retryOf(error: unknown): Retry {
  if (error instanceof ConnectionError) return 'patiently';
  if (!(error instanceof ApiError)) return 'never';
  const { status, code, body } = error;
  if (status !== 408 && status !== 429 && status < 500) return 'never';
  if ('retry_suggested' in body && body.retry_suggested === false) return 'never';
  return status !== 429 && code === 'error' ? 'once' : 'patiently';
}

/**
 * Milliseconds before the next try.
 * @param failures until now, from 1
 * @param asked what the service asks for; never less is waited
 * @param chance 0 to 1, so that clients that failed together don't come back together
 */
export function pauseBefore(failures: number, asked: number | null, chance: number): number {
  if (asked !== null) return Math.round(asked + chance * Math.min(SPREAD_MS, Math.max(asked, 100)));
  const most = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  return Math.round(most / 2 + (chance * most) / 2);
}

/** Of a `Retry-After`: seconds, or a date. Null where there is none, or none that can be read. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const milliseconds = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000;
  return Number.isFinite(milliseconds) ? Math.max(milliseconds, 0) : null;
}
