/** Two hosts, each with a data folder, an API, a worker and a projector of its own, and a link to each of both servers. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Seeded } from '../../../../bench/support/seeded.js';
import type { ServicePlan } from '../../../support/service-process.js';
import { TemporaryFolder } from '../../../support/system/temporary-folder.js';
import { ProcessWorld } from '../../../support/worlds/process-world.js';
import { patiently } from '../../patiently.js';
import { ServerPair } from '../server-pair.js';
import { Evidence } from './evidence.js';
import { Link } from './link.js';

export const HOSTS = ['1', '2'] as const;
const ROLES = ['api', 'worker', 'projector'] as const;
const SERVERS = ['EVENT_STORE_URL', 'MONGODB_URL'] as const;

/** A full disk is an error then, and not the end of the process. */
const FULL_DISK = ['--require', join(__dirname, '../../programs/full-disk.js')];
const CLOCK_OFF = [...FULL_DISK, '--require', join(__dirname, '../../programs/clock-off.js')];

/** Both servers where they are for all, but each reached by a port that is this host's own. */
function settingsOf(servers: ServerPair, links: readonly Link[], dataDir: string): Record<string, string> {
  const urls = SERVERS.map((name, index) => {
    const url = new URL(servers.settings[name] ?? '');
    url.port = String(links[index]?.port);
    // The server would say where else to reach it, past the link.
    if (name === 'MONGODB_URL') url.searchParams.set('directConnection', 'true');
    return [name, String(url)] as const;
  });
  return { ...Object.fromEntries(urls), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
}

export class Machines {
  private constructor(
    private readonly folder: TemporaryFolder,
    readonly servers: ServerPair,
    /** By `host 1, MONGODB_URL`. */
    readonly links: ReadonlyMap<string, Link>,
    readonly world: ProcessWorld,
    readonly evidence: Evidence,
  ) {}

  static async start(seed: number): Promise<Machines> {
    const folder = new TemporaryFolder();
    const servers = await ServerPair.start();
    const links = new Map<string, Link>();
    const prints = folder.file('printed');
    mkdirSync(prints);
    const plans: Record<string, ServicePlan> = {};
    for (const host of HOSTS) {
      const own = await Promise.all(
        SERVERS.map((name) => Link.to(servers.settings[name] ?? '', new Seeded(seed + Number(host)))),
      );
      SERVERS.forEach((name, index) => own[index] && links.set(`host ${host}, ${name}`, own[index]));
      const settings = settingsOf(servers, own, folder.file(host));
      for (const role of ROLES) {
        const name = `${role}-${host}`;
        plans[name] = { roles: [role], settings, nodeOptions: FULL_DISK, printsTo: join(prints, name) };
      }
    }
    const world = await ProcessWorld.create({ plans, settings: servers.settings });
    const evidence = new Evidence(world.cli, prints);
    const machines = new Machines(folder, servers, links, world, evidence);
    await world.fleet.startAll();
    return machines;
  }

  get names(): readonly string[] {
    return this.world.fleet.names;
  }

  of(host: string): readonly string[] {
    return this.names.filter((name) => name.endsWith(`-${host}`));
  }

  /** Killed, and started again, as often as it takes while a server is out of its reach. */
  async replace(names: readonly string[], clockOffMs = 0): Promise<void> {
    await this.world.fleet.kill(...names.filter((name) => this.world.fleet.isRunning(name)));
    await Promise.all(names.map((name) => this.startAgain(name, clockOffMs)));
  }

  /** A host whose disk was lost. */
  async empty(host: string): Promise<void> {
    await this.world.fleet.kill(...this.of(host));
    rmSync(this.folder.file(host), { recursive: true });
    await this.replace(this.of(host));
  }

  async remove(): Promise<void> {
    await this.world.remove();
    await Promise.all([...this.links.values()].map((link) => link.close()));
    await this.servers.remove();
    this.folder.remove();
  }

  private async startAgain(name: string, clockOffMs: number): Promise<void> {
    const changes: ServicePlan =
      clockOffMs === 0 ? {} : { nodeOptions: CLOCK_OFF, settings: { CLOCK_OFF_MS: String(clockOffMs) } };
    await patiently(`a start of ${name}`, () => this.world.fleet.start(name, changes).catch(() => undefined));
  }
}
