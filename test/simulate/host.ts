/**
 * A process of the service: the handlers of the API, a worker with its eraser, and a projector with all
 * lanes, as the product makes them, over ports that are the world's. It may die, freeze, and be wrong about
 * the time.
 */
import { rmSync } from 'node:fs';
import type { Command } from '@nestjs/cqrs';
import { PROJECTIONS } from '../../projections/index.js';
import type { ProjectedEvent } from '../../projections/projected-event.js';
import { JobCommandsModule } from '../../src/jobs/job-commands.module.js';
import { ENRICHER, type JobSettings } from '../../src/jobs/job-ports.js';
import { PageReader } from '../../src/jobs/pages/page-reader.js';
import { RETAINED_JOBS, retainedJobsOf } from '../../src/jobs/retention/retained-jobs.js';
import { loadSettings, type Settings } from '../../src/settings/settings.js';
import { JobReader } from '../../src/jobs/status/job-reader.js';
import { OPEN_JOBS, openJobsOf } from '../../src/jobs/worker/open-jobs.js';
import {
  DEFAULT_OPTIONS,
  NO_METRICS,
  WORKER_OPTIONS,
  WORK_METRICS,
} from '../../src/jobs/worker/worker-ports.js';
import { SealKeeper } from '../../src/seals/seal-keeper.js';
import { StandingCheck } from '../../src/verify/standing/standing-check.js';
import { Worker } from '../../src/jobs/worker/worker.js';
import { WorkerModule } from '../../src/jobs/worker/worker.module.js';
import type { LiveAnswer, LiveCheck } from '../../packages/enrichment/src/pipeline/enricher.js';
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import type { ReadModels } from '../../packages/platform/src/read-models/read-models.js';
import * as tokens from '../../packages/platform/src/nest/tokens.js';
import type { ProjectionSet } from '../../packages/platform/src/projector/lane.js';
import { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import { Projector } from '../../packages/platform/src/projector/projector.js';
import { ulidOf } from '../../packages/platform/src/secrets/entropy.js';
import { pause } from '../../packages/platform/src/time/pause.js';
import { FakeEnricher } from '../support/fake-enricher.js';
import { temporaryFolder } from '../support/system/temporary-folder.js';
import type { Caller } from './calls.js';
import { Injector } from './injector.js';
import { liveAnswerOf, LIVE_BLOCKS } from './rows.js';
import { Random } from './random.js';
import { SimulatedLog } from './simulated-log.js';
import { simulatedCoordination, simulatedReadModels } from './simulated-models.js';
import type { Happening } from './timeline.js';
import type { World } from './world.js';

export interface HostPlan {
  /** Whether it answers requests, takes work, and keeps the read models. */
  readonly api: boolean;
  readonly worker: boolean;
  readonly projector: boolean;
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** For the keys that settings and receipts make. Nothing else of a life is on a disk. */
const DATA_DIR = temporaryFolder('simulated');
process.once('exit', () => rmSync(DATA_DIR, { recursive: true, force: true }));

/** Short times, so that a life is over soon; nothing depends on them but waiting. */
export const SIMULATED_SETTINGS: JobSettings & Settings = {
  ...loadSettings({ DATA_DIR }),
  keyHashSecret: 'a secret of the deployment',
  cursorSecret: 'another secret of the deployment',
  resolveTimeoutSeconds: 20,
  liveDeadlineSeconds: 60,
  maxOpenRows: 2_000_000,
  maxUnbilledRowsPerDay: 2_000_000,
};

/** Longer than the product's: looks of those that have nothing to do were half of all that a life costs. */
const PAUSES = { standby: 4_000, stall: 20_000 };
const PATROL_MS = 2_500;
const CHECK_PAUSES = { idleMs: 4_000, saveMs: 6_000 };
/** So that most lives have some seals. */
const SEAL_PAUSES = { everyMs: 15_000, retryMs: 5_000 };

/** In the second version of the program every lane has a projection that must be built anew. */
const CHANGED = new Set(['job-status', 'results', 'keys', 'usage', 'row-pace']);
const SECOND: ProjectionSet<ProjectedEvent> = {
  ...PROJECTIONS,
  lanes: PROJECTIONS.lanes.map((lane) => ({
    ...lane,
    projections: lane.projections.map((projection) =>
      CHANGED.has(projection.name) ? { ...projection, version: projection.version + 1 } : projection,
    ),
  })),
};

export class Host implements Caller {
  readonly name: string;
  state: Caller['state'] = 'alive';
  clockOffset = 0;
  calls = 0;
  readonly asleep: Happening[] = [];
  readonly underWay = new Map<object, string>();
  /** Set before an end that no other host follows. */
  isReplaced = false;
  /** Whether it answers requests. */
  serves = false;
  hasStarted = false;
  /** Requests that it works on. */
  requests = 0;
  readonly log: SimulatedLog;
  readonly models: ReadModels;
  readonly coordination: Coordination;
  readonly set: ProjectionSet<ProjectedEvent>;
  /** The read models that its API answers from. */
  live: LiveReadModels;
  private readonly random: Random;
  private readonly deaths: (() => void)[] = [];
  private api: Injector | undefined;
  private worker: Worker | undefined;
  private projector: Projector<ProjectedEvent> | undefined;
  private checks: readonly { stop(): Promise<void> }[] = [];

  constructor(
    readonly world: World,
    readonly number: number,
    readonly plan: HostPlan,
    readonly program: number,
  ) {
    this.name = `host ${number}`;
    this.set = program === 1 ? PROJECTIONS : SECOND;
    this.random = new Random(world.settings.seed, number, -1);
    this.log = new SimulatedLog(world.calls, this, world.log);
    this.models = simulatedReadModels(world.calls, this, () => world.models);
    this.coordination = simulatedCoordination(world.calls, this, () => world.coordination);
  }

  /** Its clock, as its code reads it. */
  readonly clock = { now: (): Date => new Date(this.world.timeline.time + this.clockOffset) };

  readonly entropy = {
    bytes: (count: number): Uint8Array => this.random.bytes(count),
    ulid: (): string =>
      ulidOf(Math.floor(this.world.timeline.time + this.clockOffset), this.random.bytes(16)),
  };

  /** As `serve` starts its roles; where that fails, the process ends and is started again. */
  async start(): Promise<void> {
    this.world.tell(`${this.name} starts`);
    try {
      await this.startRoles();
    } catch {
      this.die();
    }
  }

  /** Objects of these modules, over its ports. */
  modules(modules: readonly object[], more: readonly (readonly [unknown, unknown])[] = []): Injector {
    const { chunkRows, retentionDays } = this.world.settings;
    const settings = { ...SIMULATED_SETTINGS, maxChunkRows: chunkRows, resultRetentionDays: retentionDays };
    const values = new Map<unknown, unknown>([
      [tokens.EVENT_STORE, this.log],
      [tokens.COORDINATION, this.coordination],
      [tokens.CLOCK, this.clock],
      [tokens.ENTROPY, this.entropy],
      [tokens.SETTINGS, settings],
      [tokens.LOGGER, SILENT],
      [ENRICHER, this.enricher()],
      ...more,
    ]);
    return new Injector(modules, values);
  }

  private async startRoles(): Promise<void> {
    const { plan, set, world } = this;
    const stores = { events: this.log, models: this.models, coordination: this.coordination };
    if (plan.projector) {
      this.projector = new Projector({ stores, set, log: SILENT, pauses: PAUSES });
      await this.projector.start();
      if (world.settings.isChecked) await this.startChecks(new LiveReadModels(stores, set));
    }
    if (plan.worker) {
      const live = new LiveReadModels(stores, set);
      await live.start();
      const options = { ...DEFAULT_OPTIONS, chunksAtOnce: 2, patrolMs: PATROL_MS };
      const injector = this.modules(
        [WorkerModule],
        [
          [WORK_METRICS, NO_METRICS],
          [WORKER_OPTIONS, options],
          [OPEN_JOBS, openJobsOf(live)],
          [RETAINED_JOBS, retainedJobsOf(live)],
        ],
      );
      this.worker = injector.get(Worker);
      await this.worker.start();
    }
    if (plan.api) {
      this.live = new LiveReadModels(stores, set, true);
      await this.live.start();
      this.api = this.modules([JobCommandsModule, ApiReaders], [[tokens.LIVE_READ_MODELS, this.live]]);
      this.serves = true;
    }
    this.hasStarted = true;
    world.tell(`${this.name} has started`);
  }

  /** What the thread of checks does: the standing check and the seals. */
  private async startChecks(models: LiveReadModels): Promise<void> {
    const { log: store, coordination, clock, entropy } = this;
    await models.start();
    const parts = { coordination, clock, log: SILENT };
    const check = new StandingCheck({ ...parts, eventStore: store, models, pauses: CHECK_PAUSES });
    const rest = (signal: AbortSignal): Promise<void> => pause(5, signal);
    const seals = new SealKeeper({ ...parts, store, entropy, rest, pauses: SEAL_PAUSES });
    this.checks = [check, seals];
    await check.start();
    seals.start();
  }

  /** It holds one of two editions. It answers rows from themselves, some blocks only by a live source. */
  private enricher(): FakeEnricher {
    const source = (what: string, usual: number): Promise<string> =>
      this.world.calls.call(this, {
        port: 'sources',
        what,
        isWrite: false,
        act: async ({ random }) => {
          await this.world.timeline.sleep(random.wait(usual));
          return 'answered';
        },
      });
    return new FakeEnricher({
      live: LIVE_BLOCKS,
      editions: { companies: this.random.oneOf(['2026-11-01-abcdef', '2026-12-01-abcdef']) },
      beforeBatch: async () => void (await source('answer rows', 20)),
      check: async ({ row, block }: LiveCheck): Promise<LiveAnswer> => {
        await source('ask a live source', 400);
        return liveAnswerOf(row, block);
      },
    });
  }

  execute<Result>(command: Command<Result>): Promise<Result> {
    return this.injector.execute(command);
  }

  get jobs(): JobReader {
    return this.injector.get(JobReader);
  }

  get pages(): PageReader {
    return this.injector.get(PageReader);
  }

  private get injector(): Injector {
    if (this.api === undefined) throw new Error(`${this.name} doesn't serve`);
    return this.api;
  }

  onDeath(act: () => void): void {
    this.deaths.push(act);
  }

  /** As kill -9 would end it: none of its code runs any more, and nobody hears from it. */
  die(): void {
    if (this.state === 'dead') return;
    this.state = 'dead';
    this.serves = false;
    this.log.forget();
    for (const what of this.underWay.values()) this.world.calls.coverage.met(what, 'host died');
    this.world.deaths += 1;
    this.world.settings.coverage.befell('host died');
    this.world.tell(`${this.name} dies`);
    for (const act of this.deaths.splice(0)) act();
  }

  /** Its code stands still, its calls go on. */
  freeze(): void {
    if (this.state !== 'alive') return;
    this.state = 'frozen';
    for (const what of this.underWay.values()) this.world.calls.coverage.met(what, 'host frozen');
    this.world.settings.coverage.befell('host frozen');
    this.world.tell(`${this.name} freezes`);
    this.world.timeline.in(this.random.whole(100, 40_000), null, () => this.wake());
  }

  wake(): void {
    if (this.state !== 'frozen') return;
    this.state = 'alive';
    this.world.tell(`${this.name} wakes`);
    this.world.timeline.wake(this);
  }

  /** Stops as after SIGTERM. */
  async stop(): Promise<void> {
    this.serves = false;
    await this.worker?.stop();
    await Promise.all(this.checks.map((check) => check.stop()));
    await this.projector?.stop();
    await this.log.close();
  }
}

/** Readers of the API's HTTP modules. */
class ApiReaders {}
Reflect.defineMetadata('providers', [JobReader, PageReader], ApiReaders);
