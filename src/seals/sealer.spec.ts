import fc from 'fast-check';
import { ACCOUNT, KEY, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { history, write } from '../../test/support/logs/random-history.js';
import {
  SEAL_CONTEXT,
  allEvents,
  leavesOf,
  rootOf,
  sealed,
  sealerOn,
  sealsIn,
} from '../../test/support/seals/sealed-logs.js';
import { FaultyEventStore, failWrite, type Fault } from '../../test/support/stores/faulty-event-store.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { inPagesOf } from '../../test/support/stores/short-pages.js';
import { aLog } from '../../test/support/verified.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { OwnEvents } from '../../packages/platform/src/event-store/own-events.js';
import type { EventStore, LogRead, NewEvent } from '../../packages/platform/src/event-store/event-store.js';
import { accountStream } from '../streams/account/account.events.js';
import { CATEGORIES } from '../streams/index.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { SEALED_CATEGORIES } from './sealed-tree.js';

const log = forEachTest(aLog);
const runs = { numRuns: process.env['TEST_LONG'] === undefined ? 15 : 500 };
const jobOf = (n: number): JobId => `job_01JDXB8Z5N00000000000001${String(n).padStart(2, '0')}` as JobId;
const runJob = (n: number): Promise<void> => log.run(aSubmission(3, 2, { job_id: jobOf(n) }));

/** Every seal names the root that the page's own words give, and covers more than the one before. */
async function expectSound(store: EventStore): Promise<void> {
  const leaves = leavesOf(await allEvents(store));
  const seals = await sealsIn(store);
  for (const { leaves: count, root, last_event } of seals) {
    expect(root).toBe(rootOf(leaves, count));
    expect((JSON.parse(leaves[count - 1] ?? '{}') as { id?: string }).id).toBe(last_event);
  }
  const counts = seals.map(({ leaves: count }) => count);
  expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
}

it('covers all streams but those of data that may be erased', () => {
  expect(CATEGORIES.filter((category) => !SEALED_CATEGORIES.includes(category))).toEqual([
    'contact',
    'rowdata',
  ]);
});

it('seals everything that was before at first, and then what is new', async () => {
  await runJob(1);
  const first = await sealed(log.store);
  expect(first?.leaves).toBe(leavesOf(await allEvents(log.store)).length - 1);
  await runJob(2);
  const asked: LogRead[] = [];
  const counted = Object.assign(Object.create(log.store) as EventStore, {
    readAll: (read: LogRead) => (asked.push(read), log.store.readAll(read)),
  });
  await sealed(counted);
  expect(asked[0]?.after).toBe(
    (await allEvents(log.store)).find(({ id }) => id === first?.last_event)?.position,
  );
  await expectSound(log.store);
  expect(await sealsIn(log.store)).toHaveLength(2);
});

it('reads a stream that it has met no second time, until another process seals', async () => {
  const read: string[] = [];
  const store = Object.assign(Object.create(log.store) as EventStore, {
    readStream: (...slice: Parameters<EventStore['readStream']>) => {
      if (slice[1]?.direction !== 'backwards') read.push(slice[0]);
      return log.store.readStream(...slice);
    },
  });
  const sealer = sealerOn(store);
  const readBySeal = async (job: number): Promise<string[]> => {
    await runJob(job);
    read.length = 0;
    await sealer.seal(SEAL_CONTEXT);
    return [...read];
  };
  await sealer.seal(SEAL_CONTEXT);
  await readBySeal(1);
  expect(await readBySeal(2)).toEqual([]);
  await sealed(log.store);
  await runJob(3);
  await sealed(log.store);
  expect(await readBySeal(4)).not.toEqual([]);
  await expectSound(log.store);
});

it('seals random logs at any moments', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.array(fc.nat(40), { maxLength: 4 }), async (story, moments) => {
      const store = new MemoryEventStore();
      const watched = new FaultyEventStore(store, ({ index }) => {
        if (moments.includes(index)) due += 1;
        return null;
      });
      let due = 0;
      const stopping: EventStore = Object.assign(Object.create(watched) as EventStore, {
        append: async (...append: Parameters<EventStore['append']>) => {
          const result = await watched.append(...append);
          for (; due > 0; due--) await sealed(inPagesOf(3, store));
          return result;
        },
      });
      await write(new LogBuilder(stopping), story);
      await sealed(store);
      await expectSound(store);
    }),
    runs,
  );
});

it('seals nothing in an empty log, and nothing where only a seal is new', async () => {
  expect(await sealed(new MemoryEventStore())).toBeNull();
  const first = await sealed(log.store);
  expect(await sealed(log.store)).toEqual(first);
  expect(await sealsIn(log.store)).toHaveLength(1);
  await runJob(1);
  const second = await sealed(log.store);
  expect(second?.leaves).toBeGreaterThan((first?.leaves ?? 0) + 1);
});

it('numbers events among ours alone, whatever a sealer has met before', async () => {
  const raw = new MemoryEventStore();
  const names = { prefix: '', categories: CATEGORIES };
  const ours = new LogBuilder(new OwnEvents(raw, names));
  const theirs = {
    id: '00000000-0000-4000-8000-0000000000a1',
    type: 'Theirs',
    format: 'json',
    metadata: {},
  } as const;
  const foreign = (id: number): NewEvent => ({
    ...theirs,
    id: `${theirs.id.slice(0, -2)}${id}`,
    data: Buffer.from('{}'),
  });
  await raw.append(accountStream(ACCOUNT), 'any', [foreign(10), foreign(11)]);
  await ours.openAccount();
  await sealed(new OwnEvents(raw, names));
  await raw.append(accountStream(ACCOUNT), 'any', [foreign(12)]);
  await ours.issueKey(ACCOUNT, KEY);
  await sealed(new OwnEvents(raw, names));
  await ours.issueKey(ACCOUNT, KEY);
  await sealed(new OwnEvents(raw, names));
  const own = (await allEvents(raw)).filter(({ metadata }) => metadata['v'] !== undefined);
  const leaves = leavesOf(own);
  const seals = await sealsIn(raw);
  expect(seals.map(({ leaves: count }) => count)).toEqual([2, 4, 6]);
  expect(seals.map(({ root }) => root)).toEqual([2, 4, 6].map((count) => rootOf(leaves, count)));
});

describe('sealers at once', () => {
  it('fork nothing: the second goes on from the seal of the first', async () => {
    await runJob(1);
    await Promise.all(Array.from({ length: 5 }, () => sealed(log.store)));
    await runJob(2);
    await Promise.all(Array.from({ length: 5 }, () => sealed(log.store)));
    await expectSound(log.store);
  });

  it('let one that wakes up late seal only what is new by then', async () => {
    await runJob(1);
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    const late: EventStore = Object.assign(Object.create(log.store) as EventStore, {
      append: async (...append: Parameters<EventStore['append']>) => {
        await asleep;
        return log.store.append(...append);
      },
    });
    const sleeper = sealerOn(late).seal(SEAL_CONTEXT);
    await runJob(2);
    const awake = await sealed(log.store);
    wake();
    expect(await sleeper).toEqual(awake);
    expect(await sealsIn(log.store)).toEqual([awake]);
    await runJob(3);
    await sealed(log.store);
    await expectSound(log.store);
  });
});

describe('a sealer that fails at its append', () => {
  it.each<[Fault, number]>([
    ['crash_before', 1],
    ['crash_after', 1],
    ['unknown_written', 1],
    ['unknown_not_written', 1],
    ['unavailable', 1],
  ])('loses and doubles nothing: %s', async (fault, seals) => {
    await runJob(1);
    await sealed(new FaultyEventStore(log.store, failWrite(0, fault))).catch(() => undefined);
    await sealed(log.store);
    expect(await sealsIn(log.store)).toHaveLength(seals);
    await expectSound(log.store);
    await runJob(2);
    await sealed(log.store);
    await expectSound(log.store);
  });
});

it('seals nothing on a seal whose last event is gone', async () => {
  await sealed(log.store);
  const other = new MemoryEventStore();
  for (const { stream, ...event } of await allEvents(log.store))
    if (event.type !== 'KeyIssued') await other.append(stream, 'any', [event]);
  await expect(sealed(other)).rejects.toThrow(/^the seal of 2 events ends with event .+ of account-1001/);
});
