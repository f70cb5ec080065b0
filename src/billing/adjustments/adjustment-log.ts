/** The adjustments of an account, from the log alone: what statements, disputes and investigations read. */
import type { EventStore, Position } from '../../platform/event-store/event-store.js';
import { storedEvents } from '../../platform/event-store/stored-events.js';
import {
  adjustmentsStream,
  adjustmentsStreams,
  type AdjustmentsEvent,
} from '../../streams/adjustments/adjustments.events.js';
import type { Logged } from '../../streams/envelope.js';
import type { AccountId } from '../../shared/ids.js';

/** An adjustment of many jobs may be some hundred kilobytes. */
const PAGE = 50;

/** A part of the log, or of time. What is left out bounds nothing. */
export interface AdjustmentRange {
  /** Positions: later than `after`, up to and with `until`. */
  readonly after?: Position;
  readonly until?: Position;
  /** Times at which the adjustments were made (ISO 8601, UTC): from `from` on, before `before`. */
  readonly from?: string;
  readonly before?: string;
}

/**
 * Adjustments of an account and reversals of them, in the order in which they were made (which is log order). Each says
 * by itself what it counts: `units` and `amount` of all, and `charges` by job and day of the charge, negative in
 * ChargeAdjusted, positive in AdjustmentReversed.
 */
export async function* adjustmentsOf(
  log: Pick<EventStore, 'readStream'>,
  account: AccountId,
  { after, until, from, before }: AdjustmentRange = {},
): AsyncGenerator<Logged<AdjustmentsEvent>> {
  for await (const recorded of storedEvents(log, adjustmentsStream(account), { page: PAGE })) {
    const entry = adjustmentsStreams.decode(recorded);
    if (until !== undefined && entry.position > until) return;
    if (before !== undefined && entry.time >= before) return;
    if (after !== undefined && entry.position <= after) continue;
    if (from === undefined || entry.time >= from) yield entry;
  }
}
