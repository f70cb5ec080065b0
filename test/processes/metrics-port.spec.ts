/** Each process tells its operators' machines how it is, whatever its roles, on a port of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { MetricsPort } from '../../src/health/metrics-port.js';
import { ProcessHealth } from '../../src/health/process-health.js';
import { PUBLISHER_SETTINGS } from '../../src/settings/source-settings.js';
import { variablesOf } from '../../src/settings/setting-forms.js';
import { ROLES } from '../../src/settings/settings.js';
import type { ServicePlan } from '../support/service-process.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { patiently } from './patiently.js';

jest.setTimeout(180_000);

/** A process that syncs asks nobody outside this machine. */
const NO_PUBLISHER = Object.fromEntries(
  Object.keys(variablesOf(PUBLISHER_SETTINGS))
    .filter((name) => name.endsWith('_URL'))
    .map((name) => [name, 'http://127.0.0.1:9']),
);

const plans: Record<string, ServicePlan> = Object.fromEntries(
  ROLES.map((role) => [role, { roles: [role], settings: { CONSOLE_PORT: '0', ...NO_PUBLISHER } }]),
);
const world = forAllTests(() => ProcessWorld.create({ plans }));
beforeAll(() => world.fleet.startAll());

const told = async (role: string, path: string, method = 'GET') => {
  const reply = await fetch(`${world.fleet.get(role).metricsUrl}${path}`, { method });
  return { status: reply.status, text: await reply.text(), headers: reply.headers };
};

it('no two processes of a machine are in each other’s way', () => {
  const urls = ROLES.map((role) => world.fleet.get(role).metricsUrl);
  expect(new Set(urls).size).toBe(ROLES.length);
  for (const url of urls) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

describe.each(ROLES)('a process that is %s', (role) => {
  it('lives, is ready, and counts what it does', async () => {
    expect(await told(role, '/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    const ready = await patiently('readiness', async () => {
      const { status, text } = await told(role, '/readyz');
      return status === 200 ? (JSON.parse(text) as Record<string, unknown>) : false;
    });
    expect(ready).toMatchObject({ ready: true, reasons: [], roles: [{ role, ready: true }] });
    expect(ready['projections']).toContainEqual(
      expect.objectContaining({ lane: 'billing', position: expect.any(String) as string }),
    );
    // A thread that is too busy to answer a scrape is left out of it.
    const { text, headers } = await patiently('figures of the role', async () => {
      const scrape = await told(role, '/metrics');
      return scrape.text.includes('\nrole_heap_used_bytes{') ? scrape : false;
    });
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(new RegExp(`^role_heap_used_bytes\\{role="${role}"\\} [1-9]`, 'm'));
    expect(text).toMatch(/^projection_lag_seconds\{projection="usage",lane="billing"\} \d/m);
    expect(text).toMatch(/^readiness_ready 1$/m);
    expect(text).toMatch(/^readiness_warnings \d+$/m);
    expect(text).toMatch(/^data_dir_free_bytes [1-9]/m);
    expect(text).toMatch(/^process_cpu_seconds_total [\d.]+$/m);
    const names = text.split('\n').filter((line) => line.startsWith('# TYPE'));
    expect(new Set(names).size).toBe(names.length);
  });

  it('answers nothing else there', async () => {
    expect((await told(role, '/v1/blocks')).status).toBe(404);
    const { status, headers } = await told(role, '/metrics', 'POST');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await told(role, '/readyz', 'HEAD')).toMatchObject({ status: 200, text: '' });
  });
});

describe('the health check of the image', () => {
  const check = (url: string) => {
    const settings = url === '' ? {} : { METRICS_PORT: new URL(url).port };
    return spawnSync('bash', [join(__dirname, '../../bin/health-check.sh')], { env: settings }).status;
  };

  it.each(ROLES)('says that a process that is %s is well', (role) => {
    expect(check(world.fleet.get(role).metricsUrl)).toBe(0);
  });

  it('says that nothing is there, and that what is there is not well', async () => {
    const starting = await MetricsPort.open(
      { metricsPort: { port: 0, elsewhere: false }, metricsHost: '127.0.0.1', dataDir: '.' },
      new ProcessHealth(world.cli.dataDir),
    );
    const asked = spawn('bash', [join(__dirname, '../../bin/health-check.sh')], {
      env: { METRICS_PORT: new URL(starting.url ?? '').port },
    });
    const [code] = (await once(asked, 'exit')) as [number];
    await starting.close();
    expect([code, check(starting.url ?? '')]).toEqual([1, 1]);
  });
});

it('after SIGTERM requests are taken on as before while /readyz says 503 at both ports, for DRAIN_SECONDS', async () => {
  await world.fleet.stop('api');
  const api = await world.fleet.start('api', { settings: { DRAIN_SECONDS: '600' } });
  const statuses = async () =>
    Promise.all(
      [`${api.url}/healthz`, `${api.url}/readyz`, `${api.metricsUrl}/readyz`].map(
        async (url) => (await fetch(url)).status,
      ),
    );
  await patiently('readiness', async () => (await statuses()).every((status) => status === 200));
  api.signal('SIGTERM');
  await patiently('the end told', async () => (await statuses())[1] === 503);
  expect(await statuses()).toEqual([200, 503, 503]);
  // Told again later it waits no longer.
  const again = setInterval(() => api.signal('SIGTERM'), 50);
  expect(await api.ended).toBe(1);
  clearInterval(again);
  await world.fleet.kill('api');

  await world.fleet.start('api', { settings: { DRAIN_SECONDS: '0.2' } });
  expect(await world.fleet.stop('api')).toBe(0);
  await world.fleet.start('api');
});

it('tells nobody where METRICS_PORT is 0', async () => {
  await world.fleet.stop('worker');
  await world.fleet.start('worker', { settings: { METRICS_PORT: '0' } });
  expect(world.fleet.get('worker').metricsUrl).toBe('');
});
