/** The write side of jobs over the embedded stores in a folder of its own, with read models that are driven by hand. */
import { rm } from 'node:fs/promises';
import type { LaneName } from '../../../projections/define-projection.js';
import type { JobPorts } from '../../../src/jobs/job-ports.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import type { Stores } from '../../../packages/platform/src/stores/stores.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { driveLanes, openLiveReadModels } from '../../../projections/read-side.js';
import { temporaryFolder } from '../system/temporary-folder.js';
import { JOB_SETTINGS } from './job-world.js';

export class EmbeddedWorld {
  private ahead = 0;
  private off = 0;
  readonly clock: Clock = { now: () => new Date(Date.now() + this.ahead + this.off) };

  private constructor(
    readonly dataDir: string,
    readonly stores: Stores,
    readonly models: LiveReadModels,
  ) {}

  static async open(): Promise<EmbeddedWorld> {
    const dataDir = temporaryFolder('jobs');
    const stores = await openStores({ dataDir, hosting: 'direct' });
    return new EmbeddedWorld(dataDir, stores, await openLiveReadModels(stores));
  }

  get ports(): JobPorts {
    const { eventStore: store } = this.stores;
    const coordination = this.coordination();
    const entropy = systemEntropy(() => this.clock.now().getTime());
    return { store, coordination, clock: this.clock, entropy, settings: JOB_SETTINGS };
  }

  /** Turns the clocks on, of the handlers and of the stores; leases live on. */
  pass(milliseconds: number): void {
    this.ahead += milliseconds;
  }

  /** Sets the clock of the handlers so far off that of the stores. */
  setOff(milliseconds: number): void {
    this.off = milliseconds;
  }

  /** The embedded one, with expiries by the clock that was turned on. */
  private coordination(): Coordination {
    const { coordination } = this.stores;
    const get: Coordination['get'] = async (key) => {
      const entry = await coordination.get(key);
      const expiresAt = entry?.expiresAt ?? null;
      return entry === undefined || expiresAt === null
        ? entry
        : { ...entry, expiresAt: expiresAt + this.ahead };
    };
    return new Proxy(coordination, {
      get: (target, name) => {
        if (name === 'get') return get;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  /** Brings the read models up to the head of the log. */
  async project(lanes: readonly LaneName[] = ['work', 'pages', 'billing']): Promise<void> {
    await driveLanes(this.stores, lanes, await this.stores.eventStore.head());
  }

  async close(): Promise<void> {
    await this.stores.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
