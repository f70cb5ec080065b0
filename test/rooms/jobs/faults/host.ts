/** A process of the service that may die, be frozen, or have a clock of its own: command handlers and a worker. */
import type { JobPorts } from '../../../../src/jobs/job-ports.js';
import type { LiveAnswer } from '../../../../packages/enrichment/src/pipeline/enricher.js';
import { FakeEnricher } from '../../../support/fake-enricher.js';
import type { FaultPlan, FaultyEventStore } from '../../../support/stores/faulty-event-store.js';
import type { JobWorld } from '../../../support/worlds/job-world.js';
import { LEASE_MS, aWorker } from '../../../support/worlds/worker-world.js';
import type { WorkerUnderTest } from '../../../support/worlds/write-side.js';
import { WriteSide } from '../../../support/worlds/write-side.js';

export interface HostPlan {
  /** Dies at its nth write, before it or after it; null: it lives on. */
  readonly death: { readonly write: number; readonly written: boolean } | null;
  /** Every nth write its outcome is not told, 0: never. Whether it was written alternates. */
  readonly untold: number;
  /** Milliseconds that its clock is ahead of the world's. */
  readonly clock: number;
  /** Falls asleep in the middle of its first chunk, heartbeats and all, until everything is over. */
  readonly frozen: boolean;
}

export const SOUND: HostPlan = { death: null, untold: 0, clock: 0, frozen: false };

const faultsOf =
  ({ death, untold }: HostPlan): FaultPlan =>
  ({ index }) => {
    if (death !== null && index === death.write) return death.written ? 'crash_after' : 'crash_before';
    if (untold === 0 || index % untold !== untold - 1) return null;
    return Math.floor(index / untold) % 2 === 0 ? 'unknown_written' : 'unknown_not_written';
  };

/** Blocks that only a live check can answer; it finds nothing for every third row. */
export const LIVE_BLOCK = 'officers';
function lateAnswer(row: number): LiveAnswer {
  const outcome: LiveAnswer['outcome'] =
    row % 3 === 0 ? { status: 'not_found', reason: 'no_officers_on_file' } : { status: 'available' };
  return { outcome, envelope: outcome };
}

export class Host {
  readonly store: FaultyEventStore;
  readonly commands: WriteSide;
  private readonly worker: WorkerUnderTest;
  private wake: () => void = () => undefined;
  /** True once it sleeps. */
  isAsleep = false;

  constructor(
    world: JobWorld,
    readonly plan: HostPlan,
  ) {
    const { store, ports } = world.process(faultsOf(plan));
    const clock = { now: () => new Date(world.clock.now().getTime() + plan.clock) };
    const own: JobPorts = { ...ports, clock };
    this.store = store;
    this.commands = new WriteSide(own);
    const lease = { ttlMs: LEASE_MS, heartbeatMs: plan.frozen ? 1_000_000 : 5 };
    this.worker = aWorker(
      { store, ports: own },
      { enricher: this.enricher(), options: { lease, chunksAtOnce: 2 } },
    );
  }

  private enricher(): FakeEnricher {
    const asleep = new Promise<void>((resolve) => (this.wake = resolve));
    return new FakeEnricher({
      live: [LIVE_BLOCK],
      check: async ({ row }) => lateAnswer(row),
      beforeBatch: async () => {
        if (!this.plan.frozen) return;
        this.isAsleep = true;
        await asleep;
      },
    });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  /** Wakes it where it sleeps; it finds out by itself that the world went on. */
  async stop(): Promise<void> {
    this.wake();
    await this.worker.stop();
  }
}
