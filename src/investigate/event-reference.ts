/** Refers to an event, with enough to find it in the store's own console. */
import type { LoggedEvent } from '../streams/index.js';
import type { StreamName } from '../../packages/platform/src/event-store/event-store.js';

export interface EventReference {
  readonly id: string;
  readonly type: string;
  readonly time: string;
  readonly stream: StreamName;
  readonly revision: number;
  /** Position in this store; it changes when the log is moved to another store. */
  readonly position: string;
  /** `key:<key id>`, `operator:<name>`, `operator` (no name recorded) or `worker`. */
  readonly actor: string;
}

export function eventReference(entry: LoggedEvent): EventReference {
  const { id, event, time, stream, revision, position, actor } = entry;
  return { id, type: event.type, time, stream, revision, position, actor };
}

/**
 * Sorts events by position. Several events may be packed in one stored event and share its position; they
 * keep their order.
 */
export const inLogOrder = (entries: readonly LoggedEvent[]): LoggedEvent[] =>
  [...entries].sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
