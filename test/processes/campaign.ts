/**
 * Clients that work without a pause, and a schedule of SIGKILLs over the processes that serve them: which process, and
 * after how long, comes from a seed. Each is started again at once, or only after the next kill.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessWorld } from '../support/worlds/process-world.js';
import { Seeded } from '../../bench/support/seeded.js';
import { CampaignClient } from './campaign-client.js';

export interface CampaignPlan {
  readonly seed: number;
  readonly kills: number;
  readonly clients: number;
  /** Of each client. */
  readonly mostStories: number;
  /** The longest time between two kills. */
  readonly longestMs: number;
}

export interface CampaignLog {
  /** By the names of the processes that died in one moment. */
  readonly kills: Readonly<Record<string, number>>;
  /** Processes that ended by themselves: none, when all is well. */
  readonly fallen: readonly string[];
  readonly clients: readonly CampaignClient[];
}

export class Campaign {
  private readonly chance: Seeded;
  private over = false;
  private readonly killed: Record<string, number> = {};
  private readonly fallen: string[] = [];

  constructor(
    private readonly world: ProcessWorld,
    private readonly plan: CampaignPlan,
  ) {
    this.chance = new Seeded(plan.seed);
  }

  /** Resolves when the last kill is done, every client was answered, and every process runs again. */
  async run(key: string): Promise<CampaignLog> {
    const { plan, world } = this;
    const clients = Array.from(
      { length: plan.clients },
      (_, index) =>
        new CampaignClient(
          `client${index}`,
          world.client(key),
          new Seeded(plan.seed * 100 + index),
          plan.mostStories,
        ),
    );
    const working = Promise.all(clients.map((client) => this.work(client)));
    try {
      await Promise.race([this.killing(), working]);
    } finally {
      this.over = true;
    }
    await world.fleet.startAll();
    await working;
    return { kills: this.killed, fallen: this.fallen, clients };
  }

  private async work(client: CampaignClient): Promise<void> {
    while (!this.over) await client.act();
  }

  private async killing(): Promise<void> {
    for (let kills = 0; kills < this.plan.kills && !this.over;) {
      // A kill must hit whatever happens to go on: this is chance, not a wait for something.
      await pause(this.chance.between(0, this.plan.longestMs));
      if (await this.kill()) kills++;
    }
  }

  /** False where the schedule hit one that was down. */
  private async kill(): Promise<boolean> {
    const { fleet } = this.world;
    const victims = this.chance.chance(0.2) ? [...fleet.names] : [this.chance.one(fleet.names)];
    const alive = victims.filter((name) => fleet.isRunning(name));
    this.note();
    await fleet.kill(...alive);
    const what = alive.length === fleet.names.length ? 'all at once' : alive.join(' + ');
    if (alive.length > 0) this.killed[what] = (this.killed[what] ?? 0) + 1;
    if (this.chance.chance(0.75)) await Promise.all(this.dead().map((name) => fleet.start(name)));
    else await fleet.start(this.chance.one(this.dead()));
    return alive.length > 0;
  }

  private dead(): string[] {
    return this.world.fleet.names.filter((name) => !this.world.fleet.isRunning(name));
  }

  /** A process may be down because the schedule left it so; one that fell by itself is a fault. */
  private note(): void {
    for (const name of this.world.fleet.names) {
      if (this.world.fleet.hasFallen(name)) this.fallen.push(`${name}: ${this.world.fleet.get(name).output}`);
    }
  }
}
