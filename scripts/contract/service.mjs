/** The service as a real process on the sample register, with the keys that the judge calls with. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(ROOT, 'bin', 'company-data.js');
const REGISTER = join(ROOT, 'samples', 'BasicCompanyData-2020-05-01-sample.csv');
/** So that no test is answered 429 instead of what it asks about. */
const GENEROUS = ['--requests-per-minute', '1000000', '--resolve-per-minute', '1000000'];

async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * Keys of one account: of both scopes; of either alone, refused where the other is needed; and of jobs of one row. Two
 * are test keys, because an account has at most two of each kind.
 */
function issueKeys(cli) {
  const { account_id: account } = cli(
    'accounts',
    'create',
    '--email',
    'judge@example.co.uk',
    '--name',
    'Judge',
  );
  const issue = (name, ...more) =>
    cli('keys', 'issue', '--account', String(account), '--name', name, ...GENEROUS, ...more).key;
  return {
    full: issue('full'),
    read: issue('read', '--scopes', 'read'),
    enrich: issue('enrich', '--scopes', 'enrich', '--environment', 'test'),
    cramped: issue('cramped', '--max-rows', '1', '--environment', 'test'),
  };
}

/** Resolves once `/readyz` says that the stores are there and the read models have caught up. */
export async function startService() {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-data-contract-'));
  const env = { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  const cli = (...command) =>
    JSON.parse(execFileSync(process.execPath, [CLI, ...command, '--json'], { env, encoding: 'utf8' }));
  cli('register', 'import', '--source', 'companies', REGISTER);
  const keys = issueKeys(cli);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: { ...env, PORT: String(port), PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) await gone;
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok === true) return { url, keys, stop };
    await pause(50);
  }
  await stop();
  throw new Error('the service did not become ready');
}
