/** What takes submissions in: all that a thread of its own needs for them. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Coordination } from '../../platform/coordination/coordination.js';
import type { EventStore } from '../../platform/event-store/event-store.js';
import { CLOCK, COORDINATION, ENTROPY, EVENT_STORE, SETTINGS } from '../../platform/nest/tokens.js';
import type { Entropy } from '../../platform/secrets/entropy.js';
import type { Clock } from '../../platform/time/clock.js';
import { DataDeletion } from '../erase/data-deletion.js';
import { JOB_PORTS, type JobPorts, type JobSettings } from '../job-ports.js';
import { JobRepository } from '../job-stream.js';
import { DataStreams } from '../record/data-stream.js';
import { AbandonSubmissionHandler } from './abandon-submission.handler.js';
import { Acceptance } from './acceptance.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { SubmissionWriter } from './submission-writer.js';
import { SubmitJobHandler } from './submit-job.handler.js';

const jobPorts = {
  provide: JOB_PORTS,
  inject: [EVENT_STORE, COORDINATION, CLOCK, ENTROPY, SETTINGS],
  useFactory: (
    store: EventStore,
    coordination: Coordination,
    clock: Clock,
    entropy: Entropy,
    settings: JobSettings,
  ): JobPorts => ({ store, coordination, clock, entropy, settings }),
};

const SHARED = [jobPorts, JobRepository, DataStreams, DataDeletion, SubmissionWriter, Acceptance];

@Module({
  imports: [CqrsModule],
  providers: [...SHARED, IdempotencyKeys, SubmitJobHandler, AbandonSubmissionHandler],
  exports: SHARED,
})
export class IntakeModule {}
