/** Where each charge stands, by its id: read by `billing explain --charge`. Facts, so they outlive the rows' data. */
import { put, update } from '../../src/platform/projector/operations.js';
import { rowEventId } from '../../src/streams/rows/rows.events.js';
import type { JobId } from '../../src/shared/ids.js';
import { defineProjection } from '../define-projection.js';
import {
  CHUNK_PRINTS,
  FEW_ROWS,
  PRINT_LENGTH,
  SINGLE_PLACES,
  chunkPrintsKey,
  printsOf,
  singlePlaceKey,
} from './charge-places.document.js';

/** Stands for rows that no record with a charge holds; no print has it. */
const NO_CHARGE = '.';

const rowsFrom = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

const single = (job_id: JobId, row: number) =>
  put(SINGLE_PLACES, singlePlaceKey(rowEventId(job_id, row, 'RowCharged')), { job_id, row, block: null });

export const chargePlaces = defineProjection({
  name: 'charge-places',
  version: 1,
  lane: 'support',
  collections: [CHUNK_PRINTS, SINGLE_PLACES],
  on: {
    RowsRecorded: ({ event: { data } }) => {
      const { job_id, chunk, from, count, charged } = data;
      if (charged === 0) return [];
      if (count < FEW_ROWS) return rowsFrom(from, count).map((row) => single(job_id, row));
      const prints = printsOf(job_id, from, count);
      return [
        update(CHUNK_PRINTS, chunkPrintsKey(job_id, chunk), (before = { job_id, from, prints: '' }) => ({
          ...before,
          prints: before.prints.padEnd((from - before.from) * PRINT_LENGTH, NO_CHARGE) + prints,
        })),
      ];
    },
    BlockCharged: ({ id, event: { data } }) => [
      put(SINGLE_PLACES, singlePlaceKey(id), { job_id: data.job_id, row: data.row, block: data.block }),
    ],
  },
});
