/**
 * The log of heads whose writers are killed, put to sleep or mixed with others at each of their awaits. Every
 * kind of entry comes. Whatever happened, the log is that of a run in which nothing did.
 */
import fc from 'fast-check';
import {
  CHECKPOINT_KEY,
  HEADS_CONTEXT,
  entriesIn,
  headsIn,
  introduceKey,
  issued,
  logged,
  loggerOn,
} from '../../test/support/heads/logs-of-heads.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { faultIn, type Entry } from '../../test/support/heads/outside-checker.js';
import { rewritten, sealed } from '../../test/support/seals/sealed-logs.js';
import type { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { StoppedProcess, diesAt, momentsOf } from '../../test/support/stores/stopped-process.js';
import { aLog } from '../../test/support/verified.js';
import { newPrivateKey, signingKey } from '../../packages/statement-check/src/format/signature.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { systemEntropy } from '../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../packages/platform/src/time/clock.js';
import { verifyLog } from '../verify/verify-log.js';
import { changeCheckpointKey, type Succession } from './successor.js';

const LONG = process.env['TEST_LONG'] !== undefined;
const NEXT = signingKey(newPrivateKey());
const SECOND = signingKey(newPrivateKey());

interface Story {
  readonly before: EventStore;
  readonly work: (store: EventStore) => Promise<unknown>;
  /** The kinds of the entries that the work appends, in order. */
  readonly appends: readonly string[];
}

const moveTo = (store: EventStore, succession: Partial<Succession> = {}): Promise<string> =>
  changeCheckpointKey({ store, clock: systemClock, entropy: systemEntropy() }, HEADS_CONTEXT, {
    ...{ next: NEXT, old: CHECKPOINT_KEY, origin: null, ...succession },
  });

/** A log with two statements of October and a seal. */
async function october(): Promise<LogBuilder> {
  const log = await aLog();
  await introduceKey(log);
  await issued(log, 1001, '2026-10');
  await issued(log, 1002, '2026-10');
  await sealed(log.store);
  return log;
}

async function november(): Promise<EventStore> {
  const log = await october();
  await logged(log.store);
  await introduceKey(log, SECOND);
  await issued(log, 1001, '2026-11');
  await issued(log, 1003, '2026-10');
  await sealed(log.store);
  return log.store;
}

async function known(): Promise<EventStore> {
  const { store } = await october();
  await logged(store);
  return store;
}

const BEGIN = ['key_set', 'month_key', 'statement', 'statement', 'seal'];
const STORIES: readonly [string, () => Promise<Story>][] = [
  ['the log begins', async () => ({ before: (await october()).store, work: logged, appends: BEGIN })],
  [
    'a month, a key of statements, statements and a seal come',
    async () => ({
      before: await november(),
      work: logged,
      appends: ['key_set', 'month_key', 'statement', 'statement', 'seal'],
    }),
  ],
  [
    'the key of checkpoints changes',
    async () => ({ before: await known(), work: moveTo, appends: ['key_set'] }),
  ],
  [
    'the log gets another name',
    async () => ({
      before: await known(),
      work: (store) => moveTo(store, { origin: { name: 'api.example.com/log2', why: 'Restored.' } }),
      appends: ['origin', 'key_set'],
    }),
  ],
];

const aCopy = (store: EventStore): Promise<MemoryEventStore> => rewritten(store, (events) => events);

/** Every fact has its one entry, in a log that the outside checker and `verify` accept. */
async function expectWhole(store: EventStore, { before, appends }: Story): Promise<void> {
  const [all, old] = [await headsIn(store), await headsIn(before)];
  expect(all.slice(0, old.length)).toEqual(old);
  expect(all.slice(old.length).map(({ entry }) => entry.kind)).toEqual(appends);
  expect(faultIn((await entriesIn(store)) as unknown as Entry[])).toBeNull();
  const { heads } = await verifyLog({ eventStore: store, readModels: null });
  expect(heads).toMatchObject({ ok: true, size: all.length, unlogged: 0 });
}

describe.each(STORIES)('while %s', (_name, tell) => {
  let story: Story;
  let calls: number;
  beforeAll(async () => {
    story = await tell();
    const store = await aCopy(story.before);
    calls = await diesAt(null, (process) => story.work(process.port(store)));
  });

  it('a writer that is killed at any await loses, doubles and forks nothing', async () => {
    for (const moment of momentsOf(calls)) {
      const store = await aCopy(story.before);
      await diesAt(moment, (process) => story.work(process.port(store)));
      for (const next of LONG ? momentsOf(calls) : [])
        await diesAt(next, (process) => story.work(process.port(store)));
      await story.work(store);
      await expectWhole(store, story);
    }
  });

  it('a writer that sleeps at any await while another finishes adds nothing when it wakes up', async () => {
    for (const moment of momentsOf(calls)) {
      const store = await aCopy(story.before);
      const sleeper = new StoppedProcess(moment, () => story.work(store));
      await story.work(sleeper.port(store));
      await expectWhole(store, story);
    }
  });

  it('of several writers at once, in any order of their reads and writes, all leave one log', async () => {
    const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const store = await aCopy(story.before);
      const step = (): Promise<unknown> => scheduler.schedule(Promise.resolve());
      const writers = [1, 2, 3].map(() => story.work(new StoppedProcess(null, step).port(store)));
      await scheduler.waitFor(Promise.all(writers));
      await expectWhole(store, story);
    });
    await fc.assert(property, { numRuns: LONG ? 200 : 3 });
  });
});

it('an old writer that wakes up under another key of checkpoints appends nothing more', async () => {
  const before = await november();
  const store = await aCopy(before);
  const calls = await diesAt(null, (process) => logged(process.port(store)));
  for (const moment of momentsOf(calls)) {
    const copy = await aCopy(before);
    let size = 0;
    const sleeper = new StoppedProcess(moment, async () => {
      await moveTo(copy);
      size = (await entriesIn(copy)).length;
    });
    await logged(sleeper.port(copy)).catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'other_key' }),
    );
    expect(await entriesIn(copy)).toHaveLength(size);
    await loggerOn(copy, { key: () => NEXT }).catchUp(HEADS_CONTEXT);
    const { heads } = await verifyLog({ eventStore: copy, readModels: null });
    expect(heads).toMatchObject({ ok: true, unlogged: 0 });
  }
});
