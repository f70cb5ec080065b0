/** What an ApiWorld is put together from: a loaded register, a worker, and the operator's commands. */
import type { ApiRole } from '../../../src/api/api-role.js';
import { MetricsPort } from '../../../src/health/metrics-port.js';
import { ProcessHealth } from '../../../src/health/process-health.js';
import type { RoleMetrics } from '../../../packages/platform/src/telemetry/role-metrics.js';
import type { INestApplicationContext } from '@nestjs/common';
import { AccessModule } from '../../../src/access/access.module.js';
import { retainedJobsOf } from '../../../src/jobs/retention/retained-jobs.js';
import type { WorkerParts } from '../../../src/jobs/worker/worker-role.js';
import { openJobsOf } from '../../../src/jobs/worker/open-jobs.js';
import { WorkerRole } from '../../../src/jobs/worker/worker-role.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import type { Settings } from '../../../src/settings/settings.js';
import type { Stores } from '../../../packages/platform/src/stores/stores.js';
import * as tokens from '../../../packages/platform/src/nest/tokens.js';
import { openContext } from '../../../packages/platform/src/nest/context.js';
import { importRegister } from '../../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { companies } from '../../../packages/enrichment/src/sources/companies/companies.source.js';
import type { Answers } from './write-side.js';
import { WorkerUnderTest } from './write-side.js';

/** `register`: over the register that was imported; else what answers in its place. */
export type WorkerChoice = 'register' | Answers;

export const importCompanies = async (file: string, dataDir: string): Promise<void> => {
  const outcome = await importRegister({ source: companies, files: [file], dataDir });
  if (outcome.outcome !== 'imported') throw new Error(`the register was not imported: ${outcome.detail}`);
};

const SILENT = { warn: () => undefined, error: () => undefined };

export function workerOf(
  worker: WorkerChoice,
  settings: Settings,
  { eventStore: store, coordination, readings }: Stores,
  parts: Pick<WorkerParts, 'models' | 'replacements'>,
): { start(): Promise<void>; stop(): Promise<void> } {
  if (worker === 'register') {
    return new WorkerRole(settings, { eventStore: store, coordination, readings }, { log: SILENT, ...parts });
  }
  const { models } = parts;
  const ports = { store, coordination, clock: systemClock, entropy: systemEntropy(), settings };
  const known = { ...openJobsOf(models), ...retainedJobsOf(models) };
  return new WorkerUnderTest({ ports, enricher: worker, models: known });
}

export async function accessContext(
  settings: Settings,
  stores: Stores,
  live: LiveReadModels,
  clock: Clock,
): Promise<INestApplicationContext> {
  return openContext(
    [AccessModule],
    new Map<symbol, unknown>([
      [tokens.SETTINGS, settings],
      [tokens.EVENT_STORE, stores.eventStore],
      [tokens.LIVE_READ_MODELS, live],
      [tokens.CLOCK, clock],
      [tokens.ENTROPY, systemEntropy()],
    ]),
  );
}

/** Where the API tells how it is, on any free port. */
export async function metricsPortOf(
  api: ApiRole,
  metrics: RoleMetrics,
  dataDir: string,
): Promise<MetricsPort> {
  const health = new ProcessHealth(dataDir);
  health.add({ role: 'api', metrics: () => metrics.moved(), readiness: () => api.readiness() });
  health.reportStarted();
  return MetricsPort.open(
    { metricsPort: { port: 0, elsewhere: false }, metricsHost: '127.0.0.1', dataDir: '.' },
    health,
  );
}
