/** What was erased from the embedded stores can't be found in their files, which shrink; and copies of them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { EventStore, StreamName } from '../../packages/platform/src/event-store/event-store.js';
import { openSqliteEventStore } from '../../packages/platform/src/event-store/sqlite/sqlite-event-store.js';
import { openSqliteReadModels } from '../../packages/platform/src/read-models/sqlite/sqlite-read-models.js';
import { openStores, STORE_FILES } from '../../packages/platform/src/stores/stores.js';
import { backupStores, storeInUse } from '../../packages/platform/src/stores/stores-backup.js';
import { eventually } from '../support/eventually.js';
import { forEachTest } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import {
  appended,
  event,
  events,
  ids,
  logPages,
  streamEvents,
  utf8,
} from './event-store/event-store-under-test.js';
import { position, put, write } from './read-models/read-models-under-test.js';
import { testPatienceMs } from './patience.js';

jest.setTimeout(testPatienceMs);

const folder = forEachTest(() => new TemporaryFolder());

/** Whether any file of the folder, journals included, holds the text. */
const found = (text: string): boolean =>
  readdirSync(folder.path).some((name) => readFileSync(folder.file(name)).includes(text));

describe('a deleted stream', () => {
  let store: EventStore;
  beforeEach(async () => {
    store = await openSqliteEventStore({ file: folder.file('events.db') });
  });
  afterEach(async () => store.close());

  test('leaves none of its data, metadata and ids behind, be its events small or large, amid others that stay', async () => {
    const streams = Array.from({ length: 150 }, (_, n) => `data-${n}` as StreamName);
    for (const [n, stream] of streams.entries()) {
      const size = [10, 300, 3_000, 30_000][n % 4] ?? 0;
      const kept = n % 3 === 0;
      const word = kept ? 'keptword' : 'erasedword';
      const list = Array.from({ length: 4 }, (_, index) =>
        event({
          data: utf8(JSON.stringify(`${word} ${n}.${index} `.repeat(size / 10))),
          metadata: { note: word },
        }),
      );
      await appended(store, stream, 'no_stream', list);
    }
    expect(found('erasedword')).toBe(true);
    await Promise.all(streams.filter((_, n) => n % 3 !== 0).map((stream) => store.deleteStream(stream)));
    await eventually('erasure', () => !found('erasedword'));
    expect(found('keptword')).toBe(true);
    for (const [n, stream] of streams.entries()) {
      if (n % 3 === 0) expect(await streamEvents(store, stream)).toHaveLength(4);
    }
  });

  test('is gone with the end of the command that deleted it, beside a service that goes on', async () => {
    const stream = 'data-1' as StreamName;
    await appended(store, stream, 'no_stream', [event({ data: utf8(JSON.stringify('erasedword')) })]);
    const command = await openSqliteEventStore({ file: folder.file('events.db'), hosting: 'direct' });
    await command.deleteStream(stream);
    await command.close();
    expect(found('erasedword')).toBe(false);
  });

  test('gives its room back', async () => {
    const data = new Uint8Array(100_000).fill(1);
    const list = Array.from({ length: 8 }, () => event({ format: 'binary', data }));
    for (let n = 0; n < 20; n++) await appended(store, `big-${n}` as StreamName, 'no_stream', list);
    await eventually('growth', () => statSync(folder.file('events.db')).size > 12_000_000);
    for (let n = 0; n < 20; n++) await store.deleteStream(`big-${n}` as StreamName);
    await eventually('shrinking', () => statSync(folder.file('events.db')).size < 4_000_000);
  });

  test('never gives its positions to later events', async () => {
    const stream = 'newest-1' as StreamName;
    const { position: last } = await appended(store, stream, 'no_stream', events(5));
    await store.deleteStream(stream);
    await store.close();
    store = await openSqliteEventStore({ file: folder.file('events.db') });
    const { position: next } = await appended(store, 'newest-2' as StreamName, 'no_stream', events(1));
    expect(next > last).toBe(true);
    expect(await logPages(store, last)).toMatchObject([
      { events: [{ type: '$streamDeleted' }, { position: next }] },
    ]);
  });
});

test('documents that were deleted leave nothing behind in the file of read models', async () => {
  const models = await openSqliteReadModels({ file: folder.file('read-models.db') });
  await models.declare([
    { name: 'rows', indexes: [{ name: 'by_word', fields: ['word'] }] },
    { name: 'gone' },
  ]);
  const body = utf8('erasedword '.repeat(2_000));
  const documents = (collection: string, count: number) =>
    Array.from({ length: count }, (_, n) => put(collection, `k${n}`, { word: `erasedword ${n}` }, body));
  await write(models, ...documents('rows', 60), put('rows', 'z', { word: 'keptword' }));
  await write(models, ...documents('gone', 300));
  await write(models, { op: 'deleteRange', collection: 'rows', from: 'k', to: 'l' });
  await models.drop(['gone'], []);
  await eventually('erasure', () => !found('erasedword'));
  expect(found('keptword')).toBe(true);
  await models.close();
});

describe('a copy of the embedded stores', () => {
  test('taken while they are written is whole: a beginning of the log, and no read model ahead of it', async () => {
    const dataDir = folder.file('data');
    const stores = await openStores({ dataDir });
    await stores.readModels.declare([{ name: 'counts' }]);
    let going = true;
    const writing = (async () => {
      for (let n = 0; going; n++) {
        await appended(stores.eventStore, `copied-${n}` as StreamName, 'no_stream', events(3));
        const move = {
          name: 'lane',
          expected: n === 0 ? null : position(n * 3),
          next: position((n + 1) * 3),
        };
        await stores.readModels.commit([put('counts', 'all', { n })], move);
      }
    })();
    await eventually('some writes', async () => (await stores.eventStore.head()) > position(60));
    await backupStores(dataDir, folder.file('copy'));
    await eventually('more writes', async () => (await stores.eventStore.head()) > position(120));
    going = false;
    await writing;
    await stores.close();

    const copy = await openStores({ dataDir: folder.file('copy') });
    const log = (await logPages(copy.eventStore, '' as never)).flatMap((page) => page.events);
    expect(log.map((one) => one.position)).toEqual(log.map((_, n) => position(n + 1)));
    expect(log.length % 3).toBe(0);
    expect(new Set(ids(log)).size).toBe(log.length);
    const lane = await copy.readModels.checkpoint('lane');
    expect(lane !== null && lane <= (log.at(-1)?.position ?? '')).toBe(true);
    await appended(copy.eventStore, 'after-1' as StreamName, 'no_stream', events(1));
    await copy.close();
  });

  test('never overwrites a file, and needs all three', async () => {
    const dataDir = folder.file('data');
    await (await openStores({ dataDir })).close();
    await backupStores(dataDir, folder.file('copy'));
    await expect(backupStores(dataDir, folder.file('copy'))).rejects.toThrow(/is there already/);
    await expect(backupStores(folder.file('nothing'), folder.file('other'))).rejects.toThrow(/is not there/);
    expect(existsSync(folder.file(`other/${STORE_FILES.eventStore}`))).toBe(false);
  });

  test('can be told from stores that a process has open', async () => {
    const dataDir = folder.file('data');
    expect(storeInUse(dataDir)).toBeNull();
    const stores = await openStores({ dataDir });
    expect(storeInUse(dataDir)).not.toBeNull();
    await stores.close();
    expect(storeInUse(dataDir)).toBeNull();
  });
});
