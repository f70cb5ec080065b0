/** What an ApiWorld is put together from: a loaded register, a worker, and the operator's commands. */
import type { INestApplicationContext } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccessModule } from '../../../src/access/access.module.js';
import type { Enricher } from '../../../src/enrichment/enricher.js';
import type { LiveChecker } from '../../../src/enrichment/live-checker.js';
import { retainedJobsOf } from '../../../src/jobs/erase/retained-jobs.js';
import type { WorkerParts } from '../../../src/jobs/worker/create-worker-role.js';
import { createWorkerRole } from '../../../src/jobs/worker/create-worker-role.js';
import { openJobsOf } from '../../../src/jobs/worker/open-jobs.js';
import { NO_METRICS } from '../../../src/jobs/worker/worker-ports.js';
import { WorkerRole } from '../../../src/jobs/worker/worker-role.js';
import type { Clock } from '../../../src/platform/time/clock.js';
import { systemClock } from '../../../src/platform/time/clock.js';
import { systemEntropy } from '../../../src/platform/secrets/entropy.js';
import type { LiveReadModels } from '../../../src/platform/projector/live-read-models.js';
import type { Settings } from '../../../src/settings/settings.js';
import type { Stores } from '../../../src/platform/stores/stores.js';
import * as tokens from '../../../src/platform/nest/tokens.js';
import { importRegister } from '../../../src/sources/editions/import-register.js';

/** `register`: over the register that was imported; else what answers in its place. */
export type WorkerChoice = 'register' | (Enricher & LiveChecker);

export const importCompanies = async (file: string, dataDir: string): Promise<void> => {
  const outcome = await importRegister({ source: 'companies', files: [file], dataDir });
  if (outcome.outcome !== 'imported') throw new Error(`the register was not imported: ${outcome.detail}`);
};

const SILENT = { warn: () => undefined, error: () => undefined };

export function workerOf(
  worker: WorkerChoice,
  settings: Settings,
  { eventStore: store, coordination }: Stores,
  parts: Pick<WorkerParts, 'models' | 'blocks'>,
): Pick<WorkerRole, 'start' | 'stop'> {
  if (worker === 'register') {
    return createWorkerRole(settings, { eventStore: store, coordination }, { log: SILENT, ...parts });
  }
  const { models } = parts;
  const ports = { store, coordination, clock: systemClock, entropy: systemEntropy(), settings };
  return new WorkerRole(
    { ...ports, enricher: worker, liveChecker: worker, metrics: NO_METRICS, log: SILENT },
    { ...openJobsOf(models), ...retainedJobsOf(models) },
  );
}

export async function accessContext(
  settings: Settings,
  stores: Stores,
  live: LiveReadModels,
  clock: Clock,
): Promise<INestApplicationContext> {
  const providers = [
    { provide: tokens.SETTINGS, useValue: settings },
    { provide: tokens.EVENT_STORE, useValue: stores.eventStore },
    { provide: tokens.LIVE_READ_MODELS, useValue: live },
    { provide: tokens.CLOCK, useValue: clock },
    { provide: tokens.ENTROPY, useValue: systemEntropy() },
  ];
  class Operator {}
  Module({})(Operator);
  const module = {
    module: Operator,
    global: true,
    imports: [AccessModule],
    providers,
    exports: providers.map(({ provide }) => provide),
  };
  const context = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  return context.init();
}
