/** The stamp on servers: documents of one log are never filled from another, whichever server comes first. */
import { EventStoreDBClient } from '@eventstore/db-client';
import { existsSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import {
  LOG_START,
  StoreUnavailableError,
  type Position,
  UnfitStoreError,
} from '../../../packages/platform/src/event-store/event-store.js';
import { laneCheckpoint, placeText } from '../../../packages/platform/src/projector/lane-checkpoint.js';
import { DATA_VERSION } from '../../../packages/platform/src/stores/stamp.js';
import { STORE_FILES } from '../../../packages/platform/src/stores/embedded-files.js';
import { openStores, type Stores } from '../../../packages/platform/src/stores/stores.js';
import { EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import { eventually } from '../../support/eventually.js';
import { afterThisTest, forEachTest } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { appended, events, newStream } from '../event-store/event-store-under-test.js';
import { withDatabase } from './mongo-under-test.js';

const folder = forEachTest(() => new TemporaryFolder());
const documents = forEachTest(() => MongoDbProcess.start());

const databaseUrl = (): string =>
  `${withDatabase(documents.url, 'company_data_test')}&serverSelectionTimeoutMS=500`;

/** A machine with a data directory of its own; without `log`, with a log of its own too. */
const machine = (name: string, log?: EventStoreDbProcess, version = 1): Promise<Stores> =>
  openStores({
    versionOf: () => version,
    dataDir: folder.file(name),
    hosting: 'direct',
    mongodbUrl: databaseUrl(),
    eventStoreUrl: log === undefined ? null : `${log.url}&defaultDeadline=1000`,
  });

async function server(): Promise<EventStoreDbProcess> {
  const started = await EventStoreDbProcess.start();
  afterThisTest(() => started.stop());
  return started;
}

/** Everything in the database, by collection. */
async function database<T>(work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(databaseUrl());
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
const content = (): Promise<object> =>
  database(async (client) => {
    const names = (await client.db().listCollections({}, { nameOnly: true }).toArray()).map(
      ({ name }) => name,
    );
    return Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, await client.db().collection(name).find().toArray()]),
      ),
    ) as object;
  });

const FOREIGN = /^MONGODB_URL belongs to another event log than [^\n]*$/;

test('a machine whose embedded log is not the one of the read models is refused, and touches nothing', async () => {
  const first = await machine('first');
  await first.coordination.put('a', {});
  const before = await content();
  await expect(machine('second')).rejects.toThrow(FOREIGN);
  expect(await content()).toEqual(before);
  expect(existsSync(folder.file(`second/${STORE_FILES.eventStore}`))).toBe(false);
  await first.close();
  await (await machine('first')).close();
});

test('a machine that has a log of its own already is refused as well', async () => {
  const own = await openStores({ dataDir: folder.file('own'), hosting: 'direct' });
  await appended(own.eventStore, newStream(), 'no_stream', events(1));
  await own.close();
  await (await machine('first')).close();
  await expect(machine('own')).rejects.toThrow(FOREIGN);
});

test('machines that share one log are one service, also where they begin at once', async () => {
  const log = await server();
  const all = await Promise.all(['a', 'b', 'c'].map((name) => machine(name, log)));
  await all[0]?.coordination.put('shared', { n: 1 });
  for (const one of all) expect((await one.coordination.get('shared'))?.value).toEqual({ n: 1 });
  await Promise.all(all.map((one) => one.close()));
});

test('read models of a log on one server are refused to a log on another', async () => {
  const [log, other] = [await server(), await server()];
  await (await machine('a', log)).close();
  const before = await content();
  await expect(machine('b', other)).rejects.toThrow(FOREIGN);
  expect(await content()).toEqual(before);
  expect(await other.control.records()).toEqual([]);
});

test('the stamp of a log is no event: no reader sees it', async () => {
  const log = await server();
  const stores = await machine('a', log);
  expect((await stores.eventStore.readAll({ after: LOG_START })).events).toEqual([]);
  expect((await log.control.records()).map(({ stream }) => stream)).toEqual(['$$stamp']);
  await stores.close();
});

test('the stamp of a log leaves what an administrator put into the metadata beside it', async () => {
  const log = await server();
  const client = EventStoreDBClient.connectionString(log.url);
  const acl = { metaReadRoles: ['$admins', 'ours'], metaWriteRoles: ['$admins', 'ours'] };
  await client.setStreamMetadata('stamp', { acl });
  await (await machine('a', log)).close();
  await (await machine('a', log)).close();
  const { metadata } = await client.getStreamMetadata('stamp');
  await client.dispose();
  expect(metadata).toEqual({ acl, least: 1, log: expect.stringMatching(/^[-0-9a-f]{36}$/) as string });
});

test('the stamp of a log is raised once by all machines, and leaves what stands beside it', async () => {
  const log = await server();
  const client = EventStoreDBClient.connectionString(log.url);
  const acl = { metaReadRoles: ['$admins', 'ours'], metaWriteRoles: ['$admins', 'ours'] };
  await client.setStreamMetadata('stamp', { acl });
  const all = await Promise.all(['a', 'b', 'c'].map((name) => machine(name, log, DATA_VERSION)));
  for (const round of [1, 2])
    await Promise.all(
      all.map(({ eventStore }) => appended(eventStore, newStream(), 'no_stream', events(round))),
    );
  for (const stores of all) await stores.close();
  const { metadata } = await client.getStreamMetadata('stamp');
  await client.dispose();
  expect(metadata).toEqual({ acl, least: DATA_VERSION, log: expect.any(String) as string });
  const types = (await log.control.records()).map(({ stream }) => stream === '$$stamp');
  // The administrator's, the first machine's, and one raise before the first event.
  expect([types.slice(0, 3), types.slice(3).includes(true)]).toEqual([[true, true, true], false]);
});

test('a machine says that a newer program has raised the stamp of its log, and can not start again', async () => {
  const log = await server();
  const running = await machine('a', log);
  expect(await running.outdated()).toEqual([]);
  const newer = await machine('b', log, DATA_VERSION + 1);
  await appended(newer.eventStore, newStream(), 'no_stream', events(1));
  await newer.close();
  const line = `EVENT_STORE_URL has data version ${DATA_VERSION + 1}, this program reads versions up to ${DATA_VERSION}: use a newer program`;
  expect(await running.outdated()).toEqual([`${line}.`]);
  await running.close();
  await expect(machine('a', log)).rejects.toThrow(line);
});

test('a log whose metadata the user may not read is refused in one line that says what it lacks', async () => {
  const log = await EventStoreDbProcess.start({ user: 'ops:password' });
  afterThisTest(() => log.stop());
  await expect(machine('a', log)).rejects.toThrow(/^EVENT_STORE_URL: its user may not [^\n]*\$mr and \$mw/);
  expect(await content()).toEqual({});
});

test('a database of another log that is reached only later is refused then, by every call', async () => {
  await (await machine('first')).close();
  const before = await content();
  await documents.control.refuseConnections();
  const second = await machine('second');
  await documents.control.restart();
  await eventually('the refusal', () =>
    second.coordination.put('a', {}).then(
      () => false,
      (error: unknown) => error instanceof UnfitStoreError && FOREIGN.test(error.message),
    ),
  );
  expect(await content()).toEqual(before);
  await second.close();
});

test('a database that only a newer program may use is refused in one line', async () => {
  await (await machine('first')).close();
  await database((client) =>
    client
      .db()
      .collection('stamp')
      .updateOne({}, { $set: { least: 99 } }),
  );
  const before = await content();
  await expect(machine('first')).rejects.toThrow(/^MONGODB_URL has data version 99, [^\n]*$/);
  expect(await content()).toEqual(before);
});

test('a log that only a newer program may use is refused in one line', async () => {
  const log = await server();
  await (await machine('a', log)).close();
  const client = EventStoreDBClient.connectionString(log.url);
  await client.setStreamMetadata('stamp', { log: 'any', least: 99 });
  await client.dispose();
  const before = [await content(), await log.control.records()];
  await expect(machine('a', log)).rejects.toThrow(/^EVENT_STORE_URL has data version 99, [^\n]*$/);
  expect([await content(), await log.control.records()]).toEqual(before);
});

test('where the log is away, nothing is filled from it until its stamp was seen', async () => {
  const [log, other] = [await server(), await server()];
  await (await machine('a', log)).close();
  await other.control.goDown();
  const stores = await machine('b', other);
  await expect(stores.coordination.put('a', {})).rejects.toThrow(StoreUnavailableError);
  await other.control.restart();
  await eventually('the refusal', () =>
    stores.coordination.put('a', {}).then(
      () => false,
      (error: unknown) => error instanceof Error && FOREIGN.test(error.message),
    ),
  );
  await stores.close();
});

it('read models beyond the end of the log, which was put back from an older copy, are refused with the mend', async () => {
  const log = await server();
  const stores = await machine('restored', log);
  await appended(stores.eventStore, newStream(), 'no_stream', events(1));
  const next = placeText({ position: `${'9'.repeat(20)}.${'9'.repeat(20)}` as Position, epoch: 1 });
  await stores.readModels.commit([], { name: laneCheckpoint('any'), expected: null, next });
  await stores.close();
  await expect(machine('restored', log)).rejects.toThrow(
    /^MONGODB_URL.* was filled beyond the end of EVENT_STORE_URL.*drop the database of MONGODB_URL/,
  );
});
