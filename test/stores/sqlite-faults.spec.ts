/** The embedded stores on files that are locked, full, read-only, damaged, of another kind or from the future. */
import { DatabaseSync } from '@photostructure/sqlite';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  StoreUnavailableError,
  type EventStore,
  type StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { openSqliteCoordination } from '../../packages/platform/src/coordination/sqlite/sqlite-coordination.js';
import { openSqliteEventStore } from '../../packages/platform/src/event-store/sqlite/sqlite-event-store.js';
import { openSqliteReadModels } from '../../packages/platform/src/read-models/sqlite/sqlite-read-models.js';
import { openStores, STORE_FILES } from '../../packages/platform/src/stores/stores.js';
import { runProgram, startWithFileLimit } from '../support/programs.js';
import { forEachTest } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { appended, events, newStream, streamEvents } from './event-store/event-store-under-test.js';
import { testPatienceMs } from './patience.js';

jest.setTimeout(testPatienceMs);

const program = (name: string): string => join(__dirname, 'programs', `${name}.js`);

interface Closable {
  close(): Promise<void>;
}

const OPENERS: readonly (readonly [string, (file: string) => Promise<Closable>])[] = [
  ['event log', (file) => openSqliteEventStore({ file })],
  ['file of read models', (file) => openSqliteReadModels({ file })],
  ['coordination file', (file) => openSqliteCoordination({ file })],
];

async function refusal(opening: Promise<unknown>): Promise<string> {
  const error: unknown = await opening.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreUnavailableError);
  const { message } = error as Error;
  expect(message.split('\n')).toHaveLength(1);
  return message;
}

/** Changes a file as another program would. */
function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

const folder = forEachTest(() => new TemporaryFolder());

describe.each(OPENERS)('an embedded %s', (_title, open) => {
  test('of a newer schema is refused in one line that says so, and left as it was', async () => {
    const file = folder.file('newer.db');
    await (await open(file)).close();
    change(file, 'PRAGMA user_version=2');
    const before = readFileSync(file);
    expect(await refusal(open(file))).toBe(
      `${file} has schema version 2, this program knows versions up to 1: use a newer program`,
    );
    expect(Buffer.compare(readFileSync(file), before)).toBe(0);
  });

  test('that is no database is refused in one line', async () => {
    const file = folder.write('text.db', 'not a database, only a text '.repeat(500));
    expect(await refusal(open(file))).toBe(`${file} is not an SQLite database`);
  });

  test("that is another program's database is refused, and left as it was", async () => {
    const file = folder.file('other.db');
    change(file, 'CREATE TABLE notes (text)');
    expect(await refusal(open(file))).toMatch(`${file} is not a`);
    change(file, "INSERT INTO notes VALUES ('still there')");
  });

  test('in a folder that is not there is refused in one line', async () => {
    const file = folder.file('missing/store.db');
    expect(await refusal(open(file))).toBe(`${file} can't be opened`);
  });

  test('opened again keeps its file, and many may open it at once', async () => {
    const file = folder.file('again.db');
    const stores = await Promise.all(Array.from({ length: 5 }, () => open(file)));
    await Promise.all(stores.map((store) => store.close()));
    await (await open(file)).close();
  });
});

test('one kind of store is refused in the place of another', async () => {
  const file = folder.file('events.db');
  await (await openSqliteEventStore({ file })).close();
  expect(await refusal(openSqliteReadModels({ file }))).toBe(
    `${file} is not a file of read models of this program`,
  );
  expect(await refusal(openSqliteCoordination({ file }))).toBe(
    `${file} is not a coordination file of this program`,
  );
});

describe('the embedded event log', () => {
  let file: string;
  let store: EventStore;
  const reopen = async (patienceMs = 10_000): Promise<EventStore> =>
    (store = await openSqliteEventStore({ file, patienceMs }));

  beforeEach(() => {
    file = folder.file('events.db');
  });
  afterEach(async () => store.close());

  test('locked by another process holds up nobody but its appends: reads and the event loop go on', async () => {
    await reopen();
    const [old, late] = [newStream(), newStream()];
    await appended(store, old, 'no_stream', events(1));
    const holder = new DatabaseSync(file);
    holder.exec('BEGIN IMMEDIATE');
    let answered = false;
    const waiting = appended(store, late, 'no_stream', events(1)).then(() => (answered = true));
    for (let read = 0; read < 50; read++) expect(await streamEvents(store, old)).toHaveLength(1);
    expect(answered).toBe(false);
    holder.exec('ROLLBACK');
    holder.close();
    await waiting;
    expect(await streamEvents(store, late)).toHaveLength(1);
  });

  test('locked past its patience says so in one line and writes nothing, and goes on when the lock is gone', async () => {
    await reopen(50);
    const stream = newStream();
    const holder = new DatabaseSync(file);
    holder.exec('BEGIN IMMEDIATE');
    const message = await refusal(store.append(stream, 'no_stream', events(1)));
    expect(message).toBe(`${file} was locked by another process for 50 ms`);
    holder.exec('ROLLBACK');
    holder.close();
    expect(await store.readStream(stream)).toEqual({ status: 'no_stream' });
    await appended(store, stream, 'no_stream', events(1));
  });

  test('locked past its patience can not be opened where it must be made first', async () => {
    const holder = new DatabaseSync(file);
    holder.exec('BEGIN EXCLUSIVE');
    expect(await refusal(reopen(50))).toBe(`${file} was locked by another process for 50 ms`);
    holder.exec('ROLLBACK');
    holder.close();
    await reopen();
  });

  test('on a disk that takes no more refuses in one line, has written nothing by half, and takes the rest later', async () => {
    const blocks = 4_000; // 2 MB
    const running = startWithFileLimit(blocks, program('fill-disk'), file);
    expect(await running.ended).toBe(0);
    const seen = JSON.parse(running.output()) as {
      acknowledged: number;
      name: string;
      message: string;
      events: number;
    };
    expect(seen).toMatchObject({ name: 'StoreUnavailableError', events: seen.acknowledged * 2 });
    expect(seen.message).toBe(`${file} can't be read or written: the disk reports an error`);
    expect(seen.acknowledged).toBeGreaterThan(0);
    await reopen();
    const stream = 'full-1' as StreamName;
    const slice = await store.readStream(stream, { limit: 100_000 });
    expect(slice.status === 'found' && slice.events.length).toBe(seen.acknowledged * 2);
    await appended(store, stream, seen.acknowledged * 2 - 1, events(1));
  });

  test('in a folder that may not be written is refused in one line when it is opened, and left as it was', async () => {
    await reopen();
    await appended(store, 'kept-1' as StreamName, 'no_stream', events(2));
    await store.close();
    const before = readFileSync(file);
    chmodSync(file, 0o444);
    chmodSync(folder.path, 0o555);
    try {
      expect(await runProgram(program('read-only'), file)).toBe(
        `StoreUnavailableError: ${file} can't be written: it is read-only`,
      );
    } finally {
      chmodSync(folder.path, 0o755);
      chmodSync(file, 0o644);
    }
    expect(Buffer.compare(readFileSync(file), before)).toBe(0);
  });

  test('damaged says so in one line', async () => {
    await reopen();
    await appended(store, newStream(), 'no_stream', events(200));
    await store.close();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 8_192 * 2);
    writeFileSync(file, bytes);
    await reopen().catch(() => undefined);
    const message = await refusal(reopen().then((opened) => opened.readAll({ after: '' as never })));
    expect(message).toBe(`${file} is damaged: restore it from a backup`);
  });
});

describe('opening all stores', () => {
  test('makes the folder and its files', async () => {
    const dataDir = folder.file('a/b');
    const stores = await openStores({ dataDir });
    await stores.close();
    for (const name of Object.values(STORE_FILES))
      expect(readFileSync(join(dataDir, name)).length).toBeGreaterThan(0);
  });

  test('refuses as a whole, in one line, where one can not be opened', async () => {
    mkdirSync(folder.file(STORE_FILES.coordination));
    expect(await refusal(openStores({ dataDir: folder.path }))).toMatch(STORE_FILES.coordination);
  });

  test('never takes a file where a server was asked for', async () => {
    expect(
      await refusal(openStores({ dataDir: folder.path, eventStoreUrl: 'esdb://localhost:2113' })),
    ).toMatch('EVENT_STORE_URL');
    expect(
      await refusal(openStores({ dataDir: folder.path, mongodbUrl: 'mongodb://localhost/a b' })),
    ).toMatch('MONGODB_URL');
  });
});
