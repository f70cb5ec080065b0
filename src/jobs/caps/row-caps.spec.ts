/** The cap on open rows while the projector is away: what every process accepts counts, by the log. */
import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { projected, type Projected } from '../../../test/support/logs/projected.js';
import { MemoryEventStore } from '../../../test/support/stores/memory-event-store.js';
import type { AccountId, JobId } from '../../shared/ids.js';
import { pause } from '../../platform/time/pause.js';
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

beforeEach(async () => {
  store = new MemoryEventStore();
  log = new LogBuilder(store);
  models = await projected(store);
  [jobs, time] = [0, 0];
  await submit(10, OTHER);
  await models.drive();
});
afterEach(() => models.close());

/** A process of the API, over the same stores. */
function aProcess(): RowCaps {
  const settings = { maxOpenRows: CAP, maxUnbilledRowsPerDay: 1_000_000 };
  const now = (): number => time;
  return new RowCaps(models.live, { now: () => NOW }, settings, new UncountedRows(store, now), now);
}

function submit(rows: number, account: AccountId): Promise<unknown> {
  const id = `job_01JDXB8Z5N0000000000000${String(++jobs).padStart(3, '0')}` as JobId;
  return log.submit(aSubmission(rows, rows, { job_id: id, account_id: account }));
}

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
