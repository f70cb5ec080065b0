import type { RecordedEvent } from '../platform/event-store/event-store.js';
import { decode, type LoggedEvent } from '../streams/index.js';

/** The logical events of a stored one; none where it can't be read, which is an offender of invariant 8. */
export function readable(recorded: RecordedEvent): readonly LoggedEvent[] {
  try {
    return decode(recorded);
  } catch {
    return [];
  }
}
