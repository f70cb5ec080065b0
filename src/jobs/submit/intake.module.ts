/** What takes submissions in: all that a thread of its own needs for them. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Coordination } from '../../platform/coordination/coordination.js';
import type { EventStore } from '../../platform/event-store/event-store.js';
import {
  CLOCK,
  COORDINATION,
  ENTROPY,
  EVENT_STORE,
  LIVE_READ_MODELS,
  SETTINGS,
} from '../../platform/nest/tokens.js';
import type { LiveReadModels } from '../../platform/projector/live-read-models.js';
import type { Entropy } from '../../platform/secrets/entropy.js';
import type { Clock } from '../../platform/time/clock.js';
import { DataDeletion } from '../retention/data-deletion.js';
import { JOB_PORTS, type JobPorts, type JobSettings } from '../job-ports.js';
import { JobRepository } from '../job-stream.js';
import { DataStreams } from '../record/data-stream.js';
import { AbandonSubmissionHandler } from './abandon-submission.handler.js';
import { Acceptance } from './acceptance.js';
import { IdempotencyKeys } from '../idempotency/idempotency-keys.js';
import { RowCaps } from '../caps/row-caps.js';
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

/** A context without read models, as a worker's is, accepts nothing for a customer. */
const rowCaps = {
  provide: RowCaps,
  inject: [CLOCK, SETTINGS, { token: LIVE_READ_MODELS, optional: true }],
  useFactory: (clock: Clock, settings: JobSettings, models?: LiveReadModels): RowCaps =>
    new RowCaps(models ?? null, clock, settings),
};

const SHARED = [jobPorts, rowCaps, JobRepository, DataStreams, DataDeletion, SubmissionWriter, Acceptance];

@Module({
  imports: [CqrsModule],
  providers: [...SHARED, IdempotencyKeys, SubmitJobHandler, AbandonSubmissionHandler],
  exports: SHARED,
})
export class IntakeModule {}
