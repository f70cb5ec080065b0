import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { requestBatches, requestsOfKey, type TimeRange, type LoggedRequest } from './request-batches.js';

const KEY = 'abc123def456';

const second = (number: number): string => new Date(Date.UTC(2026, 10, 21, 12, 0, number)).toISOString();
const request = (number: number, changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  time: second(number),
  request_id: `req_01JDXB8Z5N${String(number).padStart(16, '0')}`,
  key_id: KEY,
  account_id: 1001,
  method: 'GET',
  path: '/v1/whoami',
  status: 200,
  detail: null,
  job_id: null,
  replayed: false,
  traceparent: null,
  ...changes,
});

async function timesOf(coordination: Coordination, between?: TimeRange): Promise<string[]> {
  const times: string[] = [];
  for await (const { time } of requestsOfKey(coordination, KEY, between)) times.push(time);
  return times;
}

describe('the requests of a key', () => {
  it('are found over pages of batches, and those of no other key', async () => {
    const coordination = new MemoryCoordination();
    const times = Array.from({ length: 405 }, (_, number) => second(number));
    for (const number of times.keys()) await coordination.putMany(requestBatches([request(number)]));
    await coordination.putMany(requestBatches([request(7, { key_id: 'otherkey0000' })]));
    expect(await timesOf(coordination)).toEqual(times);
    expect(await timesOf(coordination, { from: second(3), before: second(401) })).toEqual(
      times.slice(3, 401),
    );
  });

  it('are found where they were written together, many in a batch', async () => {
    const coordination = new MemoryCoordination();
    const many = Array.from({ length: 250 }, (_, number) => request(number));
    await coordination.putMany(requestBatches(many));
    expect(await timesOf(coordination)).toEqual(many.map(({ time }) => time));
    expect(await timesOf(coordination, { from: second(99), before: second(201) })).toHaveLength(102);
  });

  it('are found before a time where a call that came in later ended first', async () => {
    const coordination = new MemoryCoordination();
    await coordination.putMany(requestBatches([request(9), request(3)]));
    expect(await timesOf(coordination, { from: null, before: second(5) })).toEqual([second(3)]);
    expect(await timesOf(coordination)).toEqual([second(3), second(9)]);
  });
});
