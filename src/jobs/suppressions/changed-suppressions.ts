/** Tells which values' suppression changed over a time. */
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

/** From this time on, without it, to that one, with it: ISO 8601 in UTC. */
export interface SuppressionsAsked {
  readonly from: string;
  readonly to: string;
  /** Whether a suppression that was lifted again counts too. */
  readonly every: boolean;
}

/** Null: none changed. @param parts.secret `KEY_HASH_SECRET` */
export async function changedSuppressions(
  { store, secret }: { readonly store: Pick<EventStore, 'readStream'>; readonly secret: string },
  { from, to, every }: SuppressionsAsked,
): Promise<{ readonly values: SuppressedValues; readonly changed_at: string } | null> {
  const before: Timed<SuppressionsEvent>[] = [];
  const within: Timed<SuppressionsEvent>[] = [];
  for await (const recorded of storedEvents(store, suppressionsStreams.streamOf('all'))) {
    const one = suppressionsStreams.decode(recorded);
    if (one.time <= to) (one.time <= from ? before : within).push(one);
  }
  const then = evolve(NO_SUPPRESSIONS, before);
  const now = evolve(then, within);
  const changed = new Map(
    within.flatMap(({ event: { data }, time }) =>
      every || then.has(data.value_hash) !== now.has(data.value_hash)
        ? [[data.value_hash, { secret: '', ...data, suppressed_at: time }] as const]
        : [],
    ),
  );
  const changed_at = within.at(-1)?.time;
  if (changed.size === 0 || changed_at === undefined) return null;
  const values = new SuppressedHashes(secret);
  values.take(changed);
  return { values, changed_at };
}
