/**
 * The service as processes of their own, which can be killed, frozen and started again. `npm run build` first. What is
 * here knows nothing of the stores: they are chosen by the settings that the test hands over.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '../../src/settings/settings.js';

const ROOT = join(__dirname, '..', '..');
const PROGRAM = join(ROOT, 'bin', 'company-data.js');
/** The same in its modules, of which one that is loaded before (`--require`) can change some. */
export const IN_MODULES = join(ROOT, 'dist', 'src', 'serve.js');

export interface ServicePlan {
  /** Default: all three. */
  readonly roles?: readonly Role[];
  /** Settings beside `DATA_DIR` (Contract 7.1), such as `EVENT_STORE_URL`. Default port: any; level of logs: error. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Options of Node, such as `--expose-gc` or `--require`. */
  readonly nodeOptions?: readonly string[];
  /** The largest file that it may write, in blocks of 512 bytes: a disk that is full. */
  readonly fileBlocks?: number;
  /** Another build of the program. */
  readonly program?: string;
  /** Whatever it prints is added to this file too, run after run. */
  readonly printsTo?: string;
}

/** How a process ended: its exit code, or the signal that took it. */
export type Ending = number | NodeJS.Signals;

export class ServiceProcess {
  private constructor(
    /** Where clients reach it; empty for a process without an API. */
    readonly url: string,
    /** Where it tells how it is; empty where that is turned off. */
    readonly metricsUrl: string,
    private readonly child: ChildProcess,
    private readonly printed: Printed,
    readonly ended: Promise<Ending>,
  ) {}

  /** Resolves when its roles run; rejects with what it printed where it ends before that. */
  static async start(dataDir: string, plan: ServicePlan = {}): Promise<ServiceProcess> {
    const child = spawned(dataDir, plan);
    const printed = new Printed(child, plan.printsTo);
    const ended = once(child, 'exit').then(([code, signal]: unknown[]) => (code ?? signal) as Ending);
    const first = await Promise.race([printed.startLine, ended]);
    if (typeof first !== 'string' || !first.startsWith('{'))
      throw new Error(`the service ended with ${first} before it ran: ${printed.text}`);
    const { url, metrics_url } = JSON.parse(first) as { url: string | null; metrics_url: string | null };
    return new ServiceProcess(url ?? '', metrics_url ?? '', child, printed, ended);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The last of what it wrote to stdout and stderr. */
  get output(): string {
    return this.printed.text;
  }

  async status(path: string, key: string): Promise<number> {
    const response = await fetch(`${this.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return response.status;
  }

  /** Sends a signal and waits for nothing: `SIGSTOP` freezes it, `SIGCONT` wakes it. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Kills it on the spot; resolves when it is gone. */
  async kill(): Promise<Ending> {
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** Drains it; resolves with its exit code. */
  async stop(): Promise<Ending> {
    this.child.kill('SIGTERM');
    return this.ended;
  }
}

function spawned(
  dataDir: string,
  { roles, settings, nodeOptions = [], fileBlocks, program = PROGRAM }: ServicePlan,
): ChildProcess {
  const words = [process.execPath, ...nodeOptions, program, 'serve', '--json'];
  const limited = ['sh', '-c', 'ulimit -S -f "$1"; shift; exec "$@"', 'sh', String(fileBlocks), ...words];
  const [command = '', ...args] = fileBlocks === undefined ? words : limited;
  return spawn(command, args, {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      // The console only where a test asks for it.
      ROLES: (roles ?? ['api', 'worker', 'projector']).join(','),
      ...settings,
    },
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Lines of the log may come before it. */
const STARTED = /^\{"url".*$(?=\n)/m;

/** Keeps reading, so that no process ever waits for a full pipe. */
class Printed {
  text = '';
  /** With which it says that its roles run. */
  readonly startLine: Promise<string>;

  constructor(
    child: ChildProcess,
    private readonly file: string | undefined,
  ) {
    let out = '';
    let line: string | undefined;
    this.startLine = new Promise((resolve) => {
      child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
        this.keep(piece);
        if (line !== undefined) return;
        out += piece;
        [line] = STARTED.exec(out) ?? [];
        if (line !== undefined) resolve(line);
      });
    });
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => this.keep(piece));
  }

  private keep(piece: string): void {
    this.text = (this.text + piece).slice(-20_000);
    if (this.file !== undefined) appendFileSync(this.file, piece);
  }
}
