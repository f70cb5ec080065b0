/** A stand-in that runs as a process of its own: how it is started, told things, frozen and killed. */
import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const TYPESCRIPT = join(__dirname, '../support/typescript.cjs');

export interface Forked {
  readonly url: string;
  readonly child: ChildProcess;
}

/**
 * Starts a program that says its address, alone on a line, once it listens.
 * @throws Error with what the process said, where it ended instead of listening
 */
export async function forkStandIn(main: string, args: readonly string[], scheme: string): Promise<Forked> {
  const child = fork(main, args, {
    execArgv: ['-r', TYPESCRIPT],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const address = new RegExp(`^(${scheme}:\\S+)\\n`, 'm');
  let said = '';
  const url = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const line = address.exec(said)?.[1];
      if (line !== undefined) resolve(line);
    });
  });
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'close').then(() => Promise.reject(new Error(`the stand-in ended: ${said}`)));
  ended.catch(() => undefined); // later ends are the owner's doing
  return { url: await Promise.race([url, ended]), child };
}

export class ForkedStandIn<Command extends Serializable> {
  readonly url: string;
  private readonly child: ChildProcess;

  protected constructor({ url, child }: Forked) {
    this.url = url;
    this.child = child;
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
