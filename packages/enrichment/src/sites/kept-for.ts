/** Decides how long a crawl is kept. Pure. */
import type { SiteReading } from './site-reading.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Tells whether the status is that of a server that fails or asks to come later. */
const isForNow = (status: number | null): boolean => status !== null && (status >= 500 || status === 429);

/**
 * Milliseconds for which a crawl is served again; null: its days. An hour after faults that may pass; a day
 * after walls, missing pages and lack of time.
 */
export function siteKeptForMs({ state, http_status, truncated, faults }: SiteReading): number | null {
  if (state === 'unreachable' || isForNow(http_status) || faults.includes('robots_unavailable'))
    return HOUR_MS;
  return state === 'read' && !(truncated && faults.includes('timed_out')) ? null : DAY_MS;
}
