/**
 * What authentication reads: the access lane's documents, and how far that lane has come. A narrow view of the live
 * read models, so that a test can stand in for them.
 */
import type { Position } from '../platform/event-store/event-store.js';
import type { ReadModelReader } from '../platform/read-models/read-models.js';

export interface AccessDirectory extends Pick<ReadModelReader, 'get'> {
  /** Everything up to here is in the documents; null: nothing was projected yet. */
  lanePosition(lane: 'access'): Promise<Position | null>;
  /** Waits so long at most; true where the lane passed the position. */
  waitFor(lane: 'access', position: Position, timeoutMs: number): Promise<boolean>;
  /** Whether an event of this account can't be read by this version: its documents then can't be relied on. */
  isParked(subject: string, lane: 'access'): Promise<boolean>;
}
