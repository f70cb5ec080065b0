/** An attempt's rows as data events, and the record that will stand on them. */
import type { EnrichedRow } from '../../enrichment/enricher.js';
import type { NewEvent } from '../../platform/event-store/event-store.js';
import { metadataOf } from '../../streams/envelope.js';
import type { Delivered } from '../commands.js';
import type { ChunkAttempt } from './chunk-attempt.js';
import { deliveredPacks, fitting } from './delivered-packs.js';
import { recordEvents } from './record-events.js';

export interface MadeDelivery {
  readonly delivered: Delivered;
  /** None where the rows are not kept. */
  readonly data: readonly NewEvent[];
}

/** @param stamp the time of the events; the bytes of the salt of the delivered rows */
export async function madeDelivery(
  attempt: ChunkAttempt,
  answers: readonly EnrichedRow[],
  stamp: { readonly time: string; readonly salt: Uint8Array },
): Promise<MadeDelivery> {
  const rows = fitting(answers, attempt);
  const metadata = metadataOf(attempt.context, stamp.time);
  const packs = await deliveredPacks(attempt, rows, Buffer.from(stamp.salt).toString('hex'), metadata);
  return {
    delivered: { attempt, rows, record: recordEvents(attempt, rows, packs, metadata) },
    data: attempt.submission.stored ? packs.map(({ event }) => event) : [],
  };
}
