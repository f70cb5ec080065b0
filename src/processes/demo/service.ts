/** Starts the service as its own process, and calls it over HTTP as any client does. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { CLI, cliJson } from './terminal.js';

/** The time for the start, long enough for a busy machine. */
const READY_WITHIN_SECONDS = 60;

export interface Service {
  readonly url: string;
  readonly process: ChildProcess;
}

/** The wanted port, or any free one if it is taken. */
async function freePort(wanted: number): Promise<number> {
  const tryPort = (port: number): Promise<number | null> =>
    new Promise((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(null));
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? null) : null));
      });
    });
  const port = (await tryPort(wanted)) ?? (await tryPort(0));
  if (port === null) throw new Error('no free port on 127.0.0.1');
  return port;
}

/**
 * Resolves once `/readyz` says that the stores answer and the read models have caught up.
 * @param settings more variables for the environment of the service
 */
export async function startService(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const port = await freePort(Number(process.env['PORT'] ?? 3000));
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: {
      ...process.env,
      ...settings,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + READY_WITHIN_SECONDS * 1_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the service ended with status ${child.exitCode}`);
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.ok === true) return { url, process: child };
    await pause(50);
  }
  child.kill();
  throw new Error(`the service did not become ready within ${READY_WITHIN_SECONDS} seconds`);
}

/** Sends SIGTERM, which drains the service. Resolves when the process has ended. */
export async function stopService(service: Service): Promise<void> {
  const gone = new Promise((resolve) => service.process.once('exit', resolve));
  service.process.kill('SIGTERM');
  await gone;
}

/** Opens an account. @returns its id, and a function that issues a key of it */
export async function openDemoAccount(
  dataDir: string,
): Promise<{ readonly id: string; readonly issue: (name: string) => Promise<string> }> {
  const person = ['--email', 'data@example.co.uk', '--name', 'Example Enrichment Ltd'];
  const account = await cliJson<{ account_id: number }>(['accounts', 'create', ...person], dataDir);
  const id = String(account.account_id);
  const issue = async (name: string): Promise<string> => {
    const order = ['--account', id, '--name', name, '--environment', 'live'];
    return (await cliJson<{ key: string }>(['keys', 'issue', ...order], dataDir)).key;
  };
  return { id, issue };
}

interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export async function call<T>(
  service: Service,
  key: string,
  path: string,
  init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const response = await fetch(`${service.url}${path}`, {
    method: init.method ?? 'GET',
    headers: {
      authorization: `Bearer ${key}`,
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...init.headers,
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}
