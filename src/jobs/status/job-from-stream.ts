/**
 * Builds the document of a job from its stream with the read model's projection, for answers that can't wait
 * for the work lane, and for the job as it was accepted.
 */
import { JOB_STATUS, jobStatusKey } from '../../../projections/job-status/job-status.document.js';
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { jobStatus } from '../../../projections/job-status/job-status.projection.js';
import { decodeProjected } from '../../../projections/projected-event.js';
import { jobStream } from '../../streams/job/job.events.js';
import type { EventStore, RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { firstEvent, storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import { foldBatch } from '../../../packages/platform/src/projector/fold-batch.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';
import type { JobId } from '../../../packages/contract/src/ids.js';

const NOTHING_STORED: ReadModelReader = {
  get: () => Promise.resolve(undefined),
  getMany: () => Promise.resolve([]),
  range: () => Promise.resolve([]),
  select: () => Promise.resolve({ documents: [], total: 0 }),
  checkpoint: () => Promise.resolve(null),
  checkpoints: () => Promise.resolve(new Map()),
};

/** Returns the job in its current state, or undefined if no job was ever submitted under this id. */
export const readJobFromStream = (store: EventStore, job: JobId): Promise<JobStatusDocument | undefined> =>
  foldJob(job, storedEvents(store, jobStream(job)));

/** Returns the job in the state in which it was accepted. */
export async function readAcceptedJob(store: EventStore, job: JobId): Promise<JobStatusDocument | undefined> {
  const submittedEvent = await firstEvent(store, jobStream(job));
  return foldJob(job, submittedEvent === undefined ? [] : [submittedEvent]);
}

async function foldJob(
  job: JobId,
  recordedEvents: AsyncIterable<RecordedEvent> | readonly RecordedEvent[],
): Promise<JobStatusDocument | undefined> {
  const events: RecordedEvent[] = [];
  for await (const event of recordedEvents) events.push(event);
  if (events.length === 0) return undefined;
  const writes = await foldBatch(
    {
      reader: NOTHING_STORED,
      targets: [{ projection: jobStatus, generation: 1 }],
      decode: decodeProjected,
      subjectOf: () => null,
      parked: new Map(),
    },
    events,
  );
  for (const write of writes) {
    if (write.op === 'put' && write.key === jobStatusKey(job)) return JOB_STATUS.fields(write.document);
  }
  return undefined;
}
