import { MemoryReadModels } from '../../../support/stores/memory-read-models.js';
import type { Position } from '../../../../packages/platform/src/event-store/event-store.js';
import {
  LANE_RANGE,
  laneCheckpoint,
  lanePlace,
  lanePosition,
  placeText,
  positionOfCheckpoint,
} from '../../../../packages/platform/src/projector/lane-checkpoint.js';

const PLACE = { position: '0000000000000042' as Position, epoch: 12 };

it('a checkpoint keeps position and epoch, and compares with positions as text', () => {
  const text = placeText(PLACE);
  expect(text).toBe('0000000000000042#12');
  expect([text > PLACE.position, text < '0000000000000043']).toEqual([true, true]);
  expect(positionOfCheckpoint('lane:counts', text)).toBe(PLACE.position);
  expect(positionOfCheckpoint('generations:counts', '7' as Position)).toBe('7');
});

it('a range of names holds the checkpoints of all lanes, and no other', () => {
  const isWithin = (name: string): boolean => name >= LANE_RANGE.from && name < LANE_RANGE.to;
  expect(['', 'counts', '~'].map((lane) => isWithin(laneCheckpoint(lane)))).toEqual([true, true, true]);
  expect(['generations:counts', 'lane', 'lanes', 'm'].map(isWithin)).toEqual([false, false, false, false]);
});

it('a lane is where its checkpoint says, and nowhere before it has begun', async () => {
  const models = new MemoryReadModels();
  expect([await lanePlace(models, 'counts'), await lanePosition(models, 'counts')]).toEqual([null, null]);
  const name = laneCheckpoint('counts');
  expect(name).toBe('lane:counts');
  await models.commit([], { name, expected: null, next: placeText(PLACE) });
  expect(await lanePlace(models, 'counts')).toEqual(PLACE);
  expect(await lanePosition(models, 'counts')).toBe(PLACE.position);
});
