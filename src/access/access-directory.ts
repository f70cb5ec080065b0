/**
 * Declares what authentication reads: the documents of the access lane, and how far that lane has come. It is
 * a narrow view of the live read models, so that a test can replace them.
 */
import type { Position } from '../platform/event-store/event-store.js';
import type { ReadModelReader } from '../platform/read-models/read-models.js';

export interface AccessDirectory extends Pick<ReadModelReader, 'get'> {
  /** Everything up to this position is in the documents; null: nothing was projected yet. */
  lanePosition(lane: 'access'): Promise<Position | null>;
  /** Waits at most `timeoutMs`; true where the lane passed the position. */
  waitFor(lane: 'access', position: Position, timeoutMs: number): Promise<boolean>;
  /** Whether this version can't read an event of this account: then its documents can't be relied on. */
  isParked(subject: string, lane: 'access'): Promise<boolean>;
}
