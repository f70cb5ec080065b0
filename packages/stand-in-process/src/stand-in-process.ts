/**
 * A stand-in that runs as a process of its own, from its owner's side: started, told things, frozen and
 * killed.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Answer, Controls, Remote, Request } from './controls.js';

export interface Forked {
  readonly url: string;
  readonly child: ChildProcess;
}

/**
 * Starts a program that says its address, alone on a line, once it listens.
 * @throws Error with what the process said, where it ended instead of listening
 */
export async function forkStandIn(program: string, args: readonly string[], scheme: string): Promise<Forked> {
  const child = fork(program, args, {
    execArgv: [],
    serialization: 'advanced',
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

/** `--name value` for every option that is given, `--name` for those that are true. */
export const flags = (options: Readonly<Record<string, string | number | boolean | undefined>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, String(value)];
  });

export class StandInProcess<C extends Controls> {
  readonly url: string;
  /** What the stand-in can be told to do and asked, as its controls say. */
  readonly control: Remote<C> & Remote<Controls>;
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private requests = 0;

  protected constructor({ url, child }: Forked) {
    this.url = url;
    this.child = child;
    child.on('message', (answer: Answer) => this.waiting.get(answer.id)?.(answer));
    child.on('close', () => this.answerAll('the stand-in ended'));
    // Each name of the type is a request of that name.
    this.control = new Proxy({} as Remote<C> & Remote<Controls>, {
      get:
        (_, name) =>
        (...args: unknown[]) =>
          this.ask(String(name), args),
    });
  }

  get port(): number {
    return Number(new URL(this.url).port);
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

  /**
   * The end of a test.
   * @throws Error where a client called what the stand-in wasn't made for
   */
  async stop(): Promise<void> {
    const control: Remote<Controls> = this.control;
    const unknown = await control.unknownCalls();
    await this.kill();
    if (unknown.length > 0) throw new Error(`unknown calls: ${unknown.join(', ')}`);
  }

  private async ask(control: string, args: readonly unknown[]): Promise<unknown> {
    const id = (this.requests += 1);
    const told = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
    const request: Request = { id, control, args };
    this.child.send(request, (error) => {
      if (error !== null) this.waiting.get(id)?.({ id, error: error.message });
    });
    const { value, error } = await told;
    this.waiting.delete(id);
    if (error !== undefined) throw new Error(`${control}: ${error}`);
    return value;
  }

  private answerAll(error: string): void {
    for (const [id, answer] of this.waiting) answer({ id, error });
  }
}
