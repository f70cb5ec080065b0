/** What readers of one log tell each other about its end. */
import { eventually } from '../../../../../test/support/eventually.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import type { Position } from '../event-store.js';
import { HeadNews } from './head-news.js';

const at = (place: number): Position => String(place).padStart(20, '0') as Position;

const one = forEachTest(() => new HeadNews('esdb://one'));
const same = forEachTest(() => new HeadNews('esdb://one'));
const other = forEachTest(() => new HeadNews('esdb://other'));

test("the server's answer is told to all who read the same log, who needn't ask for a while", async () => {
  expect([one.isFresh, same.isFresh]).toEqual([false, false]);
  one.answered(at(7), 1);
  await eventually('the other to hear it', () => same.head === at(7));
  expect([other.head, other.isFresh]).toEqual(['', false]);
  await eventually('the answer to grow old', () => !one.isFresh && !same.isFresh);
});

test('an answer of a moment ago is the head for who needs no newer one, unless the server was slow', async () => {
  expect(one.latest(60_000)).toBeUndefined();
  one.answered(at(7), 1_500);
  await eventually('the other to hear it', () => same.head === at(7));
  expect([same.isFresh, same.latest(60_000)]).toEqual([true, undefined]);
  one.answered(at(8), 10);
  await eventually('the other to hear it', () => same.head === at(8));
  expect([same.latest(60_000), same.latest(0)]).toEqual([at(8), undefined]);
  await eventually('the answer to grow old', () => same.latest(100) === undefined);
});

test('the last of many appends is told, and it answers no question', async () => {
  for (let place = 1; place <= 100; place++) one.appended(at(place));
  expect([one.head, one.isFresh, one.latest(60_000)]).toEqual([at(100), false, undefined]);
  await eventually('the other to hear it', () => same.head === at(100));
  expect(same.isFresh).toBe(false);
});

test('an answer that is lower counts: the log may be another one since', async () => {
  one.answered(at(9), 1);
  one.answered(at(2), 1);
  await eventually('the other to hear it', () => same.head === at(2));
  expect(one.head).toBe(at(2));
});

test('who asks has asked', () => {
  one.asks();
  expect(one.isFresh).toBe(true);
});
