import { aSubmission } from '../../test/support/logs/job-builders.js';
import { eventually } from '../../test/support/eventually.js';
import { SEAL_CONTEXT, allEvents, sealed, sealerOn, sealsIn } from '../../test/support/seals/sealed-logs.js';
import { MemoryCoordination } from '../../test/support/stores/memory-coordination.js';
import { OTHER_JOB, aLog } from '../../test/support/verified.js';
import { afterThisTest, forEachTest } from '../../test/support/worlds/for-each-test.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { systemEntropy } from '../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../packages/platform/src/time/clock.js';
import { pause } from '../../packages/platform/src/time/pause.js';
import { SealKeeper, type KeeperParts } from './seal-keeper.js';

const THIRD_JOB = 'job_01JDXB8Z5N0000000000000003' as JobId;
const log = forEachTest(aLog);
const coordination = forEachTest(() => new MemoryCoordination());

interface Kept {
  readonly keeper: SealKeeper;
  readonly told: string[];
}

function keeping(parts: Partial<KeeperParts> = {}): Kept {
  const told: string[] = [];
  const keep = (_fields: object, message: string): void => void told.push(message);
  const keeper = new SealKeeper({
    store: log.store,
    coordination: Object.create(coordination) as MemoryCoordination,
    clock: systemClock,
    entropy: systemEntropy(),
    log: { warn: keep, error: keep },
    rest: async () => undefined,
    pauses: { everyMs: 20, retryMs: 1 },
    ...parts,
  });
  afterThisTest(() => keeper.stop());
  keeper.start();
  return { keeper, told };
}

const seals = (count: number): Promise<unknown> =>
  eventually(`${count} seals`, async () => (await sealsIn(log.store)).length === count);

it('seals what is new, in one process of several', async () => {
  const keepers = [keeping(), keeping(), keeping()];
  await seals(1);
  await log.run(aSubmission(3, 2));
  // A seal may fall between the events of the submission. Once all are sealed, none is made again.
  const end = (await allEvents(log.store)).findLast(({ type }) => type === 'JobCompleted');
  await eventually('all is sealed', async () => (await sealsIn(log.store)).at(-1)?.last_event === end?.id);
  const made = await sealsIn(log.store);
  await pause(60);
  expect(await sealsIn(log.store)).toEqual(made);
  expect(made.map((seal) => seal.leaves)).toEqual([...new Set(made.map((seal) => seal.leaves))]);
  expect(keepers.flatMap(({ told }) => told)).toEqual([]);
});

it('waits an hour from the last seal, whoever made it, and from its start before the first', async () => {
  const HOUR_MS = 3_600_000;
  const start = Date.now();
  let passed = 0;
  const clock = { now: () => new Date(start + passed) };
  keeping({ clock, pauses: { everyMs: HOUR_MS, retryMs: 1 } });
  await pause(20);
  expect(await sealsIn(log.store)).toEqual([]);
  await sealed(log.store);
  await log.run(aSubmission(3, 2));
  passed = HOUR_MS - 10_000;
  keeping({ clock, pauses: { everyMs: HOUR_MS, retryMs: 1 } });
  await pause(20);
  expect(await sealsIn(log.store)).toHaveLength(1);
  passed = HOUR_MS + 10_000;
  keeping({ clock, pauses: { everyMs: HOUR_MS, retryMs: 1 } });
  await seals(2);
});

it('seals every hour although the last seal was made by a machine whose clock was ahead', async () => {
  const [start, YEAR_MS] = [Date.now(), 31_536_000_000];
  const everyMs = 20;
  let passed = 0;
  await sealerOn(log.store, { now: () => new Date(start + YEAR_MS) }).seal(SEAL_CONTEXT);
  keeping({ clock: { now: () => new Date(start + passed) }, pauses: { everyMs, retryMs: 1 } });
  for (const [hour, job] of [OTHER_JOB, THIRD_JOB].entries()) {
    await log.run(aSubmission(3, 2, { job_id: job }));
    await pause(3 * everyMs);
    expect(await sealsIn(log.store)).toHaveLength(hour + 1);
    passed += everyMs;
    await seals(hour + 2);
  }
});

it('goes on after the store was out of reach', async () => {
  let away = true;
  const store = Object.assign(Object.create(log.store) as typeof log.store, {
    head: () => (away ? Promise.reject(new Error('away')) : log.store.head()),
  });
  const { told } = keeping({ store });
  await eventually('it was told', async () => told.length > 0);
  away = false;
  await seals(1);
});

it('says that the log is not as it was sealed, and goes on trying', async () => {
  await sealed(log.store);
  const store = Object.assign(Object.create(log.store) as typeof log.store, {
    readStream: (...read: Parameters<typeof log.store.readStream>) =>
      read[0].startsWith('account-')
        ? Promise.resolve({ status: 'no_stream' } as const)
        : log.store.readStream(...read),
  });
  await log.run(aSubmission(3, 2, { job_id: OTHER_JOB }));
  const { told } = keeping({ store });
  await eventually('it was told', async () => told.length > 1);
  expect(new Set(told)).toEqual(new Set(['the log is not as it was sealed: verify says where']));
});

it('gives up a seal under way when it is stopped', async () => {
  let resting: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (resting = resolve));
  const { keeper, told } = keeping({
    rest: async (signal) => {
      resting();
      await pause(60_000, signal);
    },
  });
  await begun;
  await keeper.stop();
  expect([await sealsIn(log.store), told]).toEqual([[], []]);
});
