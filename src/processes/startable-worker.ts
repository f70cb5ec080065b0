/** Makes the worker, with its read models and metrics. */
import { PROJECTIONS } from '../../projections/index.js';
import { workCounters } from '../jobs/worker/work-counters.js';
import { WorkerRole } from '../jobs/worker/worker-role.js';
import { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import { LiveSources } from '../../packages/enrichment/src/index.js';
import type { MakeRole } from './roles.js';

export const startableWorker: MakeRole = (settings, stores, { logger: log, metrics }) => {
  const models = new LiveReadModels({ events: stores.eventStore, models: stores.readModels }, PROJECTIONS);
  const worker = new WorkerRole(settings, stores, {
    log,
    models,
    metrics: workCounters(metrics.registry),
    lookupCacheMetrics: LiveSources.readingCounters(metrics.registry),
  });
  return {
    start: async () => {
      await models.start();
      await worker.start();
    },
    stop: () => worker.stop(),
  };
};
