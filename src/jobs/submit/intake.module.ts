/** Provides what all job commands share, and the handlers that the intake thread needs. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import {
  CLOCK,
  COORDINATION,
  ENTROPY,
  EVENT_STORE,
  LIVE_READ_MODELS,
  SETTINGS,
} from '../../../packages/platform/src/nest/tokens.js';
import type { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import type { Entropy } from '../../../packages/platform/src/secrets/entropy.js';
import type { Clock } from '../../../packages/platform/src/time/clock.js';
import { DataDeletion } from '../retention/data-deletion.js';
import { ExpiryGuard } from '../retention/expiry-guard.js';
import { RETAINED_JOBS, retainedJobsOf, type RetainedJobs } from '../retention/retained-jobs.js';
import { JOB_PORTS, type JobPorts, type JobSettings } from '../job-ports.js';
import { JobRepository } from '../job-stream.js';
import { DataStreams } from '../record/data-stream.js';
import { AbandonSubmissionHandler } from './abandon-submission.handler.js';
import { Acceptance } from './acceptance.js';
import { IdempotencyKeys } from '../idempotency/idempotency-keys.js';
import { Budgets } from '../caps/budgets.js';
import { RowCaps } from '../caps/row-caps.js';
import { UncountedRows } from '../caps/uncounted-rows.js';
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

/** A context without read models, such as a worker's, accepts no submissions, so it needs no caps. */
const rowCaps = {
  provide: RowCaps,
  inject: [JOB_PORTS, { token: LIVE_READ_MODELS, optional: true }],
  useFactory: ({ store, clock, settings }: JobPorts, models?: LiveReadModels): RowCaps =>
    new RowCaps(models ?? null, clock, settings, new UncountedRows(store)),
};

/** A context without read models needs no budgets either. */
const budgets = {
  provide: Budgets,
  inject: [JOB_PORTS, { token: LIVE_READ_MODELS, optional: true }],
  useFactory: ({ clock }: JobPorts, models?: LiveReadModels): Budgets => new Budgets(models ?? null, clock),
};

/** A worker's context provides `RETAINED_JOBS`. In other contexts the jobs come from the read models. */
const expiryGuard = {
  provide: ExpiryGuard,
  inject: [JOB_PORTS, { token: RETAINED_JOBS, optional: true }, { token: LIVE_READ_MODELS, optional: true }],
  useFactory: (
    { coordination, clock }: JobPorts,
    retainedJobs: RetainedJobs | undefined,
    models: LiveReadModels | undefined,
  ): ExpiryGuard => {
    const jobs = retainedJobs ?? (models === undefined ? undefined : retainedJobsOf(models));
    if (jobs === undefined) throw new Error('ExpiryGuard needs read models');
    return new ExpiryGuard({ coordination, clock, jobs });
  },
};

const SHARED = [
  jobPorts,
  rowCaps,
  budgets,
  expiryGuard,
  JobRepository,
  DataStreams,
  DataDeletion,
  SubmissionWriter,
  Acceptance,
];

@Module({
  imports: [CqrsModule],
  providers: [...SHARED, IdempotencyKeys, SubmitJobHandler, AbandonSubmissionHandler],
  exports: SHARED,
})
export class IntakeModule {}
