/** Builds the data events of an attempt's rows and the record that will refer to them. */
import type { EnrichedRow } from '../../../packages/enrichment/src/index.js';
import type { NewEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { metadataOf } from '../../streams/envelope.js';
import type { DeliveredChunk } from './delivered-chunk.js';
import type { ChunkAttempt } from './chunk-attempt.js';
import { makeDeliveredPacks, failLargeRows } from './delivered-packs.js';
import { chunkRecordEvents } from './chunk-record-events.js';

export interface Delivery {
  /** The delivered rows and the events of their record. */
  readonly deliveredChunk: DeliveredChunk;
  /** Empty if the rows are not stored. */
  readonly dataEvents: readonly NewEvent[];
}

/** @param stamp the time of the events, and the salt of the delivered rows */
export async function makeDelivery(
  attempt: ChunkAttempt,
  answers: readonly EnrichedRow[],
  stamp: { readonly time: string; readonly salt: Uint8Array },
): Promise<Delivery> {
  const rows = failLargeRows(answers, attempt);
  const metadata = metadataOf(attempt.context, stamp.time);
  const packs = await makeDeliveredPacks(attempt, rows, Buffer.from(stamp.salt).toString('hex'), metadata);
  return {
    deliveredChunk: { attempt, rows, recordEvents: chunkRecordEvents(attempt, rows, packs, metadata) },
    dataEvents: attempt.submission.stored ? packs.map(({ event }) => event) : [],
  };
}
