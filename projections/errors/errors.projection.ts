/** Rows that failed as a whole, as the errors page shows them. */
import { put } from '../../packages/platform/src/projector/operations.js';
import { packingOf } from '../../packages/platform/src/bytes/deflated.js';
import { defineProjection } from '../define-projection.js';
import { erasedJobs } from '../erased-jobs.js';
import { resultPackKey } from '../results/results.document.js';
import { ERROR_PACKS } from './errors.document.js';

const erased = erasedJobs('erased_errors', [ERROR_PACKS]);

export const errors = defineProjection({
  name: 'errors',
  version: 1,
  lane: 'pages',
  collections: [ERROR_PACKS, erased.collection],
  evenIfParked: ['JobRowsErased'],
  lookups: { RowsDelivered: erased.lookup },
  on: {
    RowsDelivered: (delivered, found) =>
      erased.unlessErased(delivered, found, () => {
        const { head, errors: entries } = delivered.event.data;
        const { job_id, chunk, attempt, from } = head;
        if (head.errors.rows.length === 0) return [];
        const document = { job_id, chunk, attempt, ...head.errors, ...packingOf(entries) };
        return [put(ERROR_PACKS, resultPackKey(job_id, chunk, attempt, from), document, entries.kept)];
      }),
    JobRowsErased: erased.erase,
  },
});
