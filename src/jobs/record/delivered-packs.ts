/**
 * The data events of an attempt: rows packed about a hundred to an event, the bytes as they are served, cut by size
 * too. Each pack of the record stands on its own data events.
 */
import type { EnrichedRow } from '../../enrichment/enricher.js';
import { failedRow } from '../../enrichment/write/failed-row.js';
import type { EventMetadata, NewEvent } from '../../platform/event-store/event-store.js';
import { MAX_APPEND_BYTES } from '../../platform/event-store/event-store.js';
import { packedRowsDelivered } from '../../streams/rowdata/rowdata.events.js';
import { ROWS_PER_PACK } from '../../streams/rows/rows.events.js';
import { derivedId } from '../../shared/derived-id.js';
import type { ChunkAttempt } from './chunk-attempt.js';

/** Room for the head of a pack: ids, salt, and the lengths of a hundred rows. */
const HEAD_BYTES = 8_000;
const MAX_PACK_BYTES = MAX_APPEND_BYTES - HEAD_BYTES;

const bytesOf = (row: EnrichedRow): number =>
  row.json.length + (row.status === 'failed' ? row.error.length : 0) + 2;

/** A row whose data alone are too wide for one append fails, as that row (Architecture 4.4). */
export const fitting = (rows: readonly EnrichedRow[], attempt: ChunkAttempt): readonly EnrichedRow[] =>
  rows.map((row, index) =>
    bytesOf(row) <= MAX_PACK_BYTES
      ? row
      : failedRow(attempt.from + index, attempt.rows[index] ?? {}, 'error', {
          detail: 'The data of this row are larger than one answer can hold.',
        }),
  );

/** A run of rows that is served from one data event. */
interface Pack {
  /** Index of the first row in the submission. */
  readonly from: number;
  readonly rows: readonly EnrichedRow[];
}

/** Packs of at most a hundred rows, each within the bytes of one append; a pack never crosses a hundred. */
function packsOf(rows: readonly EnrichedRow[], first: number): Pack[] {
  const packs: { from: number; rows: EnrichedRow[] }[] = [];
  let bytes = 0;
  rows.forEach((row, index) => {
    const open = packs.at(-1);
    const width = bytesOf(row);
    if (open === undefined || index % ROWS_PER_PACK === 0 || bytes + width > MAX_PACK_BYTES) {
      packs.push({ from: first + index, rows: [row] });
      bytes = width;
      return;
    }
    open.rows.push(row);
    bytes += width;
  });
  return packs;
}

export interface DeliveredPack {
  readonly from: number;
  readonly event: NewEvent;
}

/** The data events of an attempt, in row order. Rows must be `fitting`. */
export const deliveredPacks = (
  attempt: ChunkAttempt,
  rows: readonly EnrichedRow[],
  salt: string,
  metadata: EventMetadata,
): Promise<readonly DeliveredPack[]> =>
  Promise.all(packsOf(rows, attempt.from).map((pack) => deliveredPack(attempt, pack, salt, metadata)));

async function deliveredPack(
  attempt: ChunkAttempt,
  pack: Pack,
  salt: string,
  metadata: EventMetadata,
): Promise<DeliveredPack> {
  const { submission, chunk } = attempt;
  const head = { job_id: submission.job_id, chunk, attempt: attempt.attempt, salt, from: pack.from };
  const errors = pack.rows.flatMap((row, index) =>
    row.status === 'failed' ? [{ row: pack.from + index, json: row.error }] : [],
  );
  const id = derivedId('RowsDelivered', submission.job_id, chunk, attempt.attempt, pack.from);
  const content = { rows: pack.rows.map(({ json }) => json), errors };
  return { from: pack.from, event: await packedRowsDelivered(head, content, { id, metadata }) };
}
