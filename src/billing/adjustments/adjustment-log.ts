/** Reads the adjustments of an account from the log, for statements, disputes and investigations. */
import type { EventStore, Position } from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import {
  adjustmentsStream,
  adjustmentsStreams,
  type AdjustmentsEvent,
} from '../../streams/adjustments/adjustments.events.js';
import type { Logged } from '../../streams/envelope.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';

/** The number of events in one read. An adjustment of many jobs may take several hundred kilobytes. */
const EVENTS_PER_PAGE = 50;

/** Limits adjustments by position in the log, by time, or by both. A missing bound sets no limit. */
export interface AdjustmentRange {
  /** Positions in the log: `after` is exclusive, `until` is inclusive. */
  readonly after?: Position;
  readonly until?: Position;
  /** Times of the adjustments (ISO 8601, UTC): `from` is inclusive, `before` is exclusive. */
  readonly from?: string;
  readonly before?: string;
}

/**
 * Yields the adjustments of an account and their reversals, in log order. Units and amounts that are taken
 * back are negative.
 */
export async function* adjustmentsOf(
  log: Pick<EventStore, 'readStream'>,
  account: AccountId,
  { after, until, from, before }: AdjustmentRange = {},
): AsyncGenerator<Logged<AdjustmentsEvent>> {
  for await (const recorded of storedEvents(log, adjustmentsStream(account), { page: EVENTS_PER_PAGE })) {
    const entry = adjustmentsStreams.decode(recorded);
    if (until !== undefined && entry.position > until) return;
    if (before !== undefined && entry.time >= before) return;
    if (after !== undefined && entry.position <= after) continue;
    if (from === undefined || entry.time >= from) yield entry;
  }
}
