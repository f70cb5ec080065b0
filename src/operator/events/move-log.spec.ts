import { checkedExport, exportEvents, importEvents } from './move-log.js';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CONTEXT, operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import type { Settings } from '../../settings/settings.js';
import { loadSettings } from '../../settings/settings.js';
import { openOperatorServices, driveLanesToHead } from '../operator.js';

const world = forEachTest(operatorWorld);
const folder = new TemporaryFolder();
const onProgress = (): void => undefined;
beforeEach(async () => {
  await world.log.openAccount();
});
afterAll(() => folder.remove());

const exported = async (name: string): Promise<string> => {
  const file = folder.file(name);
  await exportEvents(world.settings, { file, from: '', onProgress });
  return file;
};
const elsewhere = (name: string, more: Record<string, string> = {}): Settings =>
  loadSettings({ DATA_DIR: folder.file(name), ...more });

it('says whether keys of the imported log work here', async () => {
  const file = await checkedExport(await exported('secrets.ndjson'), { from: '', onProgress });
  const own = elsewhere('own', { KEY_HASH_SECRET: world.settings.keyHashSecret });
  expect(await importEvents(own, file, { from: '', onProgress })).toMatchObject({
    written: 2,
    same_key_hash_secret: true,
  });
  expect(await importEvents(elsewhere('other'), file, { from: '', onProgress })).toMatchObject({
    same_key_hash_secret: false,
  });
});

it('is refused beside read models of another log', async () => {
  const file = await checkedExport(await exported('foreign.ndjson'), { from: '', onProgress });
  const settings = elsewhere('foreign');
  const other = await openOperatorServices(settings, CONTEXT);
  await new LogBuilder(other.stores.eventStore).openAccount();
  await driveLanesToHead(other, 'access');
  await other.close();
  for (const name of readdirSync(settings.dataDir))
    if (name.startsWith('events.db')) rmSync(join(settings.dataDir, name));
  await expect(importEvents(settings, file, { from: '', onProgress })).rejects.toMatchObject({
    name: 'WrongRequest',
    code: 'other_read_models',
  });
});

it.each([
  ['a file that is not there', 'none.ndjson', '', 'no_file'],
  ['a position past its end', 'end.ndjson', '~', 'unknown_position'],
])('refuses %s', async (_what, name, from, code) => {
  if (code !== 'no_file') await exported(name);
  await expect(checkedExport(folder.file(name), { from, onProgress })).rejects.toMatchObject({ code });
});
