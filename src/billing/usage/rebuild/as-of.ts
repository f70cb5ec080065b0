/**
 * Finds the last position that counts for `--as-of TIME|POSITION` (Contract 5.5). A TIME means the position
 * before the first fact, in log order, with a later `time`. Data events don't count: they are deleted when
 * retention ends, and the answer must not change then.
 */
import { LOG_START, type Position } from '../../../../packages/platform/src/event-store/event-store.js';
import { logPages } from '../../../../packages/platform/src/event-store/stored-events.js';
import type { LogSource } from '../../../../packages/platform/src/event-store/shared-tail.js';
import { isRequestDay, parseRequestTime } from '../../../../packages/words/src/calendar.js';

const FACT_CATEGORIES = ['account', 'adjustments', 'idempotency', 'job', 'rows'] as const;

export type AsOf =
  | { readonly kind: 'head' }
  | { readonly kind: 'time'; readonly time: string }
  | { readonly kind: 'position'; readonly position: Position };

/** Reads a date (meaning the end of that UTC day), a date with a time (UTC by default), or a log position. */
export function parseAsOf(text: string): AsOf | null {
  const trimmed = text.trim();
  if (/^\d{4}-\d{1,2}-/.test(trimmed)) {
    const time = parseRequestTime(isRequestDay(trimmed) ? `${trimmed}T23:59:59.999` : trimmed);
    return time === null ? null : { kind: 'time', time: time.toISOString() };
  }
  return /^\d[\d.:/_-]*$/.test(trimmed) ? { kind: 'position', position: trimmed as Position } : null;
}

/** Returns the last position that counts, never after `head`. */
export async function positionAsOf(events: LogSource, asOf: AsOf, head: Position): Promise<Position> {
  switch (asOf.kind) {
    case 'head':
      return head;
    case 'position':
      return earlierOf(paddedPosition(asOf.position, head), head);
    case 'time':
      return lastPositionNotAfter(events, asOf.time, head);
  }
}

/** Adds the leading zeros of a position, which an operator may leave out. */
export const paddedPosition = (position: Position, head: Position): Position =>
  /^\d+$/.test(position) ? (position.padStart(head.length, '0') as Position) : position;

const earlierOf = (a: Position, b: Position): Position => (a < b ? a : b);

async function lastPositionNotAfter(log: LogSource, time: string, head: Position): Promise<Position> {
  let lastPosition = LOG_START;
  const facts = { after: LOG_START, categories: FACT_CATEGORIES, limit: 2_000 };
  for await (const page of logPages(log, facts, head))
    for (const event of page.events) {
      // The deletion of a stream is no fact and has no time.
      if ((event.metadata['time'] ?? '') > time) return lastPosition;
      lastPosition = event.position;
    }
  return head;
}
