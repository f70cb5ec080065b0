/** The caps on rows: by what the read models count, and while the projector is away by the log. */
import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { projected, type Projected } from '../../../test/support/logs/projected.js';
import { countsOf } from '../../../test/support/logs/row-stories.js';
import { MemoryEventStore } from '../../../test/support/stores/memory-event-store.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import { RowCaps } from './row-caps.js';
import { UncountedRows } from './uncounted-rows.js';

const ACCOUNT = 1001 as AccountId;
const OTHER = 1002 as AccountId;
const CAP = 100;
const NOW = new Date('2026-11-25T12:00:00.000Z');

let store: MemoryEventStore;
let log: LogBuilder;
let jobs: number;
let models: Projected & { close(): Promise<void> };
let time: number;
let clock: Date;

beforeEach(async () => {
  store = new MemoryEventStore();
  log = new LogBuilder(store);
  models = await projected(store);
  [jobs, time, clock] = [0, 0, NOW];
  await submit(10, OTHER);
  await models.drive();
});
afterEach(() => models.close());

/** A process of the API, over the same stores. */
function aProcess(maxUnbilledRowsPerDay = 1_000_000): RowCaps {
  const settings = { maxOpenRows: CAP, maxUnbilledRowsPerDay };
  const now = (): number => time;
  return new RowCaps(models.live, { now: () => clock }, settings, new UncountedRows(store, now), now);
}

function aJob(rows: number, account = ACCOUNT) {
  const id = `job_01JDXB8Z5N0000000000000${String(++jobs).padStart(3, '0')}` as JobId;
  return aSubmission(rows, rows, { job_id: id, account_id: account });
}

const submit = (rows: number, account: AccountId): Promise<unknown> => log.submit(aJob(rows, account));

/** Whether the process takes rows; where it does, they are in the log afterwards. */
async function takes(caps: RowCaps, rows: number, account = ACCOUNT): Promise<boolean> {
  const reserved = await caps.reserve(account, rows);
  if (reserved.outcome !== 'reserved') return false;
  await submit(rows, account);
  caps.settle(account, reserved, await store.head());
  return true;
}

const pass = (seconds: number): void => void (time += seconds * 1_000);

/** Long enough away to be behind: each process has seen where the log was. */
async function projectorIsAway(...processes: readonly RowCaps[]): Promise<void> {
  await submit(10, OTHER);
  for (const caps of processes) await takes(caps, 1, OTHER);
  pass(3);
}

it('what another process accepts while the projector is away counts', async () => {
  const [one, two] = [aProcess(), aProcess()];
  await projectorIsAway(one, two);
  expect(await takes(one, 60)).toBe(true);
  pass(2);
  expect(await takes(two, 60)).toBe(false);
  expect(await takes(two, 40)).toBe(true);
  pass(2);
  expect(await takes(one, 1)).toBe(false);
});

it('what a process accepted itself counts once', async () => {
  const one = aProcess();
  await projectorIsAway(one);
  expect(await takes(one, 60)).toBe(true);
  pass(2);
  expect(await takes(one, 40)).toBe(true);
});

it('no two at once pass that do not fit together, be they the first of their account', async () => {
  const one = aProcess();
  const head = store.head.bind(store);
  jest.spyOn(store, 'head').mockImplementation(async () => {
    await pause(50); // meanwhile all of them have read their counts
    return head();
  });
  const passed = await Promise.all(Array.from({ length: 5 }, () => one.reserve(ACCOUNT, 40)));
  expect(passed.filter(({ outcome }) => outcome === 'reserved')).toHaveLength(2);
});

it('another account’s rows count for that account alone', async () => {
  const [one, two] = [aProcess(), aProcess()];
  await projectorIsAway(one, two);
  expect(await takes(one, 70, OTHER)).toBe(true);
  pass(2);
  expect(await takes(two, CAP)).toBe(true);
});

it('once the projector is back, only what it counts does', async () => {
  const [one, two] = [aProcess(), aProcess()];
  await projectorIsAway(one, two);
  expect(await takes(one, 90)).toBe(true);
  pass(2);
  expect(await takes(two, 20)).toBe(false);
  await models.drive();
  pass(2);
  expect(await takes(two, 20)).toBe(false);
  expect(await takes(two, 10)).toBe(true);
});

it('the log is not read while the projector keeps up', async () => {
  const one = aProcess();
  const reads = jest.spyOn(store, 'readAll');
  for (let submission = 0; submission < 5; submission++) {
    expect(await takes(one, 10)).toBe(true);
    await models.drive();
    reads.mockClear();
    pass(3);
    expect(await takes(one, CAP)).toBe(false);
    expect(reads).not.toHaveBeenCalled();
  }
});

it('nothing is capped where there are no read models', async () => {
  const settings = { maxOpenRows: CAP, maxUnbilledRowsPerDay: 0 };
  const caps = new RowCaps(null, { now: () => clock }, settings, new UncountedRows(store));
  expect(await caps.reserve(ACCOUNT, CAP + 1)).toMatchObject({ outcome: 'reserved' });
});

it('rows that don’t fit are refused with the caps, and may fit a minute later', async () => {
  expect(await aProcess().reserve(ACCOUNT, CAP + 1)).toEqual({
    outcome: 'too_many_open_rows',
    max_open_rows: CAP,
    max_unbilled_rows_per_day: 1_000_000,
    retry_after: 60,
  });
});

it('rows that were not accepted in the end count no more', async () => {
  const one = aProcess();
  const reserved = await one.reserve(ACCOUNT, CAP);
  if (reserved.outcome !== 'reserved') throw new Error('refused');
  expect(await takes(one, 1)).toBe(false);
  one.settle(ACCOUNT, reserved, null);
  expect(await takes(one, CAP)).toBe(true);
});

it('rows that cost nothing are capped for the day on which they were finished', async () => {
  const one = aProcess(2);
  const failing = async (): Promise<void> => {
    await log.run(aJob(1), () => 'not_matched');
    await models.drive();
    pass(2);
  };
  log.time = NOW.toISOString();
  await failing();
  expect((await one.reserve(ACCOUNT, 1)).outcome).toBe('reserved');
  await failing();
  expect(await one.reserve(ACCOUNT, 1)).toMatchObject({ retry_after: 12 * 3_600 });
  clock = new Date('2026-11-26T00:00:00.000Z');
  expect((await one.reserve(ACCOUNT, 1)).outcome).toBe('reserved');
});

it('counts are read once a second while an account is far from its caps', async () => {
  const one = aProcess();
  const finds = jest.spyOn(models.live, 'find');
  pass(5);
  await takes(one, 1);
  const once = finds.mock.calls.length;
  pass(1);
  await takes(one, 1);
  expect(finds).toHaveBeenCalledTimes(once);
  pass(0.001);
  await takes(one, 1);
  expect(finds).toHaveBeenCalledTimes(2 * once);
});

it('a process that accepted rows waits for the projector to see whether they are finished', async () => {
  const one = aProcess();
  const job = aJob(CAP);
  const reserved = await one.reserve(ACCOUNT, CAP);
  if (reserved.outcome !== 'reserved') throw new Error('refused');
  await log.submit(job);
  const accepted = await store.head();
  one.settle(ACCOUNT, reserved, accepted);
  await log.end(job, countsOf([]), CAP);
  const waited = jest.spyOn(models.live, 'waitFor').mockImplementation(async () => {
    await models.drive();
    return true;
  });
  expect((await one.reserve(ACCOUNT, CAP)).outcome).toBe('reserved');
  expect(waited.mock.calls.map(([lane, position]) => [lane, position])).toEqual([['work', accepted]]);
});
