/** Where a charge stands, by its id alone. The read model narrows the search down; the id itself decides. */
import {
  CHUNK_PRINTS,
  PRINT_LENGTH,
  SINGLE_PLACES,
  printOf,
  singlePlaceKey,
} from '../../../projections/charge-places/charge-places.document.js';
import type { TypedReader } from '../../platform/projector/generation-reader.js';
import { everyDocument } from '../../platform/projector/projector-state.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { JobId } from '../../shared/ids.js';
import { rowEventId } from '../../streams/rows/rows.events.js';

export interface ChargePlace {
  readonly job: JobId;
  readonly row: number;
  /** Of a late block; null for the charge of a whole row. */
  readonly block: BlockKey | null;
}

/** @param id as `billing explain` and statements print it; null where there is no such charge */
export async function findCharge(reader: TypedReader, id: string): Promise<ChargePlace | null> {
  const single = await reader.find(SINGLE_PLACES, singlePlaceKey(id));
  if (single !== undefined) return { job: single.job_id, row: single.row, block: single.block };
  const print = printOf(id);
  for await (const document of everyDocument(reader, CHUNK_PRINTS.name)) {
    const { job_id, from, prints } = CHUNK_PRINTS.fields(document);
    for (const place of placesOf(print, prints))
      if (rowEventId(job_id, from + place, 'RowCharged') === id)
        return { job: job_id, row: from + place, block: null };
  }
  return null;
}

/** Where the print stands among prints, counted in prints. */
function* placesOf(print: string, prints: string): Generator<number> {
  for (let at = prints.indexOf(print); at >= 0; at = prints.indexOf(print, at + 1))
    if (at % PRINT_LENGTH === 0) yield at / PRINT_LENGTH;
}
