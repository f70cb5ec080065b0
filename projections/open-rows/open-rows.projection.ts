/** Open rows: a submission adds a job's rows, each completed chunk takes its own away, the end the rest. */
import type { DocumentOperation, Found } from '../../packages/platform/src/projector/projection.js';
import { at, fieldsAt, put, update } from '../../packages/platform/src/projector/operations.js';
import type { StreamName } from '../../packages/platform/src/event-store/event-store.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import { jobOfJobStream } from '../../src/streams/job/job.events.js';
import { processedRows } from '../../src/streams/job/row-counts.js';
import { defineProjection } from '../define-projection.js';
import { OPEN_JOB_ROWS, OPEN_ROWS } from './open-rows.document.js';
import { accountPart } from '../key-parts.js';

type OfJob = { readonly stream: StreamName };

const lookup = ({ stream }: OfJob) => [at(OPEN_JOB_ROWS, jobOfJobStream(stream))];

const more = (account_id: AccountId, rows: number): DocumentOperation =>
  update(OPEN_ROWS, accountPart(account_id), (open) => ({ account_id, rows: (open?.rows ?? 0) + rows }));

/** @param finished null: all open rows of the job, because it ended */
function fewer(event: OfJob, found: Found, finished: number | null): readonly DocumentOperation[] {
  const key = jobOfJobStream(event.stream);
  const job = fieldsAt(found, OPEN_JOB_ROWS, key);
  if (job === undefined) return [];
  const rows = finished === null ? 0 : job.rows - finished;
  return [
    update(OPEN_JOB_ROWS, key, () => (finished === null ? undefined : { ...job, rows })),
    more(job.account_id, rows - job.rows),
  ];
}

export const openRows = defineProjection({
  name: 'open-rows',
  version: 1,
  lane: 'work',
  collections: [OPEN_ROWS, OPEN_JOB_ROWS],
  lookups: { ChunkCompleted: lookup, JobCompleted: lookup, JobCancelled: lookup },
  on: {
    JobSubmitted: ({ event: { data } }) => [
      put(OPEN_JOB_ROWS, data.job_id, { account_id: data.account_id, rows: data.rows }),
      more(data.account_id, data.rows),
    ],
    ChunkCompleted: (completed, found) => fewer(completed, found, processedRows(completed.event.data.counts)),
    JobCompleted: (over, found) => fewer(over, found, null),
    JobCancelled: (over, found) => fewer(over, found, null),
  },
});
