/** Runs the worker role with the given stores: opens the Nest context of its module, starts and stops it. */
import type { INestApplicationContext } from '@nestjs/common';
import type { Enrichment, LiveSources, ReplacementParts } from '../../../packages/enrichment/src/index.js';
import { openContext } from '../../../packages/platform/src/nest/context.js';
import * as tokens from '../../../packages/platform/src/nest/tokens.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import type { Stores } from '../../../packages/platform/src/stores/stores.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { Settings } from '../../settings/settings.js';
import { EnricherModule } from '../enricher.module.js';
import { RETAINED_JOBS, retainedJobsOf } from '../retention/retained-jobs.js';
import { ENGINE, LOOKUP_CACHE_METRICS, REPLACEMENT_PARTS } from '../job-ports.js';
import { OPEN_JOBS, openJobsOf } from './open-jobs.js';
import type { WorkLog, WorkMetrics, WorkerOptions } from './worker-ports.js';
import { DEFAULT_OPTIONS, NO_METRICS, WORKER_OPTIONS, WORK_METRICS } from './worker-ports.js';
import { Worker } from './worker.js';
import { WorkerModule } from './worker.module.js';

export interface WorkerParts {
  /** Any logger of pino's shape. */
  readonly log: WorkLog;
  /** The caller starts the read models. */
  readonly models: LiveReadModels;
  readonly metrics?: WorkMetrics;
  readonly lookupCacheMetrics?: LiveSources.ReadingMetrics;
  readonly options?: Partial<WorkerOptions>;
  /** The parts (blocks, facts, sources) that replace those of the product, for tests. */
  readonly replacements?: ReplacementParts;
  /** Answers rows in place of the register. */
  readonly engine?: Enrichment;
}

export class WorkerRole {
  private context: INestApplicationContext | undefined;

  /** The caller closes the stores, after `stop()`. */
  constructor(
    private readonly settings: Settings,
    private readonly stores: Pick<Stores, 'eventStore' | 'coordination' | 'readings'>,
    private readonly parts: WorkerParts,
  ) {}

  async start(): Promise<void> {
    this.context = await openContext([WorkerModule, EnricherModule], this.values());
    await this.context.get(Worker).start();
  }

  async stop(): Promise<void> {
    await this.context?.get(Worker).stop();
    await this.context?.close();
  }

  private values(): Map<symbol, unknown> {
    const { settings, stores, parts } = this;
    return new Map<symbol, unknown>([
      [tokens.SETTINGS, settings],
      [tokens.EVENT_STORE, stores.eventStore],
      [tokens.COORDINATION, stores.coordination],
      [tokens.READING_STORE, stores.readings],
      [tokens.CLOCK, systemClock],
      [tokens.ENTROPY, systemEntropy()],
      [tokens.LOGGER, parts.log],
      [WORK_METRICS, parts.metrics ?? NO_METRICS],
      [WORKER_OPTIONS, { ...DEFAULT_OPTIONS, ...parts.options }],
      [OPEN_JOBS, openJobsOf(parts.models)],
      [RETAINED_JOBS, retainedJobsOf(parts.models)],
      ...(parts.lookupCacheMetrics === undefined
        ? []
        : [[LOOKUP_CACHE_METRICS, parts.lookupCacheMetrics] as const]),
      ...(parts.replacements === undefined ? [] : [[REPLACEMENT_PARTS, parts.replacements] as const]),
      ...(parts.engine === undefined ? [] : [[ENGINE, parts.engine] as const]),
    ]);
  }
}
