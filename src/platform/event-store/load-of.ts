/** What a page at the head of the log says of how much comes. */
import type { LogPage } from './event-store.js';

/** A page with fewer events is what a single request leaves. */
const BUSY_PAGE = 10;
/** A page with so many is what requests by the hundred a second leave. */
const HEAVY_PAGE = 100;

/** `light`: single requests. `busy`: events come one after the other. `heavy`: many requests at once. */
export type Load = 'idle' | 'light' | 'busy' | 'heavy';

export function loadOf({ events }: LogPage): Load {
  if (events.length === 0) return 'idle';
  if (events.length < BUSY_PAGE) return 'light';
  return events.length < HEAVY_PAGE ? 'busy' : 'heavy';
}
