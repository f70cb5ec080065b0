/** The rows of a chunk that an attempt delivered. */
import type { EnrichedRow } from '../../../packages/enrichment/src/index.js';
import type { NewEvent } from '../../../packages/platform/src/event-store/event-store.js';
import type { ChunkAttempt } from './chunk-attempt.js';

/** Rows of an attempt that are delivered but not yet recorded. */
export interface DeliveredChunk {
  readonly attempt: ChunkAttempt;
  /** The rows as delivered. A row whose data are too wide has failed. */
  readonly rows: readonly EnrichedRow[];
  /** The events of the record that refers to the delivered data. */
  readonly record: readonly NewEvent[];
}
