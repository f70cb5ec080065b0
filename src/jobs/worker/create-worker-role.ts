/** The worker role over stores that it is given, with the register editions of this machine. */
import type { BlockCatalogue } from '../../blocks/index.js';
import { RegisterEnricher } from '../../enrichment/register-enricher.js';
import { systemClock } from '../../platform/time/clock.js';
import { systemEntropy } from '../../platform/secrets/entropy.js';
import type { LiveReadModels } from '../../platform/projector/live-read-models.js';
import type { Settings } from '../../settings/settings.js';
import type { Stores } from '../../platform/stores/stores.js';
import { retainedJobsOf } from '../erase/retained-jobs.js';
import { openJobsOf } from './open-jobs.js';
import { WorkerRole } from './worker-role.js';
import type { WorkLog, WorkMetrics, WorkerOptions } from './worker-ports.js';
import { NO_METRICS } from './worker-ports.js';

export interface WorkerParts {
  /** Pino's loggers fit. */
  readonly log: WorkLog;
  /** Started by the caller. */
  readonly models: LiveReadModels;
  readonly metrics?: WorkMetrics;
  readonly options?: Partial<WorkerOptions>;
  /** Default: the 37 of the product. */
  readonly blocks?: BlockCatalogue;
}

/** Not started yet. The stores stay the caller's to close, after `stop()`. */
export function createWorkerRole(
  settings: Settings,
  { eventStore, coordination }: Pick<Stores, 'eventStore' | 'coordination'>,
  { log, models, metrics, options, blocks }: WorkerParts,
): Pick<WorkerRole, 'start' | 'stop'> {
  const enricher = new RegisterEnricher({
    dataDir: settings.dataDir,
    ...(blocks === undefined ? {} : { blocks }),
    onFault: (where, error) => log.error({ where, err: error }, 'enrichment failed'),
  });
  const ports = {
    store: eventStore,
    coordination,
    clock: systemClock,
    entropy: systemEntropy(),
    settings,
    enricher,
    liveChecker: enricher,
    metrics: metrics ?? NO_METRICS,
    log,
  };
  const role = new WorkerRole(ports, { ...openJobsOf(models), ...retainedJobsOf(models) }, options);
  return {
    start: () => role.start(),
    stop: async () => {
      await role.stop();
      enricher.close();
    },
  };
}
