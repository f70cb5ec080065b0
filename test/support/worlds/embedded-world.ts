/** The write side of jobs over the embedded stores in a folder of its own, with read models that are driven by hand. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaneName } from '../../../projections/define-projection.js';
import type { JobPorts } from '../../../src/jobs/job-ports.js';
import type { Clock } from '../../../src/platform/time/clock.js';
import { systemEntropy } from '../../../src/platform/secrets/entropy.js';
import type { LiveReadModels } from '../../../src/platform/projector/live-read-models.js';
import type { Stores } from '../../../src/platform/stores/stores.js';
import { openStores } from '../../../src/platform/stores/stores.js';
import { driveLanes, openLiveReadModels } from '../../../projections/read-side.js';
import { JOB_SETTINGS } from './job-world.js';

export class EmbeddedWorld {
  private ahead = 0;
  readonly clock: Clock = { now: () => new Date(Date.now() + this.ahead) };

  private constructor(
    readonly dataDir: string,
    readonly stores: Stores,
    readonly models: LiveReadModels,
  ) {}

  static async open(): Promise<EmbeddedWorld> {
    const dataDir = await mkdtemp(join(tmpdir(), 'jobs-'));
    const stores = await openStores({ dataDir, hosting: 'direct' });
    return new EmbeddedWorld(dataDir, stores, await openLiveReadModels(stores));
  }

  get ports(): JobPorts {
    const { eventStore: store, coordination } = this.stores;
    const entropy = systemEntropy(() => this.clock.now().getTime());
    return { store, coordination, clock: this.clock, entropy, settings: JOB_SETTINGS };
  }

  /** Turns the clock of the handlers on; that of the stores stays. */
  pass(milliseconds: number): void {
    this.ahead += milliseconds;
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
