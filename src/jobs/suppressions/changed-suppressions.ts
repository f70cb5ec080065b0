/** Finds the values that were suppressed, or shown again, within a window of time. */
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { SuppressedValues } from '../../../packages/contract/src/suppression/suppressed.js';
import type { Timed } from '../../streams/envelope.js';
import { evolve, NO_SUPPRESSIONS } from '../../streams/suppressions/suppressions.decider.js';
import {
  suppressionsStreams,
  type SuppressionsEvent,
} from '../../streams/suppressions/suppressions.events.js';
import { SuppressedHashes } from './suppressed-hashes.js';

/**
 * Returns null if no value's suppression changed after `from` up to `to` (ISO 8601, UTC).
 * @param every true if a value counts that was changed and changed back in that time
 */
export async function changedSuppressions(
  { store, secret }: { readonly store: Pick<EventStore, 'readStream'>; readonly secret: string },
  { from, to, every }: { readonly from: string; readonly to: string; readonly every: boolean },
): Promise<{ readonly values: SuppressedValues; readonly changed_at: string } | null> {
  const earlierEvents: Timed<SuppressionsEvent>[] = [];
  const windowEvents: Timed<SuppressionsEvent>[] = [];
  for await (const storedEvent of storedEvents(store, suppressionsStreams.streamOf('all'))) {
    const timedEvent = suppressionsStreams.decode(storedEvent);
    if (timedEvent.time <= to) (timedEvent.time <= from ? earlierEvents : windowEvents).push(timedEvent);
  }
  const atStart = evolve(NO_SUPPRESSIONS, earlierEvents);
  const atEnd = evolve(atStart, windowEvents);
  const changedByHash = new Map(
    windowEvents.flatMap(({ event: { data }, time }) =>
      every || atStart.has(data.value_hash) !== atEnd.has(data.value_hash)
        ? [[data.value_hash, { secret: '', ...data, suppressed_at: time }] as const]
        : [],
    ),
  );
  const changed_at = windowEvents.at(-1)?.time;
  if (changedByHash.size === 0 || changed_at === undefined) return null;
  const values = new SuppressedHashes(secret);
  values.replace(changedByHash);
  return { values, changed_at };
}
