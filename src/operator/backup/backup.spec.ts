import { existsSync } from 'node:fs';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { backup, restore } from './backup.js';

const world = forEachTest(operatorWorld);
const folder = new TemporaryFolder();
afterAll(() => folder.remove());

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
