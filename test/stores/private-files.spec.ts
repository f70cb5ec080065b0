/** Files of stores and editions are their owner's alone, also in a folder that was there, open to others, before. */
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStores } from '../../packages/platform/src/stores/stores.js';
import { backupStores } from '../../packages/platform/src/stores/stores-backup.js';
import { settingsFrom } from '../../src/settings/settings.js';
import { importCompanies } from '../support/worlds/api-world-parts.js';
import { smallRegister } from '../support/small-register.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

const folder = new TemporaryFolder();
const register = smallRegister();
afterAll(() => {
  folder.remove();
  register.remove();
});

/** What others may do something with: every path below `path`, itself included. */
function openToOthers(path: string): string[] {
  const found = statSync(path);
  const below = found.isDirectory()
    ? readdirSync(path).flatMap((name) => openToOthers(join(path, name)))
    : [];
  return (found.mode & 0o077) === 0 ? below : [path, ...below];
}

/** A data folder that another umask, or an earlier version, has made. */
function openFolder(name: string): string {
  const path = folder.file(name);
  mkdirSync(path);
  chmodSync(path, 0o755);
  return path;
}

/** Opens them, side files too, and leaves them open while `look` runs. */
async function whileOpen<T>(dataDir: string, look: () => T | Promise<T>): Promise<T> {
  const stores = await openStores({ dataDir, hosting: 'direct' });
  try {
    await stores.coordination.put('k', {});
    await stores.eventStore.head();
    return await look();
  } finally {
    await stores.close();
  }
}

test('new files in a folder that was there', async () => {
  const dataDir = openFolder('new');
  settingsFrom({ DATA_DIR: dataDir });
  await importCompanies(register.file, dataDir);
  expect(await whileOpen(dataDir, () => openToOthers(dataDir))).toEqual([]);
});

test('files that were there, their side files and editions among them', async () => {
  const dataDir = openFolder('old');
  await whileOpen(dataDir, async () => {
    await importCompanies(register.file, dataDir);
    const opened = (path: string): void => {
      if (!statSync(path).isDirectory()) return chmodSync(path, 0o644);
      chmodSync(path, 0o755);
      for (const name of readdirSync(path)) opened(join(path, name));
    };
    opened(dataDir);
    expect(openToOthers(dataDir)).toContain(join(dataDir, 'events.db-wal'));
    await importCompanies(register.file, dataDir);
    await whileOpen(dataDir, () => expect(openToOthers(dataDir)).toEqual([]));
  });
});

test('copies of the stores', async () => {
  const dataDir = openFolder('copied');
  const target = openFolder('copy');
  writeFileSync(join(target, 'mine'), '', { mode: 0o600 });
  await whileOpen(dataDir, () => backupStores(dataDir, target));
  expect(openToOthers(target)).toEqual([]);
});
