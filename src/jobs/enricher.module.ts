/** What answers the rows of this process, from the register editions of this machine. */
import { Global, Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { RegisterEnricher, type Served } from '../enrichment/register-enricher.js';
import { LOGGER, SETTINGS } from '../platform/nest/tokens.js';
import type { Settings } from '../settings/settings.js';
import { ENRICHER, SERVED } from './job-ports.js';
import type { WorkLog } from './worker/worker-ports.js';

/** Opens editions when they are first asked for: a context that only erases rows opens none. */
const enricher = {
  provide: ENRICHER,
  inject: [SETTINGS, LOGGER, { token: SERVED, optional: true }],
  useFactory: ({ dataDir }: Settings, log: WorkLog, served?: Served): RegisterEnricher =>
    new RegisterEnricher({
      dataDir,
      ...served,
      onFault: (where, error) => log.error({ where, err: error }, 'enrichment failed'),
    }),
};

@Global()
@Module({ providers: [enricher], exports: [ENRICHER] })
export class EnricherModule implements OnModuleDestroy {
  constructor(@Inject(ENRICHER) private readonly enricher: RegisterEnricher) {}

  onModuleDestroy(): void {
    this.enricher.close();
  }
}
