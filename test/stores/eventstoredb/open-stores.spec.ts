/** EVENT_STORE_URL alone: the log on the server, everything else embedded. */
import { existsSync } from 'node:fs';
import {
  StoreUnavailableError,
  UnfitStoreError,
} from '../../../packages/platform/src/event-store/event-store.js';
import { STORE_FILES } from '../../../packages/platform/src/stores/embedded-files.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { EventStoreDbProcess } from '../../../packages/eventstoredb-stand-in/src/index.js';
import { appended, events, newStream } from '../event-store/event-store-under-test.js';

const folder = new TemporaryFolder();
const own = new TemporaryFolder();
afterAll(() => {
  folder.remove();
  own.remove();
});

const settings = (eventStoreUrl: string) =>
  ({ dataDir: folder.path, eventStoreUrl, hosting: 'direct' }) as const;

test('the log is on the server, read models and coordination are files', async () => {
  const server = await EventStoreDbProcess.start();
  const stores = await openStores(settings(server.url));
  const stream = newStream();
  await appended(stores.eventStore, stream, 'no_stream', events(1));
  await stores.close();
  const ours = (await server.control.records()).filter((record) => !record.stream.startsWith('$'));
  expect(ours.map((record) => record.stream)).toEqual([stream]);
  expect(existsSync(folder.file(STORE_FILES.eventStore))).toBe(false);
  expect(existsSync(folder.file(STORE_FILES.readModels))).toBe(true);
  await server.stop();
});

test('a server that refuses the larger appends of the service stops the start with one line, and gets none', async () => {
  const server = await EventStoreDbProcess.start({ 'max-append-size': 900_000 });
  const opening = openStores({ ...settings(server.url), dataDir: own.path });
  await expect(opening).rejects.toThrow(UnfitStoreError);
  await expect(opening).rejects.toThrow(
    /^EVENT_STORE_URL: .*Maximum Append Size of 900000 Exceeded.*--max-append-size of 1048576 or more$/,
  );
  expect((await server.control.records()).filter(({ stream }) => !stream.startsWith('$'))).toEqual([]);
  await server.stop();
});

test('a URL that can not be used stops the start with one line', async () => {
  const opening = openStores(settings('esdb://ops:topsecret@store:21x13?tls=false&nodePreference=best'));
  await expect(opening).rejects.toThrow(StoreUnavailableError);
  await expect(opening).rejects.toThrow(/^EVENT_STORE_URL is no connection string: [^\n]*$/);
  await expect(opening).rejects.not.toThrow('topsecret');
});
