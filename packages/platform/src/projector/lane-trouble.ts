/** Records that a lane has stopped, where every process can read it. */
import type { ReadModelReader, ReadModels, Write } from '../read-models/read-models.js';
import type { UnprojectableEventError } from './fold-batch.js';
import { laneCheckpoint, lanePlace, placeText } from './lane-checkpoint.js';
import { LANE_TROUBLES, troubleWith, type LaneTroubleDocument } from './projector-state.js';

/** Does nothing where another process has moved the lane in between. */
export async function recordTrouble(
  models: ReadModels,
  lane: string,
  error: UnprojectableEventError,
): Promise<void> {
  const place = await lanePlace(models, lane);
  if (place === null) return;
  const document = LANE_TROUBLES.document({ lane, ...troubleWith(error.recorded, error.message) });
  const stay = placeText(place);
  await models.commit([{ op: 'put', collection: LANE_TROUBLES.name, key: lane, document }], {
    name: laneCheckpoint(lane),
    expected: stay,
    next: stay,
  });
}

/** Undefined where the lane hasn't stopped. */
export async function troubleOf(
  reader: Pick<ReadModelReader, 'get'>,
  lane: string,
): Promise<LaneTroubleDocument | undefined> {
  const document = await reader.get(LANE_TROUBLES.name, lane);
  return document === undefined ? undefined : LANE_TROUBLES.fields(document);
}

/** Written with the first batch that the lane applies again. */
export const clearTrouble = (lane: string): readonly Write[] => [
  { op: 'delete', collection: LANE_TROUBLES.name, key: lane },
];
