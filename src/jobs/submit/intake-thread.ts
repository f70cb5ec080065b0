/** Runs the intake thread, which reads, checks and appends large submissions with its own store clients. */
import 'reflect-metadata';
import { CommandBus } from '@nestjs/cqrs';
import { openContext } from '../../../packages/platform/src/nest/context.js';
import { tracedEventStore } from '../../../packages/platform/src/event-store/traced-event-store.js';
import * as tokens from '../../../packages/platform/src/nest/tokens.js';
import { createLogger } from '../../../packages/platform/src/telemetry/logger.js';
import { spanFrom, startTracing, stopTracing } from '../../../packages/platform/src/telemetry/tracing.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import type { Settings } from '../../settings/settings.js';
import { openLiveReadModels } from '../../../projections/read-side.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { servePatiently } from '../../../packages/platform/src/threads/serve.js';
import { LOG_FORMAT } from '../../streams/index.js';
import { INTAKES_AT_ONCE, type ThreadSubmission } from './intake-host.js';
import { IntakeModule } from './intake.module.js';
import { takeInSubmission } from './take-in.js';

servePatiently<Settings>(async (settings) => {
  await startTracing(settings.tracing, 'intake', createLogger(settings));
  // This thread has no other work while it waits for the store, so the store needs no thread of its own.
  const stores = await openStores({ ...settings, ...LOG_FORMAT, hosting: 'direct' });
  const values = new Map<symbol, unknown>([
    [tokens.EVENT_STORE, tracedEventStore(stores.eventStore)],
    [tokens.COORDINATION, stores.coordination],
    [tokens.LIVE_READ_MODELS, await openLiveReadModels(stores, true)],
    [tokens.CLOCK, systemClock],
    [tokens.ENTROPY, systemEntropy()],
    [tokens.SETTINGS, settings],
  ]);
  const context = await openContext([IntakeModule], values);
  const commands = context.get(CommandBus);
  return {
    atOnce: INTAKES_AT_ONCE,
    run: (_method, argument) => {
      const { body, intake, traceparent } = argument as ThreadSubmission;
      return spanFrom(traceparent, 'intake', { bytes: body.length }, () =>
        takeInSubmission(body, intake, (command) => commands.execute(command)),
      );
    },
    close: async () => {
      await context.close();
      await stores.close();
      await stopTracing();
    },
  };
});
