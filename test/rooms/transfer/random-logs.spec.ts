/** Random histories moved from store to store, with a break at any write: the log that arrives is the one that left. */
import * as fc from 'fast-check';
import { existsSync } from 'node:fs';
import type {
  EventStore,
  Position,
  StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import { drive } from '../../../packages/platform/src/projector/drive.js';
import { PROJECTIONS } from '../../../projections/index.js';
import { openExport } from '../../../src/transfer/export-file.js';
import type { ExportEnd } from '../../../src/transfer/export-line.js';
import { exportLog } from '../../../src/transfer/export-log.js';
import type { ImportResult } from '../../../src/transfer/import-log.js';
import { importLog } from '../../../src/transfer/import-log.js';
import type { LogItem } from '../../../src/transfer/log-item.js';
import { logItems } from '../../../src/transfer/log-items.js';
import type { Fault } from '../../support/stores/faulty-event-store.js';
import { FaultyEventStore, failWrite } from '../../support/stores/faulty-event-store.js';
import { LogBuilder } from '../../support/logs/log-builder.js';
import { MemoryEventStore } from '../../support/stores/memory-event-store.js';
import { MemoryReadModels } from '../../support/stores/memory-read-models.js';
import { inPagesOf } from '../../support/stores/short-pages.js';
import type { History } from '../../support/logs/random-history.js';
import { history, write } from '../../support/logs/random-history.js';
import { contents } from '../../support/stores/read-model-contents.js';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';

const runs = { numRuns: process.env['TEST_LONG'] === undefined ? 25 : 1_000 };
const NOW = new Date('2026-11-21T12:00:00.000Z');

const folder = forEachTest(() => new TemporaryFolder());
let files = 0;

const newFile = (): string => folder.file(`${files++}.ndjson`);

/** The log that a history leaves, or that it had left after so many writes. */
async function logOf(story: History, writes = Infinity): Promise<EventStore> {
  const store = new MemoryEventStore();
  const dying = new FaultyEventStore(store, ({ index }) => (index === writes ? 'crash_before' : null));
  await write(new LogBuilder(dying), story).catch((error: unknown) => {
    if (!dying.isDead) throw error;
  });
  return inPagesOf(3, store);
}
async function exported(
  log: EventStore,
  after: Position = LOG_START,
  onProgress: (items: number) => void = () => undefined,
): Promise<ExportEnd & { readonly file: string }> {
  const file = newFile();
  const order = { file, after, takenAt: NOW, keyHashFingerprint: 'cafe', onProgress };
  return { ...(await exportLog(log, order)), file };
}
const imported = async (file: string, log: EventStore, from: Position = LOG_START): Promise<ImportResult> =>
  importLog(await openExport(file), log, { from, now: () => NOW });

async function told(log: EventStore): Promise<unknown[]> {
  const items: LogItem[] = [];
  for await (const item of logItems(log, LOG_START)) items.push(item);
  return items.map(({ position: _, ...item }) =>
    'event' in item
      ? { ...item, event: { ...item.event, data: Buffer.from(item.event.data).toString() } }
      : item,
  );
}

async function pagesOf(events: EventStore): Promise<Record<string, string>> {
  const models = new MemoryReadModels();
  const lanes = ['pages'];
  await drive({ stores: { events, models }, set: PROJECTIONS, lanes, patience: 0 }, await events.head());
  return contents(models, lanes);
}

const FAULTS: readonly Fault[] = [
  'crash_before',
  'crash_after',
  'unknown_written',
  'unknown_not_written',
  'unavailable',
];
const breaks = fc.array(
  fc.record({ write: fc.integer({ min: 0, max: 12 }), fault: fc.constantFrom(...FAULTS) }),
  { maxLength: 4 },
);

describe('a log that was exported and imported', () => {
  it('tells the same from first to last, deletions too, and serves the same pages', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (story) => {
        const [source, target, third] = [await logOf(story), new MemoryEventStore(), new MemoryEventStore()];
        const first = await exported(source);
        expect(await imported(first.file, target)).toEqual({
          found: 0,
          written: first.events + first.deletions,
          digest: first.digest,
        });
        const second = await exported(target);
        await imported(second.file, third);
        expect(second).toMatchObject({ events: first.events, digest: first.digest });
        expect(await told(third)).toEqual(await told(source));
        expect(await pagesOf(target)).toEqual(await pagesOf(source));
      }),
      runs,
    );
  });

  it('is whole after breaks at any writes, and nothing is written twice', async () => {
    await fc.assert(
      fc.asyncProperty(history, breaks, async (story, faults) => {
        const [source, target] = [await logOf(story), new MemoryEventStore()];
        const { file, events, deletions, digest } = await exported(source);
        for (const { write: index, fault } of faults) {
          const dying = new FaultyEventStore(target, failWrite(index, fault));
          await imported(file, dying).catch((error: unknown) => {
            if (!/process died|as planned/.test(String(error))) throw error;
          });
        }
        const { found, written, ...last } = await imported(file, target);
        expect([found + written, last.digest]).toEqual([events + deletions, digest]);
        expect(await told(target)).toEqual(await told(source));
        expect(await imported(file, target)).toEqual({ found: events + deletions, written: 0, digest });
      }),
      runs,
    );
  });

  it('goes on with what came later, from a file of that alone or of everything, erasures included', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(60), fc.boolean(), async (story, cut, alone) => {
        const early = await logOf(story, cut);
        const [first, target] = [await exported(early), new MemoryEventStore()];
        await imported(first.file, target);
        const source = await logOf(story);
        const later = await exported(source, alone ? first.position : LOG_START);
        await imported(later.file, target);
        expect(await told(target)).toEqual(await told(source));
      }),
      runs,
    );
  });

  it('holds nothing of a stream that is deleted while it is exported, or the next export sees to it', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(40), fc.nat(), async (story, when, which) => {
        const [source, target] = [await logOf(story), new MemoryEventStore()];
        const streams = await lastingDataStreams(source);
        const [stream] = streams.slice(which % Math.max(1, streams.length));
        const erase = (items: number): void => {
          if (items === when && stream !== undefined) void source.deleteStream(stream);
        };
        const { file } = await exported(source, LOG_START, erase);
        await imported(file, target);
        expect(await imported(file, target)).toMatchObject({ written: 0 });
        await imported((await exported(source)).file, target);
        expect(await told(target)).toEqual(await told(source));
      }),
      runs,
    );
  });

  it('goes on from the middle of a file where the rest was imported', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(400), async (story, cut) => {
        const source = await logOf(story);
        const target = await beginningOf(source, cut);
        const there = (await told(target)).length;
        const { file } = await exported(source);
        const { written } = await imported(file, target, await positionOf(source, there));
        expect(written).toBe((await told(source)).length - there);
        expect(await told(target)).toEqual(await told(source));
      }),
      runs,
    );
  });
});

/** A store that was told the first items of another and no more, as an import that broke off leaves it. */
async function beginningOf(source: EventStore, items: number): Promise<EventStore> {
  const target = new MemoryEventStore();
  const { file } = await exported(source);
  const whole = await openExport(file);
  async function* few(): AsyncGenerator<LogItem, void> {
    let count = 0;
    for await (const item of whole.items()) if (count++ < items) yield item;
  }
  await importLog({ ...whole, items: few }, target, { from: LOG_START, now: () => NOW });
  return target;
}

/** The position of the nth item; the start of the log for none, the last where there are fewer. */
async function positionOf(log: EventStore, items: number): Promise<Position> {
  let [position, count] = [LOG_START, 0];
  for await (const item of logItems(log, LOG_START)) if (count++ < items) position = item.position;
  return position;
}

async function lastingDataStreams(log: EventStore): Promise<StreamName[]> {
  const streams = new Set<StreamName>();
  for await (const item of logItems(log, LOG_START))
    if (item.kind === 'event' && item.event.stream.startsWith('rowdata-')) streams.add(item.event.stream);
  return [...streams];
}

describe('an export that breaks off', () => {
  it('leaves no file that could be taken for whole', async () => {
    const file = newFile();
    const log = new MemoryEventStore();
    await new LogBuilder(log).openAccount();
    const dying = new FaultyEventStore(log);
    const order = { file, after: LOG_START, takenAt: NOW, keyHashFingerprint: 'cafe' };
    await expect(exportLog(dying, { ...order, onProgress: () => dying.kill() })).rejects.toThrow('died');
    expect([existsSync(file), existsSync(`${file}.unfinished`)]).toEqual([false, false]);
  });
});
