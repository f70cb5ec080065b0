/** Delivered rows, and the recorded attempt at each chunk. */
import { put, update } from '../../packages/platform/src/projector/operations.js';
import { packingOf } from '../../packages/platform/src/bytes/deflated.js';
import { defineProjection } from '../define-projection.js';
import { erasedJobs } from '../erased-jobs.js';
import type { LateBlockDocument } from './results.document.js';
import {
  LATE_BLOCKS,
  RESULT_CHUNKS,
  RESULT_PACKS,
  lateBlockKey,
  resultChunkKey,
  resultPackKey,
} from './results.document.js';

const erased = erasedJobs('erased_results', [RESULT_PACKS, RESULT_CHUNKS, LATE_BLOCKS]);

const mergedRows = (a: readonly number[], b: readonly number[]): number[] =>
  [...new Set([...a, ...b])].sort((x, y) => x - y);

export const results = defineProjection({
  name: 'results',
  version: 1,
  lane: 'pages',
  collections: [RESULT_PACKS, RESULT_CHUNKS, LATE_BLOCKS, erased.collection],
  evenIfParked: ['JobRowsErased'],
  lookups: { RowsDelivered: erased.lookup, BlockDelivered: erased.lookup },
  on: {
    RowsDelivered: (delivered, found) =>
      erased.unlessErased(delivered, found, () => {
        const { head, rows } = delivered.event.data;
        const { job_id, chunk, attempt, from, lengths } = head;
        const key = resultPackKey(job_id, chunk, attempt, from);
        const document = { job_id, chunk, attempt, from, lengths, ...packingOf(rows) };
        return [put(RESULT_PACKS, key, document, rows.kept)];
      }),
    // `charged` and `pending` are sums that `rows-tally.ts` adds to a RowsRecorded for projections.
    // The packs of one record follow each other in the stream. Together they are the chunk.
    RowsRecorded: ({ event: { data } }) => [
      update(RESULT_CHUNKS, resultChunkKey(data.job_id, data.chunk), (chunk) => {
        const { job_id, attempt, from, count, pending } = data;
        const failed = count - data.charged;
        if (chunk === undefined) return { job_id, chunk: data.chunk, attempt, from, count, failed, pending };
        const first = Math.min(chunk.from, from);
        const end = Math.max(chunk.from + chunk.count, from + count);
        return {
          ...chunk,
          from: first,
          count: end - first,
          failed: chunk.failed + failed,
          pending: mergedRows(chunk.pending, pending),
        };
      }),
    ],
    BlockDelivered: (delivered, found) =>
      erased.unlessErased(delivered, found, () => {
        const { job_id, row, block, attempt, envelope } = delivered.event.data;
        const document: LateBlockDocument = {
          job_id,
          row,
          block,
          attempt,
          event_id: delivered.id,
          recorded: false,
          outcome: null,
        };
        const body = Buffer.from(JSON.stringify(envelope));
        return [put(LATE_BLOCKS, lateBlockKey(job_id, row, block, attempt), document, body)];
      }),
    BlockFilled: ({ event: { data } }) => {
      const { job_id, row, block, attempt, outcome, delivered } = data;
      return [
        update(LATE_BLOCKS, lateBlockKey(job_id, row, block, attempt), () => ({
          job_id,
          row,
          block,
          attempt,
          event_id: delivered?.event_id ?? null,
          recorded: true,
          outcome: { ...outcome },
        })),
      ];
    },
    JobRowsErased: erased.erase,
  },
});
