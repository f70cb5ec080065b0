/**
 * Builds the data events of an attempt. Each event holds the served bytes of at most a hundred rows, or of
 * fewer rows if they are large. Each pack of the record refers to its own data events.
 */
import { type EnrichedRow, RowBodies } from '../../../packages/enrichment/src/index.js';
import type { EventMetadata, NewEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { MAX_APPEND_BYTES } from '../../../packages/platform/src/event-store/event-store.js';
import { packedRowsDelivered } from '../../streams/rowdata/rowdata.events.js';
import { ROWS_PER_PACK } from '../../streams/rows/rows.events.js';
import { derivedId } from '../../streams/derived-id.js';
import type { ChunkAttempt } from './chunk-attempt.js';

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
export const failLargeRows = (rows: readonly EnrichedRow[], attempt: ChunkAttempt): readonly EnrichedRow[] =>
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

export interface DeliveredPack {
  readonly firstRow: number;
  readonly event: NewEvent;
}

/** Returns the data events of an attempt, in row order. The rows must come from `failLargeRows`. */
export const makeDeliveredPacks = (
  attempt: ChunkAttempt,
  rows: readonly EnrichedRow[],
  salt: string,
  metadata: EventMetadata,
): Promise<readonly DeliveredPack[]> =>
  Promise.all(packsOf(rows, attempt.firstRow).map((pack) => makePack(attempt, pack, salt, metadata)));

async function makePack(
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
