/** A job's document made from its own stream, by the projection that would make it: for what no lane knows of yet. */
import { JOB_STATUS, jobStatusKey } from '../../../projections/job-status/job-status.document.js';
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { jobStatus } from '../../../projections/job-status/job-status.projection.js';
import { decodeProjected } from '../../../projections/projected-event.js';
import { jobStream } from '../../streams/job/job.events.js';
import type { EventStore, RecordedEvent } from '../../platform/event-store/event-store.js';
import { foldBatch } from '../../platform/projector/fold-batch.js';
import type { ReadModelReader } from '../../platform/read-models/read-models.js';
import type { JobId } from '../../shared/ids.js';

const NOTHING_STORED: ReadModelReader = {
  get: () => Promise.resolve(undefined),
  getMany: () => Promise.resolve([]),
  range: () => Promise.resolve([]),
  checkpoint: () => Promise.resolve(null),
  checkpoints: () => Promise.resolve(new Map()),
};

const PAGE = 1_000;

async function eventsOf(store: EventStore, job: JobId, most: number): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const last = events.at(-1);
    const slice = await store.readStream(jobStream(job), {
      from: last === undefined ? 0 : last.revision + 1,
      limit: Math.min(PAGE, most - events.length),
    });
    if (slice.status !== 'found') return events;
    events.push(...slice.events);
    if (slice.events.length < PAGE || events.length >= most) return events;
  }
}

/** Undefined where no job was ever submitted under this id. */
export const jobFromStream = (store: EventStore, job: JobId): Promise<JobStatusDocument | undefined> =>
  fold(store, job, Infinity);

/** The job as it was when it was accepted, whatever has become of it since. */
export const jobAsAccepted = (store: EventStore, job: JobId): Promise<JobStatusDocument | undefined> =>
  fold(store, job, 1);

async function fold(store: EventStore, job: JobId, most: number): Promise<JobStatusDocument | undefined> {
  const events = await eventsOf(store, job, most);
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
