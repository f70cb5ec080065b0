/** Rows as asked, by chunk. */
import { put } from '../../packages/platform/src/projector/operations.js';
import { defineProjection } from '../define-projection.js';
import { erasedJobs } from '../erased-jobs.js';
import { SUBMITTED_ROWS, submittedRowsKey } from './submitted-rows.document.js';

const erased = erasedJobs('erased_submitted_rows', [SUBMITTED_ROWS]);

export const submittedRows = defineProjection({
  name: 'submitted-rows',
  version: 1,
  lane: 'pages',
  collections: [SUBMITTED_ROWS, erased.collection],
  evenIfParked: ['JobRowsErased', 'SubmissionAbandoned'],
  lookups: { RowsSubmitted: erased.lookup },
  on: {
    RowsSubmitted: (submitted, found) =>
      erased.unlessErased(submitted, found, () => {
        const { job_id, chunk, from, rows } = submitted.event.data;
        const document = { job_id, chunk, from, count: rows.length };
        const body = Buffer.from(JSON.stringify(rows));
        return [put(SUBMITTED_ROWS, submittedRowsKey(job_id, chunk), document, body)];
      }),
    // Rows are written before their submission. If that is abandoned, they are deleted.
    SubmissionAbandoned: erased.erase,
    JobRowsErased: erased.erase,
  },
});
