/** Builds the record of a chunk: each row's outcome and charge, as the events of one append. Pure. */
import type { BlockOutcomes } from '../../../packages/contract/src/row.js';
import type { EnrichedRow } from '../../../packages/enrichment/src/index.js';
import { chargeOf, type RowCharge } from '../../billing/charge-rules.js';
import { digestOf } from '../../streams/rowdata/rowdata.events.js';
import type { DataRef, RowRecord } from '../../streams/rows/rows.events.js';
import { ROWS_PER_PACK, rowsRecordedEvent } from '../../streams/rows/rows.events.js';
import { packRows } from '../../streams/rows/pack-rows.js';
import type { EventMetadata, NewEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { timedId } from '../../streams/derived-id.js';
import { timeOfJobId } from '../../../packages/contract/src/ids.js';
import { memoizeByObject } from '../../../packages/words/src/memoize.js';
import type { ChunkAttempt } from './chunk-attempt.js';
import type { DeliveredPack } from './delivered-packs.js';

/** Rows that share one object of outcomes also share one charge object, which is computed once. */
const sharedCharge = memoizeByObject<BlockOutcomes, RowCharge>(chargeOf);

/** Returns the record of a row. With `store=false` it lacks the company and the match (Contract 2.19). */
function rowRecord(row: EnrichedRow, isStored: boolean): RowRecord {
  if (row.status === 'failed') return { reason: row.reason };
  return {
    company_number: isStored ? row.company_number : null,
    matched_on: isStored ? row.matched_on : null,
    match_confidence: isStored ? row.match_confidence : null,
    blocks: row.blocks,
    charge: sharedCharge(row.blocks),
  };
}

const dataRefOf = ({ event }: DeliveredPack): DataRef => ({
  event_id: event.id,
  digest: digestOf(event.data),
});

/**
 * Returns one event for each hundred rows. Each event refers to the data events of its rows. With
 * `store=false` it has only the digest of a data event, because that event and its salt are stored nowhere.
 */
export function chunkRecordEvents(
  attempt: ChunkAttempt,
  rows: readonly EnrichedRow[],
  packs: readonly DeliveredPack[],
  metadata: EventMetadata,
): readonly NewEvent[] {
  const { submission, chunk, firstRow, editions } = attempt;
  const { job_id, stored } = submission;
  const events: NewEvent[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_PACK) {
    const eventRows = rows.slice(start, start + ROWS_PER_PACK);
    const from = firstRow + start;
    const dataRefs = packs
      .filter((pack) => pack.firstRow >= from && pack.firstRow < from + eventRows.length)
      .map(dataRefOf);
    const header = {
      job_id,
      chunk,
      attempt: attempt.attemptId,
      from,
      count: eventRows.length,
      editions,
      delivered: stored ? dataRefs : [],
      unkept_digest: stored ? null : (dataRefs[0]?.digest ?? null),
    };
    const data = packRows(
      header,
      eventRows.map((row) => rowRecord(row, stored)),
    );
    const id = timedId(timeOfJobId(job_id), 'RowsRecorded', job_id, chunk, attempt.attemptId, from);
    events.push(rowsRecordedEvent(data, id, metadata));
  }
  return events;
}
