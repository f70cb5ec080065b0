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
  one.answered(at(7));
  await eventually('the other to hear it', () => same.head === at(7));
  expect([other.head, other.isFresh]).toEqual(['', false]);
  await eventually('the answer to grow old', () => !one.isFresh && !same.isFresh);
});

test('the last of many appends is told, and it answers no question', async () => {
  for (let place = 1; place <= 100; place++) one.appended(at(place));
  expect([one.head, one.isFresh]).toEqual([at(100), false]);
  await eventually('the other to hear it', () => same.head === at(100));
  expect(same.isFresh).toBe(false);
});

test('an answer that is lower counts: the log may be another one since', async () => {
  one.answered(at(9));
  one.answered(at(2));
  await eventually('the other to hear it', () => same.head === at(2));
  expect(one.head).toBe(at(2));
});

test('who asks has asked', () => {
  one.asks();
  expect(one.isFresh).toBe(true);
});
