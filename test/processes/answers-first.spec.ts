/** The order in which a process with all roles begins: what answers comes before what builds, and nothing before its stores. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceProcess } from '../support/service-process.js';
import { IN_MODULES } from '../support/service-process.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { patiently } from './patiently.js';

jest.setTimeout(240_000);

const HELD = ['--require', join(__dirname, 'programs', 'held-start.js')];

const world = forAllTests(() => ProcessWorld.create({ plans: { service: {} } }));

/** The service, of which these begin only where they are told to (`programs/held-start.js`). */
function starting(...held: readonly string[]): Promise<ServiceProcess> {
  for (const name of held) for (const file of [name, `${name} waits`]) rmSync(at(file), { force: true });
  const settings = { HELD: held.join(','), CHECK_REFUSED: 'yes' };
  return world.fleet.start('service', { program: IN_MODULES, nodeOptions: HELD, settings });
}
const at = (file: string): string => join(world.cli.dataDir, file);
const begin = (name: string): void => writeFileSync(at(name), '');
/** @returns the number of the process that waits */
const turnOf = (name: string): Promise<number> =>
  patiently(`the turn of ${name}`, () => {
    const file = at(`${name} waits`);
    return existsSync(file) && Number(readFileSync(file, 'utf8'));
  });

it('answers by the read models of before while its projector has not begun', async () => {
  const { key } = await world.account('First');
  const client = world.client(key, 'service');
  await world.fleet.start('service');
  expect((await client.ask('/v1/usage')).status).toBe(200);
  expect(await world.fleet.stop('service')).toBe(0);

  const started = starting('projector');
  await patiently('an answer', async () => (await client.once('/v1/usage'))?.status === 200);
  begin('projector');
  await started;
  expect((await client.once('/readyz'))?.status).toBe(200);
});

it('says in /readyz that its checker could not start, and goes on without it', async () => {
  const { metricsUrl } = world.fleet.get('service');
  const ready = await patiently('the warning', async () => {
    const told = await fetch(`${metricsUrl}/readyz`);
    const { warnings } = (await told.json()) as { warnings: string[] };
    return warnings.length > 0 && { status: told.status, warnings };
  });
  const warning = 'The check of invariants did not start, and none is made by this process: not today.';
  expect(ready).toEqual({ status: 200, warnings: [warning] });
  expect(await world.fleet.stop('service')).toBe(0);
});

it('begins its roles beside each other, answers nothing before its stores are open, and stops cleanly amid it', async () => {
  const { key } = await world.account('Second');
  const client = world.client(key, 'service');
  const started = starting('stores', 'worker');
  // Neither waits for the other.
  const [pid] = await Promise.all([turnOf('stores'), turnOf('worker')]);
  expect(await client.once('/healthz')).toBeNull();
  begin('stores');
  await patiently('an answer', async () => (await client.once('/healthz'))?.status === 200);
  process.kill(pid, 'SIGTERM');
  begin('worker');
  expect(await (await started).ended).toBe(0);
});

it('ends at once where it is told twice amid a start that hangs', async () => {
  const ended = expect(starting('worker')).rejects.toThrow('the service ended with 1');
  const pid = await turnOf('worker');
  // It may be gone before this is told of it.
  const again = setInterval(() => spawnSync('kill', ['-TERM', String(pid)]), 200);
  await ended;
  clearInterval(again);
});
