/**
 * The service as its own process over an empty data directory, set up through the operator's command line.
 */
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
  /** Where it tells how it is. */
  readonly metricsUrl: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  readonly key: string;
  readonly accountId: number;
  /** From the start of the process until it was ready. */
  readonly readyMs: number;
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

/** Rate limits that no bench reaches. */
const GENEROUS = ['--requests-per-minute', '1000000', '--resolve-per-minute', '1000000'];

/** A key of an account that is there. */
export const issueKey = (dataDir: string, accountId: number, name: string): string =>
  cliJson<{ key: string }>(
    dataDir,
    ...['keys', 'issue', '--account', String(accountId), '--name', name, ...GENEROUS],
  ).key;

/** An account with one key that has generous rate limits. */
export function openAccount(
  dataDir: string,
  name: string,
): { readonly accountId: number; readonly key: string } {
  const { account_id: accountId } = cliJson<{ account_id: number }>(
    dataDir,
    ...['accounts', 'create', '--email', 'bench@example.co.uk', '--name', name],
  );
  return { accountId, key: issueKey(dataDir, accountId, name) };
}

/**
 * A service with the given register loaded and one key with generous rate limits; ready when this resolves.
 * Its stores are chosen by `EVENT_STORE_URL` and `MONGODB_URL`, as ever. `nodeOptions`: such as `--cpu-prof`.
 */
export async function startBenchService(
  registerFile: string,
  nodeOptions: readonly string[] = [],
): Promise<BenchService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'company-data-bench-'));
  cliJson(dataDir, 'register', 'import', '--source', 'companies', registerFile);
  return serveOver(dataDir, { nodeOptions });
}

/**
 * A service over a data directory that is there, with an account and key of its own; ready when this
 * resolves.
 */
export async function serveOver(
  dataDir: string,
  {
    nodeOptions = [],
    account,
  }: {
    readonly nodeOptions?: readonly string[];
    /** Default: one of its own. */
    readonly account?: ReturnType<typeof openAccount>;
  } = {},
): Promise<BenchService> {
  const { accountId, key } = account ?? openAccount(dataDir, 'bench');
  const [port, metricsPort] = [String(await freePort()), String(await freePort())];
  const own = {
    DATA_DIR: dataDir,
    ...{ PORT: port, HOST: '127.0.0.1', METRICS_PORT: metricsPort, METRICS_HOST: '127.0.0.1' },
    LOG_LEVEL: 'warn',
  };
  const begun = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, CLI, 'serve'], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [url, metricsUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${metricsPort}`];
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok === true) {
      return { url, metricsUrl, dataDir, child, key, accountId, readyMs: performance.now() - begun };
    }
    await pause(50);
  }
  child.kill('SIGKILL');
  throw new Error('the service did not become ready');
}

/** Drains it; its files stay. */
export async function drainBenchService({ child }: BenchService): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

export async function stopBenchService(service: BenchService): Promise<void> {
  await drainBenchService(service);
  rmSync(service.dataDir, { recursive: true, force: true });
}

/** One figure of `/metrics` by its name and labels as they are printed there; NaN where it isn't. */
export async function metricsOf({ metricsUrl }: BenchService): Promise<(line: string) => number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const values = new Map(
    text.split('\n').map((line): [string, number] => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
  return (line) => values.get(line) ?? NaN;
}

/** Processor seconds that the process has used so far, in all its threads (Linux; NaN elsewhere). */
export function cpuSeconds(child: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return NaN;
  }
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
