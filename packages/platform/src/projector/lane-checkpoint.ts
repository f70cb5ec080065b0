/**
 * A lane's checkpoint: how far the lane has read the log, and an epoch that grows with each switch of a
 * generation. The epoch shuts out a projector that writes the old generations: its compare-and-set fails.
 */
import type { Position } from '../event-store/event-store.js';
import type { ReadModelReader } from '../read-models/read-models.js';

export interface LanePlace {
  readonly position: Position;
  readonly epoch: number;
}

const LANE_CHECKPOINTS = 'lane:';

/** The names of all lanes' checkpoints: from (inclusive) to (exclusive). */
export const LANE_RANGE = { from: LANE_CHECKPOINTS, to: 'lane;' } as const;

export const laneCheckpoint = (lane: string): string => LANE_CHECKPOINTS + lane;

/** Sorts before all characters of a position, so that checkpoints still compare with positions as text. */
const EPOCH_MARK = '#';

export const placeText = ({ position, epoch }: LanePlace): Position =>
  `${position}${EPOCH_MARK}${epoch}` as Position;

function parsePlace(text: Position): LanePlace {
  const mark = text.lastIndexOf(EPOCH_MARK);
  return { position: text.slice(0, mark) as Position, epoch: Number(text.slice(mark + 1)) };
}

/** A checkpoint's position as readers know it: a lane's comes without its epoch. */
export const positionOfCheckpoint = (name: string, stored: Position): Position =>
  name.startsWith(LANE_CHECKPOINTS) ? parsePlace(stored).position : stored;

/** Null until the lane has begun. */
export async function lanePlace(reader: ReadModelReader, lane: string): Promise<LanePlace | null> {
  const text = await reader.checkpoint(laneCheckpoint(lane));
  return text === null ? null : parsePlace(text);
}

/** The lane has read everything up to here; null until it has begun. */
export async function lanePosition(reader: ReadModelReader, lane: string): Promise<Position | null> {
  return (await lanePlace(reader, lane))?.position ?? null;
}

/** The positions of all lanes that have begun, by their names. */
export async function lanePositions(reader: ReadModelReader): Promise<ReadonlyMap<string, Position>> {
  const places = await reader.checkpoints(LANE_CHECKPOINTS);
  return new Map(
    [...places].map(([name, text]) => [name.slice(LANE_CHECKPOINTS.length), parsePlace(text).position]),
  );
}
