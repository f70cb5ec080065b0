/** Declares the rows of a chunk that an attempt has delivered but not yet recorded. */
import type { EnrichedRow } from '../../../packages/enrichment/src/index.js';
import type { NewEvent } from '../../../packages/platform/src/event-store/event-store.js';
import type { ChunkAttempt } from './chunk-attempt.js';

/** The delivered rows of an attempt, with the events that will record them. */
export interface DeliveredChunk {
  readonly attempt: ChunkAttempt;
  /** The rows as delivered. A row whose data are too large for one append has failed. */
  readonly rows: readonly EnrichedRow[];
  /** The events of the record that refers to the delivered data. */
  readonly recordEvents: readonly NewEvent[];
}
