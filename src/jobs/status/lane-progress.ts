/** Reads the positions of the lanes of pages and billing. They are cached, because lanes never go back. */
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { LOG_START, type Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { LanePositions } from './job-view.js';

type Lanes = Pick<LiveReadModels, 'lanePosition' | 'troubleOf'>;

export class LaneProgress {
  private readonly positionByLane = new Map<string, Position>();

  constructor(private readonly lanes: Lanes) {}

  /** Returns the positions of the lanes, recent enough to say if each lane has passed `position`. */
  async positionsFor(position: Position): Promise<LanePositions> {
    const [pages, billing] = await Promise.all([
      this.positionOf('pages', position),
      this.positionOf('billing', position),
    ]);
    if (billing >= position) return { pages, billing };
    const laneFault = await this.lanes.troubleOf('billing');
    return { pages, billing: laneFault === undefined ? billing : 'stopped' };
  }

  private async positionOf(lane: string, position: Position): Promise<Position> {
    const cachedPosition = this.positionByLane.get(lane) ?? LOG_START;
    if (cachedPosition >= position) return cachedPosition;
    const currentPosition = (await this.lanes.lanePosition(lane)) ?? LOG_START;
    if (currentPosition > cachedPosition) this.positionByLane.set(lane, currentPosition);
    return currentPosition;
  }
}
