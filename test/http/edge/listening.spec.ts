/** A place at which nothing can listen: the one line that the start ends with names the settings (Contract 7.1). */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { createApiRole } from '../../../src/api/api-role.js';
import { ConsoleRole } from '../../../src/console/console-role.js';
import { MetricsPort } from '../../../src/health/metrics-port.js';
import { ProcessHealth } from '../../../src/health/process-health.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { createLogger } from '../../../packages/platform/src/telemetry/logger.js';
import { settingsFrom } from '../../../src/settings/settings.js';
import { serveCommand } from '../../../src/cli/serve.commands.js';
import { failureOf, runCommand } from '../../support/run-command.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';

const folder = new TemporaryFolder();
const own = { DATA_DIR: folder.path, LOG_LEVEL: 'silent' };
const taken = createServer();
const stores = forAllTests(() => openStores({ ...settingsFrom(own), hosting: 'direct' }));
let port: string;
beforeAll(async () => {
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  port = String((taken.address() as AddressInfo).port);
});
afterAll(() => {
  taken.close();
  folder.remove();
});

it('is named by HOST or PORT', async () => {
  const settings = settingsFrom({ ...own, PORT: port });
  const api = createApiRole(settings, stores, { logger: createLogger(settings) });
  await expect(api.start()).rejects.toThrow(
    new RegExp(`^HOST or PORT can't be used \\(127\\.0\\.0\\.1:${port}\\): .*EADDRINUSE`),
  );
  await api.stop();
});

it('is named by CONSOLE_HOST or CONSOLE_PORT', async () => {
  const settings = settingsFrom({ ...own, CONSOLE_PORT: port });
  const role = new ConsoleRole(settings, stores, createLogger(settings));
  await expect(role.start()).rejects.toThrow(
    new RegExp(`^CONSOLE_HOST or CONSOLE_PORT can't be used \\(127\\.0\\.0\\.1:${port}\\): .*EADDRINUSE`),
  );
  await role.stop();
});

it('is named by METRICS_HOST or METRICS_PORT, where a port was asked for', async () => {
  const opened = MetricsPort.open(
    settingsFrom({ ...own, METRICS_PORT: port }),
    new ProcessHealth(own.DATA_DIR),
  );
  await expect(opened).rejects.toThrow(
    new RegExp(`^METRICS_HOST or METRICS_PORT can't be used \\(127\\.0\\.0\\.1:${port}\\): .*EADDRINUSE`),
  );
});

describe('over IPv6', () => {
  it.each(['::1', '::'])('the API is reached at %s, and says so in its links', async (host) => {
    const settings = settingsFrom({ ...own, HOST: host, PORT: '0' });
    const api = createApiRole(settings, stores, { logger: createLogger(settings) });
    await api.start();
    const name = host === '::' ? 'localhost' : `[${host}]`;
    expect(api.url).toBe(`http://${name}:${api.port}`);
    const at = (path: string) => fetch(`http://[::1]:${api.port}${path}`, { redirect: 'manual' });
    expect((await at('/healthz')).status).toBe(200);
    expect((await at('/v1/openapi.json')).headers.get('location')).toBe(`${api.url}/openapi.json`);
    if (host === '::') expect((await fetch(`http://127.0.0.1:${api.port}/healthz`)).status).toBe(200);
    await api.stop();
  });

  it('metrics and the console are reached', async () => {
    const metrics = await MetricsPort.open(
      { metricsPort: { port: 0, elsewhere: false }, metricsHost: '::1', dataDir: '.' },
      new ProcessHealth(own.DATA_DIR),
    );
    expect((await fetch(`${metrics.url}/metrics`)).status).toBe(200);
    await metrics.close();
    const settings = settingsFrom({ ...own, CONSOLE_HOST: '::1', CONSOLE_PORT: '0' });
    const role = new ConsoleRole(settings, stores, createLogger(settings));
    await role.start();
    expect((await fetch(role.url)).status).toBe(200);
    await role.stop();
  });
});

describe('a start that cannot listen', () => {
  const start = (env: Record<string, string>) =>
    runCommand([serveCommand], ['serve', '--json'], { ...own, ROLES: 'api', ...env });

  it('is a wrong setting where the machine has no such address', async () => {
    const ran = await start({ HOST: '192.0.2.1' });
    expect([ran.code, failureOf(ran).error]).toEqual([2, 'wrong_setting']);
    expect(failureOf(ran).detail).toMatch(
      /^HOST or PORT can't be used \(192\.0\.2\.1:3000\): .*EADDRNOTAVAIL/,
    );
  });

  it('could not be done where another process listens', async () => {
    const ran = await start({ PORT: port });
    expect([ran.code, failureOf(ran).error]).toEqual([1, 'not_started']);
  });
});
