/** What a process that stops waits for. */
import { eventually } from '../../../support/eventually.js';
import { happens } from '../../../support/logs/toy-projections.js';
import { ToyWorld } from '../../../support/worlds/toy-world.js';
import { forEachTest } from '../../../support/worlds/for-each-test.js';
import type { Projector } from '../../../../packages/platform/src/projector/projector.js';
import type { ToyEvent } from '../../../support/logs/toy-projections.js';

const world = forEachTest(() => new ToyWorld());
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
let projector: Projector<ToyEvent>;
/** Lets the commits at hand go on. */
let finish: () => void;

/** A projector in the middle of a commit of each lane. */
beforeEach(async () => {
  await world.live.start();
  projector = await world.start();
  const first = await happens(world.events, 'a');
  for (const lane of ['counts', 'totals']) expect(await world.passed(lane, first)).toBe(true);
  const commit = world.models.commit.bind(world.models);
  const held = new Promise<void>((resolve) => (finish = resolve));
  let waiting = 0;
  world.models.commit = async (writes, move) => {
    waiting++;
    await held;
    return commit(writes, move);
  };
  await happens(world.events, 'a');
  await eventually('both lanes are in a commit', () => waiting === 2);
});
afterEach(() => finish());

it('is the batch at hand', async () => {
  let isStopped = false;
  const stopped = projector.stop().then(() => (isStopped = true));
  await turn();
  expect(isStopped).toBe(false);
  finish();
  await stopped;
  expect(await world.count('a')).toBe(2);
});
