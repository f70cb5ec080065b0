/** What answers is there before what builds: a process with all roles lets nobody wait for read models of a new version. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { patiently } from './patiently.js';

jest.setTimeout(240_000);

const HELD = ['--require', join(__dirname, 'programs', 'held-projector.js')];

const world = forAllTests(() => ProcessWorld.create({ plans: { service: {} } }));

it('answers by the read models of before while its projector has not begun', async () => {
  const { key } = await world.account('First');
  const client = world.client(key, 'service');
  await world.fleet.start('service');
  expect((await client.ask('/v1/usage')).status).toBe(200);
  expect(await world.fleet.stop('service')).toBe(0);

  const starting = world.fleet.start('service', { nodeOptions: HELD });
  await patiently('an answer', async () => (await client.once('/v1/usage'))?.status === 200);
  writeFileSync(join(world.cli.dataDir, 'begin'), '');
  await starting;
  expect((await client.once('/readyz'))?.status).toBe(200);
});
