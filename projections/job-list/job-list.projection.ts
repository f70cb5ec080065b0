/** The list of jobs that people filter and sort. It has nothing of a job's rows, so it isn't erased. */
import { jobOfJobStream, type RowCounts } from '../../src/streams/job/job.events.js';
import type { Logged } from '../../src/streams/envelope.js';
import { put, update } from '../../packages/platform/src/projector/operations.js';
import type { DocumentOperation } from '../../packages/platform/src/projector/projection.js';
import { defineProjection } from '../define-projection.js';
import { JOB_LIST, type JobListDocument } from './job-list.document.js';

const changed = (
  { stream }: Pick<Logged<unknown>, 'stream'>,
  change: (job: JobListDocument) => Partial<JobListDocument>,
): readonly DocumentOperation[] => [
  update(JOB_LIST, jobOfJobStream(stream), (job) => (job === undefined ? job : { ...job, ...change(job) })),
];

const failuresOf = ({ not_found, failed }: RowCounts): number => not_found + failed;

export const jobList = defineProjection({
  name: 'job-list',
  version: 1,
  lane: 'support',
  collections: [JOB_LIST],
  on: {
    JobSubmitted: ({ event, time }) => {
      const { job_id, account_id, key_id, operation, rows } = event.data;
      const base = { account_id, key_id, created_at: time, operation, rows };
      return [put(JOB_LIST, job_id, { ...base, status: 'queued', failures: 0 })];
    },
    ChunkStarted: (started) =>
      changed(started, ({ status }) => (status === 'queued' ? { status: 'running' } : {})),
    ChunkCompleted: (completed) =>
      changed(completed, ({ failures }) => ({
        failures: failures + failuresOf(completed.event.data.counts),
      })),
    JobCancelRequested: (requested) => changed(requested, () => ({ status: 'cancelling' })),
    JobCancelled: (end) =>
      changed(end, () => ({ status: 'cancelled', failures: failuresOf(end.event.data.counts) })),
    JobCompleted: (end) =>
      changed(end, () => ({ status: 'completed', failures: failuresOf(end.event.data.counts) })),
  },
});
