/** `doctor`: what is wrong or missing, each with its mend. */
import { once } from 'node:events';
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { doctorCommand } from '../../src/cli/install/doctor.command.js';
import { agesCheck } from '../../src/health/doctor/edition-checks.js';
import type { Finding } from '../../src/health/doctor/finding.js';
import {
  isKnownNode,
  memoryCheck,
  freeSpaceCheck,
  writeChecks,
  portChecks,
} from '../../src/health/doctor/machine-checks.js';
import { MetricsPort } from '../../src/health/metrics-port.js';
import { ProcessHealth } from '../../src/health/process-health.js';
import { httpUrl } from '../../packages/platform/src/http/listening.js';
import { documentedCommands } from '../docs/cli-doc.js';
import { FILES } from '../support/basic-company-data.js';
import { CommandLineOn } from '../support/cli.js';
import { documentOf, runCommand } from '../support/run-command.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

interface Report {
  readonly state: string;
  readonly findings: readonly Finding[];
}

const opened: CommandLineOn[] = [];
const commands = (settings: Readonly<Record<string, string>> = {}): CommandLineOn => {
  const cli = new CommandLineOn('inside', { PORT: '0', ...settings });
  opened.push(cli);
  return cli;
};
afterAll(() => opened.forEach((cli) => cli.remove()));

async function report({ dataDir }: CommandLineOn, port = '0'): Promise<Report & { readonly code: number }> {
  const ran = await runCommand([doctorCommand], ['doctor', '--json'], { PORT: port, DATA_DIR: dataDir });
  return { ...documentOf<Report>(ran), code: ran.code };
}

/** The port on which it listens from now on. */
async function portOf(server: Server, host = '127.0.0.1'): Promise<number> {
  await once(server.listen(0, host), 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

const ofCheck = ({ findings }: Report, check: string): readonly Finding[] =>
  findings.filter((finding) => finding.check === check);

describe('doctor', () => {
  it('fails where no companies are loaded, and says how they are', async () => {
    const found = await report(commands());
    expect([found.code, found.state]).toEqual([1, 'fail']);
    expect(ofCheck(found, 'editions')).toEqual([
      {
        check: 'editions',
        state: 'fail',
        detail: 'no edition of companies is in force',
        fix: 'company-data register sync --source companies',
      },
    ]);
  });

  it('finds nothing that fails once companies are in force, and warns of what is old or missing', async () => {
    const cli = commands();
    await cli.json('register', 'import', '--source', 'companies', FILES.june2020);
    const found = await report(cli);
    expect([found.code, found.state]).toEqual([0, 'warn']);
    const checks = new Set(found.findings.map(({ check }) => check));
    for (const check of [
      'settings',
      'secrets',
      'disk',
      'memory',
      'keys',
      'stores',
      'read models',
      'clock',
      'versions',
    ])
      expect(checks).toContain(check);
    expect(ofCheck(found, 'editions').map(({ state }) => state)).toEqual(['warn', 'warn']);
    const { stdout } = await cli.run('doctor');
    expect(stdout).toMatch(/^ok {4}stores/m);
    expect(stdout).toMatch(/^warn {2}editions .*companies is [\d,]+ days old\n +company-data register sync/m);
    expect(Object.keys(await cli.json('doctor'))).toEqual([
      ...(documentedCommands().get('doctor')?.keys ?? []),
    ]);
  });

  it('tells a setting that is wrong as a finding, and never a secret', async () => {
    const cli = commands({ PORT: 'abc', KEY_HASH_SECRET: 'short-and-dear' });
    const { code, stdout, stderr } = await cli.run('doctor');
    expect(code).toBe(1);
    expect(stdout).toContain("PORT must be an integer from 0 to 65535 (it is 'abc')");
    expect(stdout + stderr).not.toContain('short-and-dear');
  });

  it('names secrets that others may read, and shows none', async () => {
    const cli = commands();
    await report(cli);
    const file = join(cli.dataDir, 'secrets', 'key-hash-secret');
    chmodSync(file, 0o644);
    const found = await report(cli);
    expect(ofCheck(found, 'secrets')).toMatchObject([{ state: 'fail', fix: `chmod 600 ${file}` }]);
    expect(JSON.stringify(found)).not.toContain(readFileSync(file, 'utf8').trim());
  });

  it.each(['STATEMENT_KEY_FILE', 'CHECKPOINT_KEY_FILE', 'RECEIPT_KEY_FILE'])(
    'names the file of %s that others may read',
    async (name) => {
      const cli = commands();
      const file = join(cli.dataDir, 'given.pem');
      writeFileSync(file, 'a key', { mode: 0o644 });
      const ran = await runCommand([doctorCommand], ['doctor', '--json'], {
        PORT: '0',
        DATA_DIR: cli.dataDir,
        [name]: file,
      });
      expect(ofCheck(documentOf<Report>(ran), 'secrets')).toMatchObject([
        { state: 'fail', fix: `chmod 600 ${file}` },
      ]);
    },
  );

  it('tells a port of another program from one at which a service listens', async () => {
    let status = 'not ours';
    const server = createServer((_request, response) => response.end(JSON.stringify({ status })));
    const port = String(await portOf(server));
    const cli = commands({ CONSOLE_PORT: '0', METRICS_PORT: '0' });
    const found = async () =>
      ofCheck(await report(cli, port), 'port').filter(({ detail }) => detail.includes(port));
    expect(await found()).toMatchObject([
      { state: 'fail', detail: `another program listens at PORT ${port}` },
    ]);
    status = 'ok';
    expect(await found()).toMatchObject([{ state: 'ok' }]);
    server.close();
  });

  it('says that the disk takes no writes', async () => {
    const gone = await writeChecks({ dataDir: '/proc/self' });
    expect(gone).toMatchObject([
      { check: 'disk', state: 'fail', detail: expect.stringContaining("can't be written") as string },
    ]);
    expect(await writeChecks({ dataDir: commands().dataDir })).toEqual([]);
    expect(await writeChecks({ dataDir: '/nowhere/at/all' })).toEqual([]);
  });

  it('says that stores are away, and looks at the rest all the same', async () => {
    const cli = commands();
    await report(cli);
    writeFileSync(join(cli.dataDir, 'events.db'), 'no database'.repeat(1_000));
    const found = await report(cli);
    expect(ofCheck(found, 'stores')).toMatchObject([{ state: 'fail' }]);
    expect(ofCheck(found, 'editions')).toHaveLength(1);
  });
});

describe('who listens', () => {
  const folder = forEachTest(() => new TemporaryFolder());
  const other = forEachTest(() => new TemporaryFolder());
  const host = '127.0.0.1';
  const nowhere = { port: 0, elsewhere: false };

  /** What is found of a process with all three servers, of which one has the port. */
  const found = (place: 'port' | 'consolePort' | 'metricsPort', port: number, elsewhere = false) => {
    const places = { port: 0, consolePort: nowhere, metricsPort: nowhere };
    const hosts = { host, consoleHost: host, metricsHost: host };
    const chosen = place === 'port' ? { port } : { [place]: { port, elsewhere } };
    return portChecks(
      { roles: ['api', 'console'], dataDir: folder.path, ...hosts, ...places, ...chosen },
      300,
    );
  };
  /** A service's port of metrics over a data folder. */
  async function service(dataDir: string): Promise<{ port: number; close(): Promise<void> }> {
    const opened = await MetricsPort.open(
      { metricsPort: nowhere, metricsHost: host, dataDir },
      new ProcessHealth(dataDir),
    );
    return { port: Number(new URL(opened.url ?? '').port), close: () => opened.close() };
  }

  it('is a process of this folder, also by another path, at its own port or at another server’s', async () => {
    symlinkSync(folder.path, other.file('link'));
    for (const dataDir of [folder.path, other.file('link')]) {
      const own = await service(dataDir);
      expect(await found('metricsPort', own.port)).toEqual([
        {
          check: 'port',
          state: 'ok',
          detail: `the service of this data folder listens at METRICS_PORT ${own.port}`,
          fix: null,
        },
      ]);
      expect(await found('port', own.port)).toMatchObject([
        { state: 'fail', detail: `the metrics of this data folder's service listens at PORT ${own.port}` },
      ]);
      await own.close();
    }
  });

  it('is a service of another data folder', async () => {
    const others = await service(other.path);
    for (const place of ['port', 'consolePort', 'metricsPort'] as const)
      expect(await found(place, others.port)).toMatchObject([
        {
          state: 'fail',
          detail: expect.stringContaining('a service of another data folder listens at') as string,
        },
      ]);
    await others.close();
  });

  it('is nobody who answers: a frozen process is named as one that does not, at each port', async () => {
    const sockets: Socket[] = [];
    const frozen = createTcpServer((socket) => void sockets.push(socket));
    const port = await portOf(frozen);
    for (const [place, name] of [
      ['port', 'PORT'],
      ['consolePort', 'CONSOLE_PORT'],
      ['metricsPort', 'METRICS_PORT'],
    ] as const)
      expect(await found(place, port)).toMatchObject([
        {
          state: 'fail',
          detail: `a process accepts connections and does not answer at ${name} ${port}`,
          fix: expect.stringContaining('kill -CONT') as string,
        },
      ]);
    for (const socket of sockets) socket.destroy();
    frozen.close();
  });

  it('is another program: one that speaks no HTTP, and no fault where the service may take another port', async () => {
    const talker = createTcpServer((socket) => socket.resume().end('220 mail\r\n'));
    const port = await portOf(talker);
    expect(await found('consolePort', port)).toMatchObject([
      { state: 'fail', detail: `another program listens at CONSOLE_PORT ${port}` },
    ]);
    expect(await found('consolePort', port, true)).toMatchObject([
      {
        state: 'warn',
        detail: `another program listens at CONSOLE_PORT ${port}; a service that starts takes the next free port`,
      },
    ]);
    talker.close();
    expect(await found('consolePort', port)).toMatchObject([
      { state: 'ok', detail: `CONSOLE_PORT ${port} is free` },
    ]);
  });

  it('is this service at a later port, where the first was taken when it started', async () => {
    const own = await service(folder.path);
    for (const distance of [1, 20])
      expect(await found('metricsPort', own.port - distance, true)).toMatchObject([
        {
          state: 'ok',
          detail: `the service of this data folder listens at ${own.port}, since METRICS_PORT ${own.port - distance} was taken`,
        },
      ]);
    // A port that was set is not left, and the console is not where the metrics are.
    for (const [place, elsewhere] of [
      ['metricsPort', false],
      ['consolePort', true],
    ] as const) {
      const [finding] = await found(place, own.port - 1, elsewhere);
      expect(finding?.detail).not.toContain(String(own.port));
    }
    await own.close();
  });
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3001'],
  ['::1', 'http://[::1]:3001'],
  ['console.example', 'http://console.example:3001'],
  // Nobody can call a wildcard address.
  ['0.0.0.0', 'http://localhost:3001'],
  ['::', 'http://localhost:3001'],
])('a server at %s is called at %s', (host, url) => expect(httpUrl(host, 3001)).toBe(url));

describe('what doctor calls wrong', () => {
  it('is a disk with less than a gigabyte, and in doubt below ten', () => {
    expect([0.9e9, 1e9, 9.9e9, 10e9].map((free) => freeSpaceCheck(free).state)).toEqual([
      'fail',
      'warn',
      'warn',
      'ok',
    ]);
  });

  it('is doubtful with less than two gigabytes of memory', () => {
    expect([1.9e9, 2e9].map((bytes) => memoryCheck(bytes).state)).toEqual(['warn', 'ok']);
  });

  it('is a Node outside the range that the package names', () => {
    const manifest = readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8');
    expect(manifest).toContain('"node": "^20.19.0 || >=22.12.0"');
    const known = ['20.18.9', '20.19.0', '21.7.0', '22.11.0', '22.12.0', '24.1.0'].filter(isKnownNode);
    expect(known).toEqual(['20.19.0', '22.12.0', '24.1.0']);
  });

  it('is none of editions that are there and fresh', () => {
    const [missing] = agesCheck([{ source: 'companies', age_days: 3, stale: false }]);
    expect(missing?.state).toBe('warn');
    expect(missing?.detail).toMatch(/^not loaded: .*psc/);
  });
});
