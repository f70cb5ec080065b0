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
import type { MakeRole } from './startable.js';

const HOUR_MS = 3_600_000;
const KEPT_EDITIONS = 2;
/** After a failure that is no publisher's fault, such as a store that can't be reached. */
const AGAIN_MS = 30_000;

const NOTHING_TO_SHOW = { onDownload: () => undefined, onImport: () => undefined };

export const startableSync: MakeRole = (settings, stores, { logger, metrics }) => {
  const looks = new Counter({
    name: 'sync_looks_total',
    help: 'Looks at publishers for newer files, by source and what came of them.',
    labelNames: ['source', 'outcome'],
    registers: [metrics.registry],
  });
  measureSyncFailures(metrics.registry, settings.dataDir);
  const onSynced = ({ source, outcome, edition, detail }: Register.SyncOutcome): void => {
    looks.inc({ source, outcome });
    if (outcome === 'failed') logger.warn({ source, reason: detail }, 'published files could not be fetched');
    else logger.info({ source, outcome, edition }, 'looked for newer published files');
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const request = {
    ...NOTHING_TO_SHOW,
    onSynced,
    signal,
    keep: KEPT_EDITIONS,
    every: settings.syncEveryHours * HOUR_MS,
  };
  let operators: OperatorServicesFactory | null = null;
  let running: Promise<void> = Promise.resolve();

  const keepOn = async (operator: ReturnType<OperatorServicesFactory['servicesFor']>): Promise<void> => {
    while (!signal.aborted) {
      try {
        await Register.keepSynced(registerContext(operator), request);
      } catch (error) {
        logger.error({ reason: redact(errorMessage(error)) }, 'the sync of published files broke off');
        await pause(AGAIN_MS, signal);
      }
    }
  };

  return {
    start: async () => {
      operators = await OperatorServicesFactory.open(settings, stores);
      const requestId = `sync_${systemEntropy().ulid()}`;
      running = keepOn(operators.servicesFor({ actor: operatorActor(settings.operator), requestId }));
    },
    stop: async () => {
      stopping.abort();
      await running;
      await operators?.close();
    },
  };
};
