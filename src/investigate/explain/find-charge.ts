/** Finds the job and row of a charge by its id. The read model narrows the search; the full id decides. */
import {
  CHUNK_PRINTS,
  FEW_ROWS_PLACES,
  LATE_PLACES,
  chunkRowsAt,
  fewRowsAt,
  printOf,
} from '../../../projections/charge-places/charge-places.document.js';
import type { TypedReader } from '../../../packages/platform/src/projector/generation-reader.js';
import { everyDocument, everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { rowEventId } from '../../streams/rows/rows.events.js';

export interface ChargePlace {
  readonly job: JobId;
  readonly row: number;
  /** The late block; null for the charge of a whole row. */
  readonly block: BlockKey | null;
}

/**
 * @param id the charge id that `billing explain` and statements print
 * @returns null if no such charge exists
 */
export async function findCharge(reader: TypedReader, id: string): Promise<ChargePlace | null> {
  const latePlace = await reader.find(LATE_PLACES, id);
  if (latePlace !== undefined) return { job: latePlace.job_id, row: latePlace.row, block: latePlace.block };
  const fingerprint = printOf(id);
  for await (const { job, row } of rowsAt(reader, fingerprint))
    if (rowEventId(job, row, 'RowCharged') === id) return { job, row, block: null };
  return null;
}

/** Every row whose charge id has this fingerprint. */
async function* rowsAt(
  reader: TypedReader,
  fingerprint: string,
): AsyncGenerator<{ readonly job: JobId; readonly row: number }> {
  for await (const document of everyDocument(reader, FEW_ROWS_PLACES.name))
    yield* fewRowsAt(document.key, FEW_ROWS_PLACES.fields(document), fingerprint);
  for await (const chunk of everyFields(reader, CHUNK_PRINTS)) {
    for (const row of chunkRowsAt(chunk, fingerprint)) yield { job: chunk.job_id, row };
  }
}
