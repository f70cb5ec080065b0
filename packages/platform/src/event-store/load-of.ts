/** Estimates the load from a page at the head of the log. */
import type { LogPage } from './event-store.js';

/** A single request leaves a page with fewer events than this. */
const BUSY_PAGE = 10;
/** Hundreds of requests a second leave a page with at least this many events. */
const HEAVY_PAGE = 100;

/** `light`: single requests. `busy`: one event after the other. `heavy`: many requests at once. */
export type Load = 'idle' | 'light' | 'busy' | 'heavy';

export function loadOf({ events }: LogPage): Load {
  if (events.length === 0) return 'idle';
  if (events.length < BUSY_PAGE) return 'light';
  return events.length < HEAVY_PAGE ? 'busy' : 'heavy';
}
