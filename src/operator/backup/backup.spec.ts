import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { loadSettings } from '../../settings/settings.js';
import { backup, restore } from './backup.js';

const world = forEachTest(operatorWorld);
const folder = new TemporaryFolder();
afterAll(() => folder.remove());

const STORES = ['coordination.db', 'events.db', 'read-models.db'];

const plain = { withRegister: false, now: new Date('2026-11-21T12:00:00.000Z') };

it.each([{ eventStoreUrl: 'esdb://log:2113' }, { mongodbUrl: 'mongodb://models:27017' }])(
  'copies and restores embedded stores only: %p',
  async (url) => {
    const settings = { ...world.settings, ...url };
    const refusal = { name: 'WrongRequest', code: 'not_embedded' };
    await expect(backup(settings, folder.file('servers'), plain)).rejects.toMatchObject(refusal);
    await expect(restore(settings, folder.file('servers'), 't')).rejects.toMatchObject(refusal);
  },
);

it('bears the moment at which it was begun, and its name only when it is whole', async () => {
  const copy = folder.file('copy');
  expect(await backup(world.settings, copy, plain)).toMatchObject({ taken_at: '2026-11-21T12:00:00.000Z' });
  expect(existsSync(`${copy}.unfinished`)).toBe(false);
});

it('is not restored over stores in use', async () => {
  const copy = folder.file('another');
  await backup(world.settings, copy, plain);
  await expect(restore(world.settings, copy, 't')).rejects.toMatchObject({ code: 'in_use' });
});

describe('a restore that breaks off between its moves', () => {
  /** A data directory with stores of its own, and the copy that is restored into it. */
  async function brokenOff(name: string) {
    const [copy, dataDir] = [folder.file(`${name}-copy`), folder.file(name)];
    await backup(world.settings, copy, plain);
    mkdirSync(join(copy, 'secrets'), { recursive: true });
    for (const file of readdirSync(join(copy, 'secrets'))) rmSync(join(copy, 'secrets', file));
    writeFileSync(join(copy, 'secrets', 'of-the-copy'), 'a secret');
    const settings = loadSettings({ DATA_DIR: dataDir });
    for (const file of STORES) copyFileSync(join(copy, file), join(dataDir, file));
    // Secrets are moved last: with something in their place, the stores are moved aside and nothing has come.
    const obstacle = join(dataDir, 'before-restore-t', 'secrets', 'in the way');
    mkdirSync(obstacle, { recursive: true });
    await expect(restore(settings, copy, 't')).rejects.toThrow('ENOTEMPTY');
    rmSync(join(dataDir, 'before-restore-t', 'secrets'), { recursive: true });
    return { copy, dataDir, settings };
  }

  it('leaves a directory that nothing starts on', async () => {
    const { dataDir } = await brokenOff('left');
    const before = readdirSync(dataDir);
    expect(before).not.toContain('events.db');
    await expect(openStores({ dataDir, hosting: 'direct' })).rejects.toThrow('was broken off');
    rmSync(join(dataDir, 'secrets'), { recursive: true });
    expect(() => loadSettings({ DATA_DIR: dataDir })).toThrow('was broken off');
    expect(readdirSync(dataDir)).toEqual(before.filter((name) => name !== 'secrets'));
  });

  it.each([false, true])('is gone on with, and loses nothing (something had come: %s)', async (come) => {
    const { copy, dataDir, settings } = await brokenOff(`on-${String(come)}`);
    const aside = join(dataDir, 'before-restore-t');
    if (come) {
      renameSync(join(dataDir, 'secrets'), join(aside, 'secrets'));
      renameSync(join(dataDir, 'restore.unfinished', 'secrets'), join(dataDir, 'secrets'));
    }
    expect(await restore(settings, copy, 'another')).toMatchObject({ moved_aside: aside });
    expect(readdirSync(aside).sort()).toEqual([...STORES, 'secrets']);
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining([...STORES, 'secrets']));
    for (const gone of ['restore.pending', 'restore.unfinished'])
      expect(existsSync(join(dataDir, gone))).toBe(false);
    expect(readdirSync(join(dataDir, 'secrets'))).toEqual(['of-the-copy']);
  });

  it('is not mixed with another', async () => {
    const { settings } = await brokenOff('mixed');
    await backup(world.settings, folder.file('second-copy'), plain);
    await expect(restore(settings, folder.file('second-copy'), 'u')).rejects.toMatchObject({
      code: 'restore_pending',
    });
  });
});
