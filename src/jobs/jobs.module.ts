/** The commands of jobs. The process that assembles the module provides the ports by token. */
import type { OnModuleDestroy } from '@nestjs/common';
import { Inject, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { BlockCatalogue } from '../blocks/index.js';
import { RegisterEnricher } from '../enrichment/register-enricher.js';
import type { Clock } from '../platform/time/clock.js';
import type { Coordination } from '../platform/coordination/coordination.js';
import type { Entropy } from '../platform/secrets/entropy.js';
import type { EventStore } from '../platform/event-store/event-store.js';
import type { Settings } from '../settings/settings.js';
import type { Logger } from '../platform/telemetry/logger.js';
import { CLOCK, COORDINATION, ENTROPY, EVENT_STORE, LOGGER, SETTINGS } from '../platform/nest/tokens.js';
import { CancelJobHandler } from './cancel/cancel-job.handler.js';
import { EraseJobRowsHandler } from './erase/erase-job-rows.handler.js';
import type { JobPorts } from './job-ports.js';
import { ENRICHER, JOB_PORTS, SERVED_BLOCKS } from './job-ports.js';
import { ResolveCompanyHandler } from './resolve/resolve-company.handler.js';
import { SubmitJobHandler } from './submit/submit-job.handler.js';

const jobPorts = {
  provide: JOB_PORTS,
  inject: [EVENT_STORE, COORDINATION, CLOCK, ENTROPY, SETTINGS],
  useFactory: (
    store: EventStore,
    coordination: Coordination,
    clock: Clock,
    entropy: Entropy,
    settings: Settings,
  ): JobPorts => ({ store, coordination, clock, entropy, settings }),
};

/** Opens editions when they are first asked for: a context that only erases rows opens none. */
const enricher = {
  provide: ENRICHER,
  inject: [SETTINGS, LOGGER, { token: SERVED_BLOCKS, optional: true }],
  useFactory: ({ dataDir }: Settings, logger: Logger, blocks?: BlockCatalogue): RegisterEnricher =>
    new RegisterEnricher({
      dataDir,
      ...(blocks === undefined ? {} : { blocks }),
      onFault: (where, error) => logger.error({ where, err: error }, 'enrichment failed'),
    }),
};

@Module({
  imports: [CqrsModule],
  providers: [
    jobPorts,
    enricher,
    SubmitJobHandler,
    ResolveCompanyHandler,
    CancelJobHandler,
    EraseJobRowsHandler,
  ],
  exports: [JOB_PORTS],
})
export class JobsModule implements OnModuleDestroy {
  constructor(@Inject(ENRICHER) private readonly enricher: RegisterEnricher) {}

  onModuleDestroy(): void {
    this.enricher.close();
  }
}
