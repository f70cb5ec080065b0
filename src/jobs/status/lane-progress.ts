/** Decides if a job is shown as ended: the lanes of pages and of billing must have passed its end. */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { LOG_START, type Position } from '../../../packages/platform/src/event-store/event-store.js';

export class LaneProgress {
  /** Cached positions. A lane never goes back. */
  private readonly positionByLane = new Map<string, Position>();

  constructor(private readonly lanes: Pick<LiveReadModels, 'lanePosition' | 'troubleOf'>) {}

  /** Returns true if the job's pages and usage can be read. No job waits for a stopped billing lane. */
  async isShownEnded({ ended_position: end }: Pick<JobStatusDocument, 'ended_position'>): Promise<boolean> {
    if (end === null) return false;
    const [isInPages, isBilled] = await Promise.all([
      this.hasPassed('pages', end),
      this.hasPassed('billing', end),
    ]);
    return isInPages && (isBilled || (await this.lanes.troubleOf('billing')) !== undefined);
  }

  private async hasPassed(lane: string, position: Position): Promise<boolean> {
    const cachedPosition = this.positionByLane.get(lane) ?? LOG_START;
    if (cachedPosition >= position) return true;
    const currentPosition = (await this.lanes.lanePosition(lane)) ?? LOG_START;
    if (currentPosition > cachedPosition) this.positionByLane.set(lane, currentPosition);
    return currentPosition >= position;
  }
}
