import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { readActs } from '../maintenance/list-acts.js';
import { confirmClock } from './job-acts.js';
import { expiryGuardOf } from './job-rows.js';

const world = forEachTest(operatorWorld);
const acts = async () => [...(await readActs(world.operator.stores.eventStore)).values()];

it('lets rows expire by a clock that is days ahead of the log, and stands there once', async () => {
  await world.log.submit(aSubmission(1, 1)); // long ago
  const first = await confirmClock(world.operator, { act: 'first', reason: 'off for a month' });
  expect(first.changed).toBe(true);
  expect(await expiryGuardOf(world.operator).isExpiryPaused()).toBe(false);
  expect(await confirmClock(world.operator, { act: 'second' })).toMatchObject({ changed: false });
  expect(await acts()).toMatchObject([{ act: 'first', reason: 'off for a month' }]);
});

it('changes nothing where nothing is in doubt', async () => {
  expect(await confirmClock(world.operator)).toMatchObject({ changed: false });
  expect(await acts()).toEqual([]);
});

it("is refused where the clock is off the store's", async () => {
  await world.log.submit(aSubmission(1, 1));
  const clock = { now: () => new Date(systemClock.now().getTime() + 60_000) };
  await expect(confirmClock(world.operator, { clock })).rejects.toMatchObject({
    name: 'NotDone',
    code: 'clock_off',
  });
  expect(await acts()).toEqual([]);
});
