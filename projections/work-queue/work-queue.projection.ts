/** The chunks of every job: waiting for a worker, with one, done, or skipped by a cancel. */
import { chunkBounds } from '../chunk-bounds.js';
import { jobOfJobStream } from '../../src/streams/job/job.events.js';
import { put, removeRange, update, updateRange } from '../../src/platform/projector/operations.js';
import { defineProjection } from '../define-projection.js';
import { keysOfJob } from '../key-parts.js';
import type { ChunkState, WorkQueueDocument } from './work-queue.document.js';
import { WORK_QUEUE, workQueueKey } from './work-queue.document.js';

const inState = (state: ChunkState, chunk: WorkQueueDocument): WorkQueueDocument => ({ ...chunk, state });

export const workQueue = defineProjection({
  name: 'work-queue',
  version: 1,
  lane: 'work',
  collections: [WORK_QUEUE],
  evenIfParked: ['JobRowsErased'],
  on: {
    JobSubmitted: ({ event: { data } }) =>
      chunkBounds(data).map(({ from, count }, chunk) =>
        put(WORK_QUEUE, workQueueKey(data.job_id, chunk), {
          job_id: data.job_id,
          account_id: data.account_id,
          chunk,
          from,
          count,
          state: 'waiting',
          attempt: null,
          editions: null,
          started_at: null,
          inline_until: data.inline_until,
          collection: data.collection,
          idempotent: data.idempotent,
          stored: data.stored,
        }),
      ),
    // A takeover that lacks the editions of the first start appends a start of its own.
    ChunkStarted: ({ event: { data }, stream, time }) => [
      update(WORK_QUEUE, workQueueKey(jobOfJobStream(stream), data.chunk), (chunk) =>
        chunk === undefined || chunk.state === 'done'
          ? chunk
          : inState('started', {
              ...chunk,
              attempt: data.attempt,
              editions: data.editions,
              started_at: chunk.started_at ?? time,
            }),
      ),
    ],
    ChunkCompleted: ({ event: { data }, stream }) => [
      update(WORK_QUEUE, workQueueKey(jobOfJobStream(stream), data.chunk), (chunk) =>
        chunk === undefined ? undefined : inState('done', chunk),
      ),
    ],
    JobCancelRequested: ({ stream }) => [
      updateRange(WORK_QUEUE, keysOfJob(jobOfJobStream(stream)), (chunk) =>
        chunk.state === 'waiting' ? inState('skipped', chunk) : chunk,
      ),
    ],
    JobRowsErased: ({ stream }) => [removeRange(WORK_QUEUE, keysOfJob(jobOfJobStream(stream)))],
  },
});
