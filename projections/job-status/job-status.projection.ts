/** Jobs for the Job resource and the schedulers. */
import type { Logged } from '../../src/streams/envelope.js';
import { jobOfJobStream, type RowCounts } from '../../src/streams/job/job.events.js';
import { NO_ROWS, addRowCounts } from '../../src/streams/job/row-counts.js';
import { countsOfTally } from '../../src/streams/rows/rows-tally.js';
import type { DocumentOperation } from '../../packages/platform/src/projector/projection.js';
import { put, update } from '../../packages/platform/src/projector/operations.js';
import { defineProjection } from '../define-projection.js';
import { JOB_STATUS, type JobStatusDocument } from './job-status.document.js';

function changed(
  { stream, position }: Pick<Logged<unknown>, 'stream' | 'position'>,
  change: (job: JobStatusDocument) => Partial<JobStatusDocument>,
): readonly DocumentOperation[] {
  return [
    update(JOB_STATUS, jobOfJobStream(stream), (job) =>
      job === undefined ? undefined : { ...job, ...change(job), last_position: position },
    ),
  ];
}

const ended = (
  end: Logged<{ readonly data: { readonly counts: RowCounts; readonly expires_at: string } }>,
  status: 'completed' | 'cancelled',
): readonly DocumentOperation[] =>
  changed(end, ({ stored }) => ({
    phase: 'ended',
    status,
    counts: { ...end.event.data.counts },
    finished_at: end.time,
    // Rows with `store=false` were never stored, so they don't expire (Spec 5.4).
    expires_at: stored ? end.event.data.expires_at : null,
    ended_position: end.position,
  }));

export const jobStatus = defineProjection({
  name: 'job-status',
  version: 2,
  lane: 'work',
  collections: [JOB_STATUS],
  // What keeps an erased job's data goes on with its erasure.
  evenIfParked: ['JobRowsErased', 'JobHeld', 'JobHoldEnded'],
  on: {
    JobSubmitted: ({ event: { data }, time, requestId, position }) => [
      put(JOB_STATUS, data.job_id, {
        job_id: data.job_id,
        account_id: data.account_id,
        key_id: data.key_id,
        request_id: requestId,
        operation: data.operation,
        environment: data.environment,
        phase: 'open',
        status: 'queued',
        blocks: data.blocks,
        not_enabled: data.not_enabled,
        rows: data.rows,
        counts: { ...NO_ROWS },
        recorded: { ...NO_ROWS },
        stored: data.stored,
        collection: data.collection,
        idempotent: data.idempotent,
        inline_until: data.inline_until,
        chunks: data.chunks,
        chunks_started: 0,
        chunks_completed: 0,
        retention_days: data.retention_days,
        created_at: time,
        cancel_requested_at: null,
        finished_at: null,
        expires_at: null,
        erased_at: null,
        ended_position: null,
        last_position: position,
      }),
    ],
    ChunkStarted: (started) =>
      changed(started, ({ status, chunks_started }) => ({
        status: status === 'queued' ? 'running' : status,
        chunks_started: chunks_started + 1,
      })),
    ChunkCompleted: (completed) =>
      changed(completed, ({ counts, chunks_completed }) => ({
        counts: addRowCounts(counts, completed.event.data.counts),
        chunks_completed: chunks_completed + 1,
      })),
    // It is no event of the job's own stream, so `last_position` stays.
    RowsRecorded: ({ event: { data } }) => [
      update(JOB_STATUS, data.job_id, (job) =>
        job === undefined
          ? undefined
          : { ...job, recorded: addRowCounts(job.recorded ?? NO_ROWS, countsOfTally(data)) },
      ),
    ],
    JobCancelRequested: (requested) =>
      changed(requested, () => ({ status: 'cancelling', cancel_requested_at: requested.time })),
    JobCancelled: (cancelled) => ended(cancelled, 'cancelled'),
    JobCompleted: (completed) => ended(completed, 'completed'),
    JobRowsErased: (erased) =>
      changed(erased, ({ expires_at, hold }) => ({
        phase: hold === undefined || hold === null ? 'erased' : 'held',
        erased_at: erased.time,
        expires_at: expires_at === null || erased.time < expires_at ? erased.time : expires_at,
      })),
    JobHeld: (held) =>
      changed(held, () => ({ hold: { ...held.event.data, since: held.time, by: held.actor } })),
    JobHoldEnded: (ended) =>
      changed(ended, ({ phase }) => ({ hold: null, phase: phase === 'held' ? 'erased' : phase })),
  },
});
