/** The stamp of embedded files: whose they are, and the least program that may use them. */
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_START, UnfitStoreError } from '../../packages/platform/src/event-store/event-store.js';
import { laneCheckpoint, placeText } from '../../packages/platform/src/projector/lane-checkpoint.js';
import { STORE_FILES } from '../../packages/platform/src/stores/embedded-files.js';
import { DATA_VERSION } from '../../packages/platform/src/stores/stamp.js';
import { openStores } from '../../packages/platform/src/stores/stores.js';
import { backupStores } from '../../packages/platform/src/stores/stores-backup.js';
import { EventStoreDbProcess } from '../../packages/eventstoredb-stand-in/src/index.js';
import { CommandLineOn } from '../support/cli.js';
import { forEachTest } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { appended, events, newStream } from './event-store/event-store-under-test.js';

const FILES = Object.values(STORE_FILES);
const folder = forEachTest(() => new TemporaryFolder());

const open = (dataDir: string) => openStores({ dataDir, hosting: 'direct' });

/** A data directory whose log holds one event, and whose read models were filled up to it. */
async function made(name: string): Promise<string> {
  const dataDir = folder.file(name);
  const stores = await open(dataDir);
  await appended(stores.eventStore, newStream(), 'no_stream', events(1));
  const next = placeText({ position: await stores.eventStore.head(), epoch: 1 });
  await stores.readModels.commit([], { name: laneCheckpoint('any'), expected: null, next });
  await stores.close();
  return dataDir;
}

function inFile<T>(file: string, work: (database: DatabaseSyncInstance) => T): T {
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
const stampIn = (dataDir: string, name: string): unknown =>
  inFile(join(dataDir, name), (database): unknown => database.prepare('SELECT log, least FROM stamp').get());
const stampsIn = (dataDir: string) => FILES.map((name) => stampIn(dataDir, name));
/** As the version before, which knew no stamps, left its files. */
function forgetStamps(dataDir: string, names: readonly string[] = FILES): void {
  for (const name of names) inFile(join(dataDir, name), (database) => database.exec('DROP TABLE stamp'));
}

function throwAway(dataDir: string, name: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(join(dataDir, name + part), { force: true });
}

/** What lies in a data directory: every file, and of each every table with its rows. */
const contentOf = (dataDir: string): object =>
  Object.fromEntries(
    readdirSync(dataDir)
      .filter((name) => !/-(wal|shm)$/.test(name))
      .map((name) => [name, inFile(join(dataDir, name), rowsOf)]),
  );

const rowsOf = (database: DatabaseSyncInstance): object[] =>
  (database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]).map(
    ({ name }) => ({ name, rows: database.prepare(`SELECT * FROM "${name}"`).all() as unknown[] }),
  );

/** The one line with which the stores are refused; nothing of them is changed by it. */
async function refusalOf(dataDir: string): Promise<string> {
  const before = contentOf(dataDir);
  const error: unknown = await open(dataDir).then(
    (stores) => stores.close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UnfitStoreError);
  expect(contentOf(dataDir)).toEqual(before);
  return (error as Error).message;
}

describe('the files of a data directory', () => {
  it('of which the log was put back from an older copy are refused with the mend, and taken once that is done', async () => {
    const dataDir = await made('restored');
    const log = join(dataDir, STORE_FILES.eventStore);
    const older = folder.file('older.db');
    inFile(log, (database) => database.exec(`VACUUM INTO '${older}'`));
    const stores = await open(dataDir);
    await appended(stores.eventStore, newStream(), 'no_stream', events(1));
    const place = { position: await stores.eventStore.head(), epoch: 1 };
    const name = laneCheckpoint('any');
    const expected = await stores.readModels.checkpoint(name);
    await stores.readModels.commit([], { name, expected, next: placeText(place) });
    await stores.close();
    await (await open(dataDir)).close();
    throwAway(dataDir, STORE_FILES.eventStore);
    copyFileSync(older, log);
    expect(await refusalOf(dataDir)).toMatch(
      /read-models\.db was filled beyond the end of .*events\.db, .*: stop all processes and delete that file/,
    );
    const cli = new CommandLineOn('inside', {}, dataDir);
    expect(await cli.run('usage', 'rebuild')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/beyond the end/) as string,
    });
    throwAway(dataDir, STORE_FILES.readModels);
    await (await open(dataDir)).close();
  });

  it('all bear the id of their log, each log its own', async () => {
    const [one, other] = [await made('one'), await made('other')];
    const [stamp, ...rest] = stampsIn(one);
    expect(stamp).toEqual({ log: expect.stringMatching(/^[-0-9a-f]{36}$/) as string, least: 1 });
    expect(rest).toEqual([stamp, stamp, stamp]);
    expect(stampIn(other, STORE_FILES.eventStore)).not.toEqual(stamp);
  });

  it('keep it when they are opened again, by several at once', async () => {
    const dataDir = folder.file('shared');
    for (const stores of await Promise.all([open(dataDir), open(dataDir), open(dataDir)]))
      await stores.close();
    const stamps = stampsIn(dataDir);
    await (await open(dataDir)).close();
    expect(stampsIn(dataDir)).toEqual(stamps);
    expect(new Set(stamps.map((stamp) => JSON.stringify(stamp))).size).toBe(1);
  });

  it('are stamped at the first start on what the version before left, which sees no difference in its schema', async () => {
    const dataDir = await made('before');
    const versionOf = (name: string) =>
      inFile(join(dataDir, name), (database): unknown => database.prepare('PRAGMA user_version').get());
    forgetStamps(dataDir);
    const versions = FILES.map(versionOf);
    const stores = await open(dataDir);
    expect((await stores.eventStore.readAll({ after: LOG_START })).events).toHaveLength(1);
    await stores.close();
    expect(new Set(stampsIn(dataDir).map((stamp) => JSON.stringify(stamp))).size).toBe(1);
    expect(FILES.map(versionOf)).toEqual(versions);
  });

  it.each(FILES.slice(1))('take a fresh %s in the place of one that was thrown away', async (name) => {
    const dataDir = await made('renewed');
    throwAway(dataDir, name);
    await (await open(dataDir)).close();
    expect(stampIn(dataDir, name)).toEqual(stampIn(dataDir, STORE_FILES.eventStore));
  });

  it('keep their log when they are copied as a backup', async () => {
    const dataDir = await made('kept');
    await backupStores(dataDir, folder.file('copy'));
    await (await open(folder.file('copy'))).close();
    expect(stampsIn(folder.file('copy'))).toEqual(stampsIn(dataDir));
  });
});

describe('a program that is older than the data', () => {
  it.each(FILES)('refuses %s in one line, and touches nothing', async (name) => {
    const dataDir = await made('newer');
    inFile(join(dataDir, name), (database) => database.exec(`UPDATE stamp SET least = ${DATA_VERSION + 1}`));
    expect(await refusalOf(dataDir)).toBe(
      `${join(dataDir, name)} has data version ${DATA_VERSION + 1}, this program reads versions up to ${DATA_VERSION}: use a newer program`,
    );
  });

  it('makes no file beside what it refuses', async () => {
    const dataDir = await made('alone');
    for (const name of FILES.slice(1)) throwAway(dataDir, name);
    inFile(join(dataDir, STORE_FILES.eventStore), (database) => database.exec('UPDATE stamp SET least = 99'));
    await refusalOf(dataDir);
  });

  it('says so as a command, and ends with 1', async () => {
    const dataDir = await made('told');
    inFile(join(dataDir, STORE_FILES.eventStore), (database) => database.exec('UPDATE stamp SET least = 99'));
    const cli = new CommandLineOn('inside', {}, dataDir);
    const { code, stdout, stderr } = await cli.run('verify');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^company-data: .*events\.db has data version 99, [^\n]*: use a newer program\n$/);
  });
});

describe('a kind of event that older programs cannot read', () => {
  /** Of the types of `events()`: the data version that the test says. */
  const writing = (dataDir: string, version: number) =>
    openStores({ dataDir, hosting: 'direct', versionOf: () => version });
  const logOf = (dataDir: string): string => join(dataDir, STORE_FILES.eventStore);

  it('raises the stamp of the log once, to be kept by what is appended later, also by several processes', async () => {
    const dataDir = await made('raised');
    const all = await Promise.all([writing(dataDir, DATA_VERSION), writing(dataDir, DATA_VERSION)]);
    await Promise.all(all.map(({ eventStore }) => appended(eventStore, newStream(), 'no_stream', events(1))));
    for (const stores of all) await stores.close();
    expect(stampIn(dataDir, STORE_FILES.eventStore)).toMatchObject({ least: DATA_VERSION });
    const older = await writing(dataDir, 1);
    await appended(older.eventStore, newStream(), 'no_stream', events(1));
    await older.close();
    expect(stampIn(dataDir, STORE_FILES.eventStore)).toMatchObject({ least: DATA_VERSION });
  });

  it('keeps older programs from the log; one that runs says so', async () => {
    const dataDir = await made('kept away');
    const running = await open(dataDir);
    expect(await running.outdated()).toEqual([]);
    const newer = await writing(dataDir, DATA_VERSION + 1);
    const [first, second] = [newStream(), newStream()];
    const stopped = await newer.eventStore.appendInOrder([
      { stream: first, expected: 'no_stream', events: events(1) },
      { stream: second, expected: 'no_stream', events: events(1) },
    ]);
    expect(stopped).toMatchObject({ stopped: null });
    await newer.close();
    const line = `${logOf(dataDir)} has data version ${DATA_VERSION + 1}, this program reads versions up to ${DATA_VERSION}: use a newer program`;
    expect(await running.outdated()).toEqual([`${line}.`]);
    await running.close();
    expect(await refusalOf(dataDir)).toBe(line);
  });

  it('is not appended before the stamp is raised', async () => {
    const dataDir = await made('unraised');
    const stores = await writing(dataDir, DATA_VERSION);
    inFile(logOf(dataDir), (database) =>
      database.exec(`CREATE TRIGGER no BEFORE UPDATE ON stamp BEGIN SELECT RAISE(ABORT, 'full'); END`),
    );
    const append = { stream: newStream(), expected: 'no_stream', events: events(1) } as const;
    await expect(stores.eventStore.append(append.stream, 'no_stream', append.events)).rejects.toThrow(/full/);
    expect(await stores.eventStore.appendInOrder([append])).toMatchObject({
      appended: [],
      stopped: { message: expect.stringMatching(/full/) as string },
    });
    expect(await stores.eventStore.readStream(append.stream)).toEqual({ status: 'no_stream' });
    inFile(logOf(dataDir), (database) => database.exec('DROP TRIGGER no'));
    await appended(stores.eventStore, append.stream, 'no_stream', append.events);
    await stores.close();
    expect(stampIn(dataDir, STORE_FILES.eventStore)).toMatchObject({ least: DATA_VERSION });
  });

  it('does so in every command: the first link of an account', async () => {
    const cli = new CommandLineOn('inside', {}, await made('linked'));
    const { account_id } = await cli.json<{ account_id: number }>(
      ...['accounts', 'create', '--email', 'a@example.co.uk', '--name', 'A Ltd'],
    );
    expect(stampIn(cli.dataDir, STORE_FILES.eventStore)).toMatchObject({ least: 1 });
    await cli.json('accounts', 'link', String(account_id));
    expect(stampIn(cli.dataDir, STORE_FILES.eventStore)).toMatchObject({ least: 2 });
  });
});

describe('files of another log', () => {
  it.each(FILES.slice(1))('are refused: %s', async (name) => {
    const [own, other] = [await made('own'), await made('other')];
    throwAway(own, name);
    for (const part of ['', '-wal']) copyFileSync(join(other, name + part), join(own, name + part));
    expect(await refusalOf(own)).toMatch(
      `${join(own, name)} belongs to another event log than ${join(own, STORE_FILES.eventStore)}: `,
    );
  });

  it('are refused beside a log that was thrown away, and no new log is begun', async () => {
    const dataDir = await made('gone');
    throwAway(dataDir, STORE_FILES.eventStore);
    expect(await refusalOf(dataDir)).toMatch(/belongs to another event log/);
    expect(existsSync(join(dataDir, STORE_FILES.eventStore))).toBe(false);
  });

  it('are known, where neither bears a stamp, by read models that were filled from beyond the end of the log', async () => {
    const dataDir = await made('unstamped');
    forgetStamps(dataDir);
    throwAway(dataDir, STORE_FILES.eventStore);
    expect(await refusalOf(dataDir)).toMatch(`${STORE_FILES.readModels} belongs to another event log`);
  });

  it('are refused beside a log that moved to a server', async () => {
    const server = await EventStoreDbProcess.start();
    const dataDir = await made('moved');
    const before = contentOf(dataDir);
    const opening = openStores({ dataDir, hosting: 'direct', eventStoreUrl: server.url });
    await expect(opening).rejects.toThrow(/belongs to another event log than EVENT_STORE_URL: [^\n]*$/);
    expect(contentOf(dataDir)).toEqual(before);
    expect(await server.control.records()).toEqual([]);
    forgetStamps(dataDir);
    const again = openStores({ dataDir, hosting: 'direct', eventStoreUrl: server.url });
    await expect(again).rejects.toThrow(/read-models\.db belongs to another event log/);
    await server.stop();
  });
});

test('positions of read models that were filled as far as the log goes are no sign of another one', async () => {
  const dataDir = await made('level');
  forgetStamps(dataDir, [STORE_FILES.readModels]);
  const stores = await open(dataDir);
  const place = await stores.readModels.checkpoint(laneCheckpoint('any'));
  expect(place).toBe(placeText({ position: await stores.eventStore.head(), epoch: 1 }));
  await stores.close();
  expect(stampIn(dataDir, STORE_FILES.readModels)).toEqual(stampIn(dataDir, STORE_FILES.eventStore));
});
