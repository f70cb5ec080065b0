/** The service as a process of its own, and its command line beside it. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(__dirname, '..', '..', 'bin', 'company-data.js');

export class ServiceProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** Resolves when it listens. */
  static async start(dataDir: string): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [PROGRAM, 'serve', '--json'], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
      cwd: dataDir,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`the service ended with ${child.exitCode} before it listened`);
    });
    ended.catch(() => undefined);
    const line = await Promise.race([firstLine(child), ended]);
    const { url } = JSON.parse(line) as { url: string };
    return new ServiceProcess(url, child);
  }

  async status(path: string, key: string): Promise<number> {
    const response = await fetch(`${this.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return response.status;
  }

  /** Drains it; resolves with its exit code. */
  async stop(): Promise<number | null> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    return this.child.exitCode;
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the service has no stdout');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('the service said nothing');
}
