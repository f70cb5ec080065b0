import type { RecordedEvent } from '../../packages/platform/src/event-store/event-store.js';
import { decode, type LoggedEvent } from '../streams/index.js';

/** The logical events of a stored one; none where it can't be read. Invariant 8 reports such an event. */
export function readable(
  recorded: RecordedEvent,
  onError?: (error: unknown) => void,
): readonly LoggedEvent[] {
  try {
    return decode(recorded);
  } catch (error) {
    onError?.(error);
    return [];
  }
}
