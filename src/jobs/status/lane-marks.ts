/** Reads how far lanes are, no more often than needed: a position that was passed stays passed. */
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { LOG_START, type Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { EndMarks } from './job-view.js';

type Lanes = Pick<LiveReadModels, 'lanePosition' | 'troubleOf'>;

export class LaneMarks {
  private readonly passedPositions = new Map<string, Position>();

  constructor(private readonly lanes: Lanes) {}

  /** Returns positions that say whether both lanes have passed `position`. */
  async marksFor(position: Position): Promise<EndMarks> {
    const [pages, billing] = await Promise.all([
      this.markOf('pages', position),
      this.markOf('billing', position),
    ]);
    if (billing >= position) return { pages, billing };
    const laneFault = await this.lanes.troubleOf('billing');
    return { pages, billing: laneFault === undefined ? billing : 'stopped' };
  }

  private async markOf(lane: string, position: Position): Promise<Position> {
    const cachedPosition = this.passedPositions.get(lane) ?? LOG_START;
    if (cachedPosition >= position) return cachedPosition;
    const currentPosition = (await this.lanes.lanePosition(lane)) ?? LOG_START;
    if (currentPosition > cachedPosition) this.passedPositions.set(lane, currentPosition);
    return currentPosition;
  }
}
