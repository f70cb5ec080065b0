/** Keeps published files current, as `register sync --every` does, in one process of all at a time. */
import { registerContext } from '../operator/editions/register-context.js';
import { Counter } from 'prom-client';
import { measureSyncFailures } from '../health/sync-failure-gauge.js';
import { Register } from '../../packages/enrichment/src/index.js';
import { OperatorServicesFactory } from '../operator/operator.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { systemEntropy } from '../../packages/platform/src/secrets/entropy.js';
import { redact } from '../../packages/platform/src/telemetry/redact.js';
import { pause } from '../../packages/platform/src/time/pause.js';
import { operatorActor } from '../streams/envelope.js';
import type { MakeRole } from './roles.js';

const HOUR_MS = 3_600_000;
const KEPT_EDITIONS = 2;
/** The pause after a failure that is no publisher's fault, such as a store that can't be reached. */
const RETRY_AFTER_MS = 30_000;

const NO_PROGRESS = { onDownload: () => undefined, onImport: () => undefined };

export const startableSync: MakeRole = (settings, stores, { logger, metrics }) => {
  const syncCounter = new Counter({
    name: 'sync_looks_total',
    help: 'Looks at publishers for newer files, by source and what came of them.',
    labelNames: ['source', 'outcome'],
    registers: [metrics.registry],
  });
  measureSyncFailures(metrics.registry, settings.dataDir);
  const onSynced = ({ source, outcome, edition, detail }: Register.SyncOutcome): void => {
    syncCounter.inc({ source, outcome });
    if (outcome === 'failed') logger.warn({ source, reason: detail }, 'published files could not be fetched');
    else logger.info({ source, outcome, edition }, 'looked for newer published files');
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const request = {
    ...NO_PROGRESS,
    onSynced,
    signal,
    keep: KEPT_EDITIONS,
    every: settings.syncEveryHours * HOUR_MS,
  };
  let services: OperatorServicesFactory | null = null;
  let running: Promise<void> = Promise.resolve();

  const keepSynced = async (operator: ReturnType<OperatorServicesFactory['servicesFor']>): Promise<void> => {
    while (!signal.aborted) {
      try {
        await Register.keepSynced(registerContext(operator), request);
      } catch (error) {
        logger.error({ reason: redact(errorMessage(error)) }, 'the sync of published files broke off');
        await pause(RETRY_AFTER_MS, signal);
      }
    }
  };

  return {
    start: async () => {
      services = await OperatorServicesFactory.open(settings, stores);
      const requestId = `sync_${systemEntropy().ulid()}`;
      running = keepSynced(services.servicesFor({ actor: operatorActor(settings.operator), requestId }));
    },
    stop: async () => {
      stopping.abort();
      await running;
      await services?.close();
    },
  };
};
