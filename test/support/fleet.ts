/**
 * Several processes of the service on one data directory (and, by settings, on whatever stores), by name: `api`,
 * `worker-1` ... An API keeps its port through every restart, so that clients can go on where they were.
 *
 *     const fleet = new Fleet(dataDir, { api: { roles: ['api'] }, worker: { roles: ['worker'] } }, { EVENT_STORE_URL });
 *     await fleet.startAll();
 *     await fleet.kill('worker');
 *     await fleet.start('worker');
 *     await fleet.stopAll();
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { Ending, ServicePlan } from './service-process.js';
import { ServiceProcess } from './service-process.js';

/** One process a role: what the campaigns kill. */
export const ONE_EACH = {
  api: { roles: ['api'] },
  worker: { roles: ['worker'] },
  projector: { roles: ['projector'] },
} as const satisfies Readonly<Record<string, ServicePlan>>;

export class Fleet {
  private readonly running = new Map<string, ServiceProcess>();
  private readonly ports = new Map<string, number>();

  constructor(
    private readonly dataDir: string,
    private readonly plans: Readonly<Record<string, ServicePlan>>,
    /** Settings of every process; a plan's own win. */
    private readonly settings: Readonly<Record<string, string>> = {},
  ) {}

  get names(): readonly string[] {
    return Object.keys(this.plans);
  }

  /** The process of that name, as it runs now. */
  get(name: string): ServiceProcess {
    const process = this.running.get(name);
    if (process === undefined) throw new Error(`${name} does not run`);
    return process;
  }

  isRunning(name: string): boolean {
    return this.running.get(name)?.isRunning === true;
  }

  /** Whether it ended without having been told to. */
  hasFallen(name: string): boolean {
    return this.running.get(name)?.isRunning === false;
  }

  /** Where that process's API listens, running or not. */
  urlOf(name: string): string {
    const port = this.ports.get(name);
    if (port === undefined) throw new Error(`${name} was never started, or has no API`);
    return `http://127.0.0.1:${port}`;
  }

  /** One after the other, in the order of the plans. */
  async startAll(): Promise<void> {
    for (const name of this.names) if (!this.isRunning(name)) await this.start(name);
  }

  /** Starts it, again or for the first time; `changes` to its plan hold for this run only. */
  async start(name: string, changes: ServicePlan = {}): Promise<ServiceProcess> {
    const plan = this.plans[name];
    if (plan === undefined) throw new Error(`no process is called ${name}`);
    const port = plan.roles?.includes('api') === false ? 0 : await this.portOf(name);
    const settings = { ...this.settings, PORT: String(port), ...plan.settings, ...changes.settings };
    const process = await ServiceProcess.start(this.dataDir, { ...plan, ...changes, settings });
    this.running.set(name, process);
    return process;
  }

  /** SIGKILL for each of them at the same moment; resolves when all are gone. */
  async kill(...names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.get(name).kill()));
    for (const name of names) this.running.delete(name);
  }

  /** SIGTERM; resolves with its exit code. */
  async stop(name: string): Promise<Ending> {
    const ending = await this.get(name).stop();
    this.running.delete(name);
    return ending;
  }

  /** SIGTERM for all that run, the last of the plans first; resolves with how each of them ended. */
  async stopAll(): Promise<Readonly<Record<string, Ending>>> {
    const endings: Record<string, Ending> = {};
    for (const name of [...this.running.keys()].reverse()) endings[name] = await this.stop(name);
    return endings;
  }

  /** For the end of a test that failed anywhere. */
  async killAll(): Promise<void> {
    await this.kill(...this.running.keys());
  }

  private async portOf(name: string): Promise<number> {
    const port = this.ports.get(name) ?? (await freePort());
    this.ports.set(name, port);
    return port;
  }
}

/** Below where systems take the ports of outgoing calls from: nobody gets it while its process is down. */
const PORTS = { from: 20_000, count: 12_000 };

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + randomInt(PORTS.count);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const free = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise((resolve) => probe.close(resolve));
  return free;
}
