/** Starts the stand-in as a process of its own, and talks to it. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Command } from './main.js';
import type { Role } from './topology.js';

const MAIN = join(__dirname, 'main.ts');
const TYPESCRIPT = join(__dirname, '../../support/typescript.cjs');

export interface StandInProcessOptions {
  readonly port?: number;
  /** Where the data are kept; without it, what was written goes with the process. */
  readonly file?: string;
  readonly role?: Role;
}

export class MongoDbProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** @throws Error with what the process said, where it ended instead of listening */
  static async start({
    port = 0,
    file,
    role = 'primary',
  }: StandInProcessOptions = {}): Promise<MongoDbProcess> {
    const args = ['--port', String(port), '--role', role, ...(file === undefined ? [] : ['--file', file])];
    const child = fork(MAIN, args, {
      execArgv: ['-r', TYPESCRIPT],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let said = '';
    const url = new Promise<string>((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const line = /^(mongodb:\S+)\n/m.exec(said)?.[1];
        if (line !== undefined) resolve(line);
      });
    });
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = once(child, 'close').then(() => Promise.reject(new Error(`the stand-in ended: ${said}`)));
    ended.catch(() => undefined); // later ends are the owner's doing
    return new MongoDbProcess(await Promise.race([url, ended]), child);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async tell(command: Command): Promise<void> {
    const done = once(this.child, 'message');
    this.child.send(command);
    await done;
  }

  /** SIGSTOP freezes it, with its connections open; SIGCONT lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const closed = once(this.child, 'close');
    this.child.kill('SIGKILL');
    await closed;
  }
}
