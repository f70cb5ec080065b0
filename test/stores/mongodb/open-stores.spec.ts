/** EVENT_STORE_URL and MONGODB_URL choose where the log lies, and where read models and coordination do: each alone. */
import { existsSync } from 'node:fs';
import {
  StoreUnavailableError,
  UnfitStoreError,
} from '../../../packages/platform/src/event-store/event-store.js';
import { STORE_FILES } from '../../../packages/platform/src/stores/embedded-files.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import { appended, events, newStream } from '../event-store/event-store-under-test.js';
import { keys, newName, put, write } from '../read-models/read-models-under-test.js';
import { mongoUnderTest, withDatabase } from './mongo-under-test.js';

const mongo = mongoUnderTest();
let mongodbUrl: string;
let stopMongo: () => Promise<void>;
let eventStore: EventStoreDbProcess;

beforeAll(async () => {
  ({ url: mongodbUrl, stop: stopMongo } = await mongo.start());
  eventStore = await EventStoreDbProcess.start();
});
afterAll(async () => {
  await stopMongo();
  await eventStore.stop();
});

describe.each([
  ['embedded', 'embedded'],
  ['EventStoreDB', 'embedded'],
  ['embedded', mongo.title],
  ['EventStoreDB', mongo.title],
])('the log: %s, everything else: %s', (log, models) => {
  test('each store keeps what it is given, where it was told to', async () => {
    const folder = new TemporaryFolder();
    const settings = {
      dataDir: folder.path,
      hosting: 'direct',
      eventStoreUrl: log === 'embedded' ? null : eventStore.url,
      mongodbUrl: models === 'embedded' ? null : withDatabase(mongodbUrl, `company_data_test_${log}`),
    } as const;
    const [stream, collection, key] = [newStream(), newName(), newName()];
    const first = await openStores(settings);
    await appended(first.eventStore, stream, 'no_stream', events(1));
    await first.readModels.declare([{ name: collection }]);
    await write(first.readModels, put(collection, 'a'));
    await first.coordination.put(key, { n: 1 });
    await first.readings.keep({ kind: 'page', key, fetchedAt: 1, content: Buffer.from('x') });
    await first.close();

    const second = await openStores(settings);
    expect((await second.eventStore.readStream(stream)).status).toBe('found');
    expect(keys(await second.readModels.range(collection, {}))).toEqual(['a']);
    expect((await second.coordination.get(key))?.value).toEqual({ n: 1 });
    expect(await second.readings.find('page', [key], 0)).toHaveLength(1);
    await second.close();
    const files = Object.fromEntries(
      Object.entries(STORE_FILES).map(([name, file]) => [name, folder.file(file)]),
    );
    expect(
      Object.entries(files)
        .filter(([, file]) => existsSync(file))
        .map(([name]) => name),
    ).toEqual([
      ...(log === 'embedded' ? ['eventStore'] : []),
      ...(models === 'embedded' ? ['readModels', 'coordination', 'readings'] : []),
    ]);
    folder.remove();
  });
});

test('two databases on one server know nothing of each other', async () => {
  const folder = new TemporaryFolder();
  const open = (url: string) => openStores({ dataDir: folder.path, hosting: 'direct', mongodbUrl: url });
  const key = newName();
  const one = await open(withDatabase(mongodbUrl, 'company_data_test_one'));
  await one.coordination.put(key, {});
  const other = await open(withDatabase(mongodbUrl, 'company_data_test_other'));
  expect(await other.coordination.get(key)).toBeUndefined();
  await Promise.all([one.close(), other.close()]);
  folder.remove();
});

test('a server without transactions stops the start, and what was opened beside it is closed', async () => {
  const alone = await MongoDbProcess.start({ role: 'standalone' });
  const folder = new TemporaryFolder();
  const opening = openStores({ dataDir: folder.path, hosting: 'direct', mongodbUrl: alone.url });
  await expect(opening).rejects.toThrow(StoreUnavailableError);
  await expect(opening).rejects.toThrow(/^MONGODB_URL [^\n]*$/);
  await alone.stop();
  folder.remove();
});

test.each([
  ['a password that is wrong', 'ops:wrong@', 'has a user or password that the server does not know'],
  ['a user that is not there', 'nobody:secret@', 'has a user or password that the server does not know'],
  ['no user', '', 'needs a user that may read and write'],
])('%s stops the start with one line, while what is right opens', async (_title, user, line) => {
  const server = await MongoDbProcess.start({ user: 'ops:secret' });
  const folder = new TemporaryFolder();
  const open = (as: string) =>
    openStores({
      dataDir: folder.path,
      hosting: 'direct',
      mongodbUrl: `${server.url.replace('//', `//${as}`)}&authSource=admin`,
    });
  const refused = open(user);
  await expect(refused).rejects.toThrow(UnfitStoreError);
  await expect(refused).rejects.toThrow(new RegExp(`^MONGODB_URL ${line}[^\n]*$`));
  await expect(refused).rejects.not.toThrow(/wrong|secret/);
  const stores = await open('ops:secret@');
  await stores.coordination.put('key', {});
  await stores.close();
  await server.stop();
  folder.remove();
});
