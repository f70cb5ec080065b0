/**
 * Sealing that is killed, put to sleep or mixed with others at each of its awaits. Whatever happened, the
 * seals are those of a run in which nothing did.
 */
import fc from 'fast-check';
import { aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import {
  SEAL_CONTEXT,
  allEvents,
  leavesOf,
  rewritten,
  rootOf,
  sealed,
  sealerOn,
  sealsIn,
} from '../../test/support/seals/sealed-logs.js';
import { MemoryCoordination } from '../../test/support/stores/memory-coordination.js';
import type { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { inPagesOf } from '../../test/support/stores/short-pages.js';
import { StoppedProcess, diesAt, momentsOf } from '../../test/support/stores/stopped-process.js';
import { aLog } from '../../test/support/verified.js';
import { runAlone } from '../../packages/platform/src/coordination/run-alone.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';

const LONG = process.env['TEST_LONG'] !== undefined;
const jobOf = (n: number): JobId => `job_01JDXB8Z5N000000000000000${n}` as JobId;
const runJob = (store: EventStore, n: number): Promise<void> =>
  new LogBuilder(store).run(aSubmission(3, 2, { job_id: jobOf(n) }));

let before: EventStore;
/** A log with a seal and a job behind it. */
beforeAll(async () => {
  const { store } = await aLog();
  await runJob(store, 1);
  await sealed(store);
  await runJob(store, 2);
  before = store;
});
const aCopy = (): Promise<MemoryEventStore> => rewritten(before, (events) => events);

/** Seals as the keeper does: under the lease, and in many short reads. */
const keepSealed = (store: EventStore, coordination: MemoryCoordination): Promise<unknown> =>
  runAlone(coordination, 'log-seal/lease', () => sealerOn(inPagesOf(2, store)).seal(SEAL_CONTEXT));

/** No event is lost, no two seals contradict each other, and none covers the same events twice. */
async function expectSound(store: EventStore): Promise<void> {
  const leaves = leavesOf(await allEvents(store));
  const seals = await sealsIn(store);
  for (const { leaves: count, root, last_event } of seals) {
    expect(root).toBe(rootOf(leaves, count));
    expect(leaves[count - 1]).toContain(`"id":"${last_event}"`);
  }
  const counts = seals.map(({ leaves: count }) => count);
  expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
  const facts = leaves.map((text) => !text.includes('"stream":"seals-all"'));
  expect(counts.at(-1)).toBeGreaterThan(facts.lastIndexOf(true));
}

async function expectSame(store: EventStore): Promise<void> {
  const undisturbed = await aCopy();
  await sealed(undisturbed);
  expect(await sealsIn(store)).toEqual(await sealsIn(undisturbed));
}

const callsOf = async (): Promise<number> => {
  const store = await aCopy();
  return diesAt(null, (process) => keepSealed(process.port(store), process.port(new MemoryCoordination())));
};

it('killed at any await, it leaves what the next process makes whole', async () => {
  const moments = momentsOf(await callsOf());
  expect(moments.length).toBeGreaterThan(20);
  for (const moment of moments) {
    let now = 0;
    const [store, coordination] = [await aCopy(), new MemoryCoordination(() => now)];
    await diesAt(moment, (process) => keepSealed(process.port(store), process.port(coordination)));
    // The lease of the dead runs out.
    now = 60_000;
    const second = LONG ? moments : [null];
    for (const next of second)
      await diesAt(next, (process) => keepSealed(process.port(store), process.port(coordination)));
    now = 120_000;
    await keepSealed(store, coordination);
    await expectSame(store);
  }
});

it('asleep at any await while others seal and the log grows, it forks nothing when it wakes up', async () => {
  for (const grows of [false, true])
    for (const moment of momentsOf(await callsOf())) {
      const store = await aCopy();
      const sleeper = new StoppedProcess(moment, async () => {
        await sealed(store);
        if (grows) await runJob(store, 3);
        await sealed(store);
      });
      await sealerOn(inPagesOf(2, sleeper.port(store))).seal(SEAL_CONTEXT);
      await sealed(store);
      await expectSound(store);
      if (!grows) await expectSame(store);
    }
});

it('of several at once, in any order of their reads and writes, all leave one history', async () => {
  const property = fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, grows) => {
    const store = await aCopy();
    const mixed = (): EventStore => {
      const step = (): Promise<unknown> => scheduler.schedule(Promise.resolve());
      return inPagesOf(5, new StoppedProcess(null, step).port(store));
    };
    const work = [1, 2, 3].map(() => sealerOn(mixed()).seal(SEAL_CONTEXT));
    if (grows)
      work.push(
        scheduler
          .schedule(Promise.resolve())
          .then(() => runJob(store, 3))
          .then(() => null),
      );
    await scheduler.waitFor(Promise.all(work));
    await sealed(store);
    await expectSound(store);
    if (!grows) await expectSame(store);
  });
  await fc.assert(property, { numRuns: LONG ? 500 : 8 });
});
