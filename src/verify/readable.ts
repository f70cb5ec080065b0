import type { RecordedEvent } from '../../packages/platform/src/event-store/event-store.js';
import { decode, type LoggedEvent } from '../streams/index.js';

/**
 * The logical events of a stored one; none where it can't be read. Invariant 8 reports such an event.
 * @param unreadable is called with the error
 */
export function readable(
  recorded: RecordedEvent,
  unreadable: (error: Error) => void = () => undefined,
): readonly LoggedEvent[] {
  try {
    return decode(recorded);
  } catch (error) {
    unreadable(error instanceof Error ? error : new Error(String(error)));
    return [];
  }
}
