/** Finds each charge by its id, for `billing explain --charge`, also after the rows' data are erased. */
import { put, update } from '../../packages/platform/src/projector/operations.js';
import { defineProjection } from '../define-projection.js';
import {
  CHUNK_PRINTS,
  FEW_ROWS,
  FEW_ROWS_PLACES,
  LATE_PLACES,
  PRINT_LENGTH,
  chunkPrintsKey,
  fewPlaces,
  fewRowsKey,
  printsOf,
} from './charge-places.document.js';

/** Fills the places of rows between two records with charges. No print contains it. */
const NO_CHARGE = '.';

export const chargePlaces = defineProjection({
  name: 'charge-places',
  version: 2,
  lane: 'support',
  collections: [CHUNK_PRINTS, FEW_ROWS_PLACES, LATE_PLACES],
  on: {
    RowsRecorded: ({ event: { data } }) => {
      const { job_id, chunk, from, count, charged } = data;
      if (charged === 0) return [];
      if (count < FEW_ROWS) {
        const more = fewPlaces(job_id, from, count);
        return [
          update(FEW_ROWS_PLACES, fewRowsKey(job_id, chunk), (before = { places: '' }) => ({
            places: before.places + more,
          })),
        ];
      }
      const prints = printsOf(job_id, from, count);
      return [
        update(CHUNK_PRINTS, chunkPrintsKey(job_id, chunk), (before = { job_id, from, prints: '' }) => ({
          ...before,
          prints: before.prints.padEnd((from - before.from) * PRINT_LENGTH, NO_CHARGE) + prints,
        })),
      ];
    },
    BlockCharged: ({ id, event: { data } }) => [
      put(LATE_PLACES, id, { job_id: data.job_id, row: data.row, block: data.block }),
    ],
  },
});
