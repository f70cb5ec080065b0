/** The names of companies by which people search the rows of a job, copied as the worker packed them. */
import { packingOf } from '../../packages/platform/src/bytes/deflated.js';
import { put } from '../../packages/platform/src/projector/operations.js';
import { namesOfPack } from '../../src/streams/rowdata/rowdata.events.js';
import { defineProjection } from '../define-projection.js';
import { erasedJobs } from '../erased-jobs.js';
import { resultPackKey } from '../results/results.document.js';
import { ROW_NAMES } from './row-names.document.js';

const erased = erasedJobs('erased_row_names', [ROW_NAMES]);

export const rowNames = defineProjection({
  name: 'row-names',
  version: 1,
  lane: 'pages',
  collections: [ROW_NAMES, erased.collection],
  evenIfParked: ['JobRowsErased'],
  lookups: { RowsDelivered: erased.lookup },
  on: {
    RowsDelivered: (delivered, found) =>
      erased.unlessErased(delivered, found, () => {
        const { head } = delivered.event.data;
        const names = namesOfPack(head);
        if (names === undefined) return [];
        const { job_id, chunk, attempt, from } = head;
        const document = { job_id, chunk, attempt, from, ...packingOf(names) };
        return [put(ROW_NAMES, resultPackKey(job_id, chunk, attempt, from), document, names.kept)];
      }),
    JobRowsErased: erased.erase,
  },
});
