/** What readers of one log tell each other about its end. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { eventually } from '../../../../../test/support/eventually.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import type { Position } from '../event-store.js';
import { HeadNews } from './head-news.js';
import { positionOfDigits } from './positions.js';
import { HEAD_AT, sharedHead } from './shared-head.js';

const at = (place: number): Position => positionOfDigits(String(place), String(place));

const log = forEachTest(() => ({ url: `esdb://${randomUUID()}` }));
const one = forEachTest(() => new HeadNews(log.url));
const same = forEachTest(() => new HeadNews(log.url));

test('one of all who read the same log asks, and not again for a while', async () => {
  expect([one.mayAsk(), same.mayAsk(), one.mayAsk()]).toEqual([true, false, false]);
  expect(new HeadNews('esdb://other').mayAsk()).toBe(true);
  await eventually('the question to grow old', () => same.mayAsk());
  expect(one.mayAsk()).toBe(false);
});

test("the server's answer is told to all who read the same log, who needn't ask for a while", () => {
  expect([one.head, one.latest(60_000)]).toEqual(['', undefined]);
  one.answered(at(7), 1);
  expect([same.head, same.latest(60_000), same.mayAsk()]).toEqual([at(7), at(7), false]);
  one.answered('' as Position, 1);
  expect(same.latest(60_000)).toBe('');
});

test('an answer of a moment ago is the head for who needs no newer one, unless the server was slow', async () => {
  one.answered(at(7), 1_500);
  expect([same.head, same.latest(60_000), same.mayAsk()]).toEqual([at(7), undefined, false]);
  one.answered(at(8), 10);
  expect([same.latest(60_000), same.latest(0)]).toEqual([at(8), undefined]);
  await eventually('the answer to grow old', () => same.latest(100) === undefined);
});

test('the place of an append is told, and it answers no question', () => {
  one.appended(at(0));
  expect([same.head, same.latest(60_000), same.mayAsk()]).toEqual([at(0), undefined, true]);
});

test('an answer that is lower counts: the log may be another one since', () => {
  one.answered(at(9), 1);
  one.answered(at(2), 1);
  expect(same.head).toBe(at(2));
});

test('threads that are started later know it too', async () => {
  one.appended(at(7));
  const code = `
    const { getEnvironmentData, parentPort, workerData } = require('node:worker_threads');
    parentPort.postMessage(Atomics.add(new BigInt64Array(getEnvironmentData(workerData)), ${HEAD_AT}, 5n));`;
  const thread = new Worker(code, { eval: true, workerData: `head of ${log.url}` });
  expect(await once(thread, 'message')).toEqual([8n]);
  expect(same.head).toBe(at(12));
  expect(sharedHead(log.url)[HEAD_AT]).toBe(13n);
});
