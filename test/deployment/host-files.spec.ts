/** The files for one machine (`deploy/proxy`, `deploy/systemd`) fit the program; the pages name each. */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsFrom } from '../../src/settings/settings.js';
import { documentedCommands } from '../docs/cli-doc.js';
import { composeFile, ours, ROOT } from './compose-file.js';
import { caddyFaults, hostFile, nginxFaults, unitFaults } from './host-files.js';

const COMMANDS = [...documentedCommands().keys()];
const NGINX = hostFile('proxy', 'nginx.conf');
const CADDY = hostFile('proxy', 'Caddyfile');
const SERVICE = hostFile('systemd', 'company-data.service');
const BACKUP = hostFile('systemd', 'company-data-backup.service');
const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
/** The longest that a drain takes; `serve` ends itself after that. */
const DRAIN_SECONDS =
  Number(
    /EXTRA_DRAIN_MS = ([\d_]+);/
      .exec(readFileSync(join(ROOT, 'src/cli/serve.commands.ts'), 'utf8'))?.[1]
      ?.replaceAll('_', ''),
  ) /
    1_000 +
  5;

describe('a proxy', () => {
  it('of nginx passes everything on as the service needs it', () => expect(nginxFaults(NGINX)).toEqual([]));
  it('of Caddy passes everything on as the service needs it', () => expect(caddyFaults(CADDY)).toEqual([]));

  it.each([
    ['another port', '127.0.0.1:3000', '127.0.0.1:8080'],
    ['the console at the port of the API', '127.0.0.1:3001', '127.0.0.1:3000'],
    ['a buffer for downloads', 'proxy_buffering off;', ''],
    ['a buffer for submissions', 'proxy_request_buffering off;', ''],
    ['a smaller limit of bodies', 'client_max_body_size 256m', 'client_max_body_size 1m'],
    ["a client's address that is dropped", '$proxy_add_x_forwarded_for', '""'],
    ['a short patience', 'proxy_read_timeout 120s', 'proxy_read_timeout 20s'],
    ['a console open to all', 'deny all;', ''],
    ['a log with queries', '$uri', '$request_uri'],
    ['a name without its port', 'Host $http_host;', 'Host $host;'],
    ['metrics', '127.0.0.1:3000;', '127.0.0.1:9464;'],
  ])('of nginx is found wrong with %s', (_what, right, wrong) => {
    expect(NGINX).toContain(right);
    expect(nginxFaults(NGINX.replace(right, wrong))).not.toEqual([]);
  });

  it.each([
    ['another port', '127.0.0.1:3000', '127.0.0.1:8080'],
    ['a buffer for downloads', 'flush_interval -1', ''],
    ['a smaller limit of bodies', '256MiB', '1MiB'],
    ['addresses that clients made up', 'flush_interval -1', 'flush_interval -1\ntrusted_proxies 0.0.0.0/0'],
    ['a console open to all', 'respond @operators_only 403', ''],
    ['more paths for customers', '/own/*', '/*'],
    ['a log with queries', 'request>uri regexp', 'request>method regexp'],
  ])('of Caddy is found wrong with %s', (_what, right, wrong) => {
    expect(CADDY).toContain(right);
    expect(caddyFaults(CADDY.replace(right, wrong))).not.toEqual([]);
  });
});

describe('the units of systemd', () => {
  it('run commands that there are, with settings that there are, and leave a drain its time', () => {
    expect(unitFaults(SERVICE, COMMANDS, DRAIN_SECONDS)).toEqual([]);
    expect(unitFaults(BACKUP, COMMANDS)).toEqual([]);
    expect(SERVICE).toMatch(/^RestartPreventExitStatus=2$/m);
    const timer = hostFile('systemd', 'company-data-backup.timer');
    expect(timer).toMatch(/^OnCalendar=\*-\*-\* [\d:]+$/m);
    expect(timer).toMatch(/^Persistent=true$/m);
  });

  it.each([
    ['a setting that there is not', 'Environment=METRICS_PORT', 'Environment=METRIC_PORT'],
    ['the console wherever a port is free', 'Environment=CONSOLE_PORT=3001', ''],
    ['a program that is not there', 'bin/health-check.sh', 'bin/healthy.sh'],
    ['a command that there is not', 'company-data.js serve', 'company-data.js start'],
    ['a kill in the middle of a drain', 'TimeoutStopSec=60', 'TimeoutStopSec=30'],
    ['files that others may read', 'UMask=0077', 'UMask=0022'],
  ])('are found wrong with %s', (_what, right, wrong) => {
    expect(SERVICE).toContain(right);
    expect(unitFaults(SERVICE.replace(right, wrong), COMMANDS, DRAIN_SECONDS)).not.toEqual([]);
  });
});

describe('the command line of the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'company-data-command-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('enters the folder of the settings as the service’s user, who alone may, and passes its words on', () => {
    // Before `sudo` has made the caller the service's user, the folder is as if it weren't there.
    const settings = join(folder, 'settings');
    const program = join(folder, 'opt', 'bin');
    mkdirSync(program, { recursive: true });
    const told =
      'console.log(JSON.stringify([process.cwd(), process.env.OPERATOR, ...process.argv.slice(2)]))';
    writeFileSync(join(program, 'company-data.js'), told);
    writeFileSync(join(folder, 'sudo'), `#!/bin/sh\nmkdir ${settings}\nshift 2\nexec "$@"\n`, {
      mode: 0o755,
    });
    const script = readFileSync(join(ROOT, 'deploy', 'systemd', 'company-data'), 'utf8')
      .replaceAll('/etc/company-data', settings)
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/opt/company-data', join(folder, 'opt'));
    const words = ['accounts', 'create', '--name', "Bean & Sons' $(id) Ltd"];
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, SUDO_USER: 'alice' };
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script, 'company-data', ...words], {
      ...{ encoding: 'utf8', env, cwd: folder },
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([realpathSync(settings), 'alice', ...words]);
  });
});

describe('docs/operations.md on one machine', () => {
  const chapter = /^To run it for customers([\s\S]*?)^## /m.exec(page)?.[1] ?? '';

  it('leads to each file, through prices, a user of the console, TLS and a backup', () => {
    const files = ['proxy', 'systemd'].flatMap((folder) => readdirSync(join(ROOT, 'deploy', folder)));
    const named = (file: string): boolean =>
      chapter.includes(file) ||
      (/\.(service|timer)$/.test(file) && chapter.includes('*.service deploy/systemd/*.timer'));
    expect(files.filter((file) => !named(file))).toEqual([]);
    const steps = [
      'install -d',
      'company-data init',
      'prices agree',
      'enable --now company-data\n',
      'console users add',
    ];
    const at = [...steps, 'deploy/proxy', 'company-data-backup.timer'].map((step) => chapter.indexOf(step));
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at).not.toContain(-1);
  });

  it('shows settings that are taken', () => {
    const shown = /\*\*Settings\*\*[\s\S]*?```sh\n([\s\S]*?)```/.exec(chapter)?.[1] ?? '';
    const settings: Record<string, string> = Object.fromEntries(
      [...shown.matchAll(/^ *(\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(Object.keys(settings)).toContain('TRUSTED_PROXIES');
    const secrets = { KEY_HASH_SECRET: 'a secret of the test', CURSOR_SECRET: 'a secret of the test' };
    expect(() => settingsFrom({ ...secrets, ...settings })).not.toThrow();
  });

  it('upgrades after a backup, and pulls nothing that is built locally', () => {
    const upgrade = /^## Upgrade$([\s\S]*?)^### /m.exec(page)?.[1] ?? '';
    const at = [
      'CHANGELOG.md',
      'company-data-backup',
      'ln -sfn',
      'register upgrade',
      'usage rebuild',
      'company-data restore',
    ];
    expect(
      at.map((step) => upgrade.indexOf(step)).every((place, index, all) => place > (all[index - 1] ?? -1)),
    ).toBe(true);
    const built = ['docker-compose.yml', 'docker-compose.cluster.yml'].flatMap((file) =>
      ours(composeFile(file)),
    );
    for (const [, service] of built) expect(service.pull_policy).toBe('build');
    const pulled = [...page.matchAll(/compose pull(.*)$/gm)].map(
      ([, rest = '']) => rest.split('#')[0]?.trim() ?? '',
    );
    for (const words of pulled) {
      expect(words).not.toBe('');
      expect(built.map(([name]) => name).filter((name) => words.split(' ').includes(name))).toEqual([]);
    }
  });
});

describe('checked by its own program,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'company-data-host-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  /** Runs a program; null, with a line that says so, where it isn't installed. */
  function ran(program: string, args: readonly string[]): { status: number | null; said: string } | null {
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env });
    if (error === undefined) return { status, said: status === 0 ? '' : stdout + stderr };
    process.stdout.write(`skipped: ${program} ${args[0]}, as no ${program} is installed here\n`);
    return null;
  }
  const passes = (run: ReturnType<typeof ran>): void =>
    expect(run ?? { status: 0, said: '' }).toEqual({ status: 0, said: '' });

  it('the file of nginx is one', () => {
    const made = ran('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ed25519',
      '-nodes',
      '-subj',
      '/CN=test',
      '-days',
      '1',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'cert.pem'),
    ]);
    if (made?.status !== 0) return;
    const site = readFileSync(join(ROOT, 'deploy', 'proxy', 'nginx.conf'), 'utf8')
      .replace(/\/etc\/letsencrypt\/\S+fullchain\.pem/g, join(folder, 'cert.pem'))
      .replace(/\/etc\/letsencrypt\/\S+privkey\.pem/g, join(folder, 'key.pem'))
      .replaceAll('/var/log/nginx', folder)
      // Ports that nobody needs rights for.
      .replace(/listen (\[::\]:)?(\d+)/g, 'listen $145$2');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const main = `pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log ${folder}/access.log; ${temporary.join(' ')} include ${put('site.conf', site)}; }`;
    passes(ran('nginx', ['-t', '-e', join(folder, 'error.log'), '-c', put('nginx.conf', main)]));
  });

  it('the file of Caddy is one', () => {
    passes(
      ran('caddy', [
        'validate',
        '--adapter',
        'caddyfile',
        '--config',
        join(ROOT, 'deploy', 'proxy', 'Caddyfile'),
      ]),
    );
  });

  it('the units of systemd are some', () => {
    const units = readdirSync(join(ROOT, 'deploy', 'systemd')).filter((name) =>
      /\.(service|timer)$/.test(name),
    );
    const files = units.map((name) =>
      put(
        name,
        readFileSync(join(ROOT, 'deploy', 'systemd', name), 'utf8').replaceAll(
          '/usr/bin/node',
          process.execPath,
        ),
      ),
    );
    passes(ran('systemd-analyze', ['verify', '--man=no', ...files]));
  });
});
