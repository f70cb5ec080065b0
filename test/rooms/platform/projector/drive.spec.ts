/** Lanes that a command moves itself. */
import type { Position } from '../../../../packages/platform/src/event-store/event-store.js';
import { drive } from '../../../../packages/platform/src/projector/drive.js';
import { happens, toySet, toySetWithMarks } from '../../../support/logs/toy-projections.js';
import { ToyWorld } from '../../../support/worlds/toy-world.js';
import { forEachTest } from '../../../support/worlds/for-each-test.js';

const world = forEachTest(() => new ToyWorld());
const moved = (to: Position, set = toySet()): Promise<void> =>
  drive({ stores: world, set, lanes: ['counts'], patience: 0 }, to);

beforeEach(() => world.live.start());

it('a lane is moved to the position, whether it had begun or not', async () => {
  await moved(await happens(world.events, 'a'));
  expect(await world.count('a')).toBe(1);
  await moved(await happens(world.events, 'a'));
  expect(await world.count('a')).toBe(2);
});

it('a lane that another version of the program has filled is not moved, and its projections are named', async () => {
  await moved(await happens(world.events, 'a'), toySetWithMarks());
  await expect(moved(await happens(world.events, 'a'), toySet(2))).rejects.toMatchObject({
    name: 'OtherVersionError',
    message: expect.stringMatching(/ counts, marks were made by another version/) as unknown,
  });
});

it('a lane that has passed the position is left alone, whoever filled it', async () => {
  const last = await happens(world.events, 'a');
  await moved(last);
  await moved(last, toySet(2));
  expect(await world.count('a')).toBe(1);
});

it('a lane is left to a projector that moves it in time, whatever its version', async () => {
  await moved(await happens(world.events, 'a'), toySet(2));
  const last = await happens(world.events, 'a');
  const driven = drive({ stores: world, set: toySet(), lanes: ['counts'], patience: 60_000 }, last);
  await world.start(toySet(2));
  await driven;
  expect(await world.live.lanePosition('counts')).toBe(last);
});

it('a lane that has not begun is moved at once: no projector has it in hand', async () => {
  const last = await happens(world.events, 'a');
  jest.useFakeTimers();
  try {
    await drive({ stores: world, set: toySet(), lanes: ['counts'], patience: 60_000 }, last);
  } finally {
    jest.useRealTimers();
  }
  expect(await world.count('a')).toBe(1);
});
