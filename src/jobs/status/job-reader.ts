/**
 * A job of an account, as it may be shown: from the read models, or from the job's own stream where they don't know of
 * it yet, so that a read after one's own write never misses.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { JOB_STATUS, jobStatusKey } from '../../../projections/job-status/job-status.document.js';
import { jobSubject } from '../../streams/stream-ids.js';
import type { EventStore, Position } from '../../platform/event-store/event-store.js';
import type { LiveReadModels } from '../../platform/projector/live-read-models.js';
import { EVENT_STORE, LIVE_READ_MODELS } from '../../platform/nest/tokens.js';
import { parseJobId, type AccountId, type JobId } from '../../shared/ids.js';
import { isShownEnded } from './job-view.js';
import { jobAsAccepted, jobFromStream } from './job-from-stream.js';
import { LaneMarks } from './lane-marks.js';

export interface ShownJob {
  readonly job: JobStatusDocument;
  /** Shown as ended: its pages and its usage are there to read. */
  readonly ended: boolean;
}

/** How long a read waits for the lane to know of a write before it asks the stream itself. */
const PATIENCE_MS = 250;

@Injectable()
export class JobReader {
  private readonly marks: LaneMarks;

  constructor(
    @Inject(LIVE_READ_MODELS) private readonly live: LiveReadModels,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {
    this.marks = new LaneMarks(live);
  }

  /**
   * Null: the account has no such job, whether or not another account has it.
   * @param text the id as the client wrote it
   * @param atLeast what the answer must know of: the position of the caller's own write
   */
  async find(account: AccountId, text: string, atLeast?: Position): Promise<ShownJob | null> {
    const id = parseJobId(text);
    const job = id === null ? undefined : await this.newest(id, atLeast);
    if (job === undefined || job.account_id !== account) return null;
    return { job, ended: await this.isEnded(job) };
  }

  /** A job that was just accepted, as it was then: queued. */
  async accepted(id: JobId): Promise<ShownJob | null> {
    const job = await jobAsAccepted(this.store, id);
    return job === undefined ? null : { job, ended: false };
  }

  private async newest(id: JobId, atLeast: Position | undefined): Promise<JobStatusDocument | undefined> {
    // What a lane that still catches up would show may be long past.
    if (!(await this.live.isReady('work'))) return jobFromStream(this.store, id);
    const known = await this.live.find(JOB_STATUS, jobStatusKey(id));
    if (atLeast === undefined) return known ?? jobFromStream(this.store, id);
    if (known !== undefined && known.last_position >= atLeast) return known;
    if (await this.live.waitFor('work', atLeast, PATIENCE_MS)) {
      return this.live.find(JOB_STATUS, jobStatusKey(id));
    }
    return jobFromStream(this.store, id);
  }

  private async isEnded(job: JobStatusDocument): Promise<boolean> {
    if (job.ended_position === null) return false;
    if (!isShownEnded(job, await this.marks.marksFor(job.ended_position))) return false;
    return !(await this.live.isParked(jobSubject(job.job_id), 'pages'));
  }
}
