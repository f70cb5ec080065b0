/** The sandbox as a process of its own, as its page shows it. `npm run build` first. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

const ROOT = join(__dirname, '..', '..');
const PROGRAM = join(ROOT, 'bin', 'company-data.js');
const run = promisify(execFile);

const folder = new TemporaryFolder();
afterAll(() => folder.remove());

/** A service's folder, and servers that nobody may ask. */
const OF_A_SERVICE = {
  DATA_DIR: join(folder.path, 'service'),
  EVENT_STORE_URL: 'esdb://127.0.0.1:9?tls=false',
  MONGODB_URL: 'mongodb://127.0.0.1:9',
  REGISTER_API_KEY: 'asks-nobody',
  KEY_HASH_SECRET: 'a-secret-of-the-service',
};

interface Started {
  readonly url: string;
  readonly key: string;
  readonly docs: string;
  readonly console_url: string | null;
  readonly data_dir: string;
}

const begun: ChildProcess[] = [];
afterAll(() => begun.forEach((child) => child.kill('SIGKILL')));

async function startSandbox(...words: readonly string[]): Promise<{ started: Started; child: ChildProcess }> {
  const child = spawn(process.execPath, [PROGRAM, 'sandbox', '--port', '0', '--json', ...words], {
    env: { ...process.env, ...OF_A_SERVICE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  begun.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { started: JSON.parse(line.toString()) as Started, child };
}

const refusalOf = (env: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> =>
  run(process.execPath, [PROGRAM, ...words, '--json'], { env: { PATH: process.env['PATH'], ...env } }).then(
    () => 'done',
    ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr}`,
  );

describe('company-data sandbox', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;
  beforeAll(async () => {
    mkdirSync(OF_A_SERVICE.DATA_DIR);
    sandbox = await startSandbox('--console');
  }, 60_000);

  const ask = async (path: string): Promise<unknown> => {
    const { url, key } = sandbox.started;
    return (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })).json();
  };

  it('answers on this machine, with the key that it prints', async () => {
    expect(sandbox.started).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      console_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      docs: `${sandbox.started.url}/docs/sandbox`,
    });
    expect(await ask('/v1/resolve?company_number=90000001&blocks=company_identity')).toMatchObject({
      matched: { company_name: 'SANDBOX COMPANY 1 LTD' },
      blocks: { company_identity: { status: 'available', source: 'sandbox' } },
    });
  });

  it('touches neither the folder nor the servers that a service would', () => {
    expect(readdirSync(OF_A_SERVICE.DATA_DIR)).toEqual([]);
    expect(sandbox.started.data_dir).not.toContain(OF_A_SERVICE.DATA_DIR);
  });

  it('keeps a log that the command line explains and verifies', async () => {
    const { data_dir } = sandbox.started;
    const env = { PATH: process.env['PATH'], DATA_DIR: data_dir, EVENT_STREAM_PREFIX: 'sandbox.' };
    const { stdout } = await run(process.execPath, [PROGRAM, 'verify', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it.each([
    ['serve', ['serve']],
    ['a backup', ['backup', join(folder.path, 'copy')]],
    ['an export of the log', ['events', 'export', join(folder.path, 'log.ndjson')]],
  ])('refuses %s of its folder, with and without the prefix of its streams', async (_what, words) => {
    const { data_dir } = sandbox.started;
    const ports = { DATA_DIR: data_dir, PORT: '0', CONSOLE_PORT: '0', METRICS_PORT: '0' };
    expect(await refusalOf({ ...ports, EVENT_STREAM_PREFIX: 'sandbox.' }, ...words)).toMatch(
      /^2 .*that of a sandbox/,
    );
    if (words[0] === 'serve')
      expect(await refusalOf(ports, ...words)).toMatch(/^[12] .*was begun with 'sandbox\.'/);
  });

  it('goes with all it has at a signal', async () => {
    const { child, started } = sandbox;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    expect(existsSync(started.data_dir)).toBe(false);
  });
});

it('prints what its page says', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'sandbox', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  begun.push(child);
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGTERM');
  await once(child, 'exit');
  const alike = (text: string): string =>
    text.replaceAll(/127\.0\.0\.1:\d+/g, 'PLACE').replaceAll(/\/\S*company-data-sandbox-\w+/g, 'FOLDER');
  const page = readFileSync(join(ROOT, 'docs/sandbox.md'), 'utf8');
  expect(alike(page)).toContain(alike(printed.toString().trim()));
}, 30_000);
