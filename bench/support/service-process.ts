/** The service as its own process over an empty data directory, set up through the operator's command line. */
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const CLI = join(__dirname, '..', '..', '..', 'bin', 'company-data.js');

export interface BenchService {
  readonly url: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  readonly key: string;
  readonly accountId: number;
}

export function cliJson<T>(dataDir: string, ...command: string[]): T {
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const output = execFileSync(process.execPath, [CLI, ...command, '--json'], { env, maxBuffer: 1 << 28 });
  return JSON.parse(output.toString('utf8')) as T;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** A service with the given register loaded and one key with generous allowances; ready when this resolves. */
export async function startBenchService(registerFile: string): Promise<BenchService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-data-bench-'));
  cliJson(dataDir, 'register', 'import', '--source', 'companies', registerFile);
  const { account_id: accountId } = cliJson<{ account_id: number }>(
    dataDir,
    ...['accounts', 'create', '--email', 'bench@example.co.uk', '--name', 'Bench'],
  );
  const generous = ['--requests-per-minute', '1000000', '--resolve-per-minute', '1000000'];
  const { key } = cliJson<{ key: string }>(
    dataDir,
    ...['keys', 'issue', '--account', String(accountId), '--name', 'bench', ...generous],
  );
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok === true) {
      return { url, dataDir, child, key, accountId };
    }
    await pause(50);
  }
  child.kill('SIGKILL');
  throw new Error('the service did not become ready');
}

export async function stopBenchService({ child, dataDir }: BenchService): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  rmSync(dataDir, { recursive: true, force: true });
}

/** The most memory that the process ever held, in MB (Linux; null elsewhere). */
export function peakMemoryMb(child: ChildProcess): number | null {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024);
  } catch {
    return null;
  }
}

/** Bytes of an embedded store's file with its write-ahead log. */
export function fileBytes(dataDir: string, name: string): number {
  return [name, `${name}-wal`].reduce((sum, file) => {
    try {
      return sum + statSync(join(dataDir, file)).size;
    } catch {
      return sum;
    }
  }, 0);
}
