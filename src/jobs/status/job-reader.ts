/** Reads a job from the read models, or from its stream, so that a client always sees its own writes. */
import { Inject, Injectable } from '@nestjs/common';
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { JOB_STATUS } from '../../../projections/job-status/job-status.document.js';
import { accountPart, keysUnder } from '../../../projections/key-parts.js';
import { USAGE_JOBS } from '../../../projections/usage/usage.document.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import { unitsOfCharge } from '../../billing/charge-rules.js';
import { jobSubject } from '../../streams/stream-ids.js';
import type {
  EventStore,
  Position,
  RecordedEvent,
} from '../../../packages/platform/src/event-store/event-store.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { EVENT_STORE, LIVE_READ_MODELS } from '../../../packages/platform/src/nest/tokens.js';
import { parseJobId, type AccountId, type JobId } from '../../../packages/contract/src/ids.js';
import { LaneProgress } from './lane-progress.js';
import { jobStatus } from '../../../projections/job-status/job-status.projection.js';
import { decodeProjected } from '../../../projections/projected-event.js';
import { jobStream } from '../../streams/job/job.events.js';
import { firstEvent, storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import { foldBatch } from '../../../packages/platform/src/projector/fold-batch.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';

export interface ShownJob {
  readonly job: JobStatusDocument;
  /** True if the job is shown as ended. Then its pages and its usage can be read. */
  readonly isEnded: boolean;
}

/** The time that a read waits for the lane to see a write before it reads the stream itself. */
const MAX_LANE_WAIT_MS = 250;

@Injectable()
export class JobReader {
  private readonly laneProgress: LaneProgress;

  constructor(
    @Inject(LIVE_READ_MODELS) private readonly models: LiveReadModels,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {
    this.laneProgress = new LaneProgress(models);
  }

  /**
   * Returns the job, or null if the account has no such job. A job of another account makes no difference.
   * @param idText the id as the client wrote it
   * @param ownPosition the position of the caller's own write, which the answer must include
   */
  async find(account: AccountId, idText: string, ownPosition?: Position): Promise<ShownJob | null> {
    const id = parseJobId(idText);
    const job = id === null ? undefined : await this.readNewest(id, ownPosition);
    if (job === undefined || job.account_id !== account) return null;
    return { job, isEnded: await this.isShownEnded(job) };
  }

  /** Returns a job that was just accepted, as it was then: queued. */
  async findAccepted(id: JobId): Promise<ShownJob | null> {
    const job = await readAcceptedJob(this.store, id);
    return job === undefined ? null : { job, isEnded: false };
  }

  readUnitsSoFar(account: AccountId, job: JobId): Promise<number> {
    return this.models.snapshot(async (reader) => {
      let sum = 0;
      for await (const { units } of everyFields(reader, USAGE_JOBS, keysUnder(accountPart(account), job)))
        sum += unitsOfCharge({ units });
      return sum;
    });
  }

  private async readNewest(id: JobId, ownPosition?: Position): Promise<JobStatusDocument | undefined> {
    // A lane that has not caught up yet would show an old state.
    if (!(await this.models.isReady('work'))) return readJobFromStream(this.store, id);
    const document = await this.models.find(JOB_STATUS, id);
    if (ownPosition === undefined) return document ?? readJobFromStream(this.store, id);
    if (document !== undefined && document.last_position >= ownPosition) return document;
    if (await this.models.waitFor('work', ownPosition, MAX_LANE_WAIT_MS)) {
      return this.models.find(JOB_STATUS, id);
    }
    return readJobFromStream(this.store, id);
  }

  private async isShownEnded(job: JobStatusDocument): Promise<boolean> {
    return (
      (await this.laneProgress.isShownEnded(job)) &&
      !(await this.models.isParked(jobSubject(job.job_id), 'pages'))
    );
  }
}

const NOTHING_STORED: ReadModelReader = {
  get: () => Promise.resolve(undefined),
  getMany: () => Promise.resolve([]),
  range: () => Promise.resolve([]),
  select: () => Promise.resolve({ documents: [], total: 0 }),
  checkpoint: () => Promise.resolve(null),
  checkpoints: () => Promise.resolve(new Map()),
};

/** Returns the job in its current state, or undefined if no job was ever submitted under this id. */
const readJobFromStream = (store: EventStore, job: JobId): Promise<JobStatusDocument | undefined> =>
  foldJob(job, storedEvents(store, jobStream(job)));

async function readAcceptedJob(store: EventStore, job: JobId): Promise<JobStatusDocument | undefined> {
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
    if (write.op === 'put' && write.key === job) return JOB_STATUS.fields(write.document);
  }
  return undefined;
}
