/** The commands of jobs. The ports come in by token from whoever assembles the process. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Clock } from '../platform/clock.js';
import type { Coordination } from '../platform/coordination/coordination.js';
import type { Entropy } from '../platform/entropy.js';
import type { EventStore } from '../platform/event-store/event-store.js';
import type { Settings } from '../platform/settings.js';
import { CLOCK, COORDINATION, ENTROPY, EVENT_STORE, SETTINGS } from '../platform/tokens.js';
import { CancelJobHandler } from './cancel/cancel-job.handler.js';
import { EraseJobRowsHandler } from './erase/erase-job-rows.handler.js';
import type { JobPorts } from './job-ports.js';
import { JOB_PORTS } from './job-ports.js';
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

@Module({
  imports: [CqrsModule],
  providers: [jobPorts, SubmitJobHandler, CancelJobHandler, EraseJobRowsHandler],
  exports: [JOB_PORTS],
})
export class JobsModule {}
