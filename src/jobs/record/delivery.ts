/**
 * Builds the events of an attempt's rows. Each data event has the served bytes of at most a hundred rows. The
 * record of the chunk has the outcome and the charge of each row, and refers to the data events.
 */
import type { BlockOutcomes } from '../../../packages/contract/src/row.js';
import { timeOfJobId } from '../../../packages/contract/src/ids.js';
import { type EnrichedRow, RowBodies } from '../../../packages/enrichment/src/index.js';
import {
  MAX_APPEND_BYTES,
  type EventMetadata,
  type NewEvent,
} from '../../../packages/platform/src/event-store/event-store.js';
import { memoizeByObject } from '../../../packages/words/src/memoize.js';
import { chargeOf, type RowCharge } from '../../billing/charge-rules.js';
import { timedId, derivedId } from '../../streams/derived-id.js';
import { metadataOf } from '../../streams/envelope.js';
import { digestOf, packedRowsDelivered } from '../../streams/rowdata/rowdata.events.js';
import { packRows } from '../../streams/rows/pack-rows.js';
import { ROWS_PER_PACK, rowsRecordedEvent, type RowRecord } from '../../streams/rows/rows.events.js';
import type { ChunkAttempt, DeliveredChunk } from './chunk-attempt.js';

/** The events of an attempt. `dataEvents` is empty if the rows are not stored. */
export interface Delivery {
  readonly deliveredChunk: DeliveredChunk;
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
  const salt = Buffer.from(stamp.salt).toString('hex');
  const packs = await Promise.all(
    packsOf(rows, attempt.firstRow).map((pack) => deliverPack(attempt, pack, salt, metadata)),
  );
  return {
    deliveredChunk: { attempt, rows, recordEvents: recordEventsOf(attempt, rows, packs, metadata) },
    dataEvents: attempt.submission.stored ? packs.map(({ event }) => event) : [],
  };
}

/** Bytes reserved for the head of a pack: ids, salt, and the lengths of a hundred rows. */
const HEAD_BYTES = 8_000;
const MAX_PACK_BYTES = MAX_APPEND_BYTES - HEAD_BYTES;

/** A character of a name is at most six bytes of JSON, which are eight bytes of base64. */
const BYTES_PER_CHARACTER = 8;

const bytesOf = (row: EnrichedRow): number =>
  row.json.length +
  (row.status === 'failed' ? row.error.length : row.company_name.length * BYTES_PER_CHARACTER) +
  2;

/** Fails each row whose data alone are too large for one append (Architecture 4.4). */
const failLargeRows = (rows: readonly EnrichedRow[], attempt: ChunkAttempt): readonly EnrichedRow[] =>
  rows.map((row, index) =>
    bytesOf(row) <= MAX_PACK_BYTES
      ? row
      : RowBodies.failedRow(attempt.firstRow + index, attempt.rows[index] ?? {}, 'error', {
          detail: 'The data of this row are larger than one answer can hold.',
        }),
  );

/** Rows that are served from one data event. */
interface Pack {
  /** The index of the pack's first row in the submission. */
  readonly firstRow: number;
  readonly rows: readonly EnrichedRow[];
}

/** Packs at most a hundred rows together, within one append. A pack never crosses a multiple of a hundred. */
function packsOf(rows: readonly EnrichedRow[], firstRow: number): Pack[] {
  const packs: { firstRow: number; rows: EnrichedRow[] }[] = [];
  let packBytes = 0;
  rows.forEach((row, index) => {
    const lastPack = packs.at(-1);
    const rowBytes = bytesOf(row);
    if (lastPack === undefined || index % ROWS_PER_PACK === 0 || packBytes + rowBytes > MAX_PACK_BYTES) {
      packs.push({ firstRow: firstRow + index, rows: [row] });
      packBytes = rowBytes;
      return;
    }
    lastPack.rows.push(row);
    packBytes += rowBytes;
  });
  return packs;
}

interface DeliveredPack {
  readonly firstRow: number;
  readonly event: NewEvent;
}

async function deliverPack(
  attempt: ChunkAttempt,
  pack: Pack,
  salt: string,
  metadata: EventMetadata,
): Promise<DeliveredPack> {
  const { submission, chunk } = attempt;
  const { firstRow } = pack;
  const head = { job_id: submission.job_id, chunk, attempt: attempt.attemptId, salt, from: firstRow };
  const errors = pack.rows.flatMap((row, index) =>
    row.status === 'failed' ? [{ row: firstRow + index, json: row.error }] : [],
  );
  const id = derivedId('RowsDelivered', submission.job_id, chunk, attempt.attemptId, firstRow);
  const names = pack.rows.map((row) => (row.status === 'delivered' ? row.company_name : ''));
  const hasNames = submission.operation === 'enrich_job';
  const content = { rows: pack.rows.map(({ json }) => json), errors, ...(hasNames && { names }) };
  return { firstRow, event: await packedRowsDelivered(head, content, { id, metadata }) };
}

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

/** Returns one event for each hundred rows. With `store=false` it has only the digest of a data event. */
function recordEventsOf(
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
      .map(({ event }) => ({ event_id: event.id, digest: digestOf(event.data) }));
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
