/**
 * Reads a job of an account from the read models. A job that they do not know yet is read from its own
 * stream, so that a client always sees its own writes.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { JOB_STATUS, jobStatusKey } from '../../../projections/job-status/job-status.document.js';
import { accountPart, keysUnder } from '../../../projections/key-parts.js';
import { USAGE_JOBS } from '../../../projections/usage/usage.document.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import { unitsOfCharge } from '../../billing/charge-rules.js';
import { jobSubject } from '../../streams/stream-ids.js';
import type { EventStore, Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { EVENT_STORE, LIVE_READ_MODELS } from '../../../packages/platform/src/nest/tokens.js';
import { parseJobId, type AccountId, type JobId } from '../../../packages/contract/src/ids.js';
import { isShownEnded } from './job-view.js';
import { readAcceptedJob, readJobFromStream } from './job-from-stream.js';
import { LaneProgress } from './lane-progress.js';

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
    return { job, isEnded: await this.isJobShownEnded(job) };
  }

  /** Returns a job that was just accepted, as it was then: queued. */
  async findAccepted(id: JobId): Promise<ShownJob | null> {
    const job = await readAcceptedJob(this.store, id);
    return job === undefined ? null : { job, isEnded: false };
  }

  /** Reads the units that usage shows for a job so far. */
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
    const document = await this.models.find(JOB_STATUS, jobStatusKey(id));
    if (ownPosition === undefined) return document ?? readJobFromStream(this.store, id);
    if (document !== undefined && document.last_position >= ownPosition) return document;
    if (await this.models.waitFor('work', ownPosition, MAX_LANE_WAIT_MS)) {
      return this.models.find(JOB_STATUS, jobStatusKey(id));
    }
    return readJobFromStream(this.store, id);
  }

  private async isJobShownEnded(job: JobStatusDocument): Promise<boolean> {
    if (job.ended_position === null) return false;
    if (!isShownEnded(job, await this.laneProgress.positionsFor(job.ended_position))) return false;
    return !(await this.models.isParked(jobSubject(job.job_id), 'pages'));
  }
}
