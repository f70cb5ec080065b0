/** The HTTP side of the service: ten operations, what operators ask, and the gate before them. */
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessModule } from '../access/access.module.js';
import { Allowances } from '../access/gate/allowances.js';
import { ApiAllowances } from '../access/gate/api-allowances.js';
import { KeyGate } from '../access/gate/key-gate.js';
import { WhoamiController } from '../access/whoami/whoami.controller.js';
import { GetUsageHandler } from '../billing/usage/get-usage.query.js';
import { UsageReader } from '../billing/usage/usage-reader.js';
import { UsageController } from '../billing/usage/usage.controller.js';
import { CancelController } from '../jobs/cancel/cancel.controller.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { GetErrorsPageHandler } from '../jobs/pages/get-errors-page.query.js';
import { GetResultsPageHandler } from '../jobs/pages/get-results-page.query.js';
import { PageReader } from '../jobs/pages/page-reader.js';
import { PagesController } from '../jobs/pages/pages.controller.js';
import { ResolveController } from '../jobs/resolve/resolve.controller.js';
import { AcceptedJob } from '../jobs/status/accepted-job.js';
import { GetJobHandler } from '../jobs/status/get-job.query.js';
import { JobReader } from '../jobs/status/job-reader.js';
import { StatusController } from '../jobs/status/status.controller.js';
import { SubmitController } from '../jobs/submit/submit.controller.js';
import type { EventStore } from '../platform/event-store/event-store.js';
import { FaultFilter } from '../platform/http/fault.filter.js';
import type { LiveReadModels } from '../platform/projector/live-read-models.js';
import { EVENT_STORE, LIVE_READ_MODELS } from '../platform/nest/tokens.js';
import { CatalogueController } from './catalogue.controller.js';
import { DescriptionController } from './description.controller.js';
import { DocsController } from './docs.controller.js';
import { OperationsController } from './operations.controller.js';
import { PublishedDescription } from './published-description.js';
import { ReadinessCheck } from './readiness.js';
import { ServiceMetrics } from './service-metrics.js';

const usageReader = {
  provide: UsageReader,
  inject: [LIVE_READ_MODELS, EVENT_STORE],
  useFactory: (live: LiveReadModels, events: EventStore): UsageReader => new UsageReader(live, events),
};

@Module({
  imports: [CqrsModule, AccessModule, JobsModule],
  controllers: [
    ResolveController,
    SubmitController,
    StatusController,
    PagesController,
    CancelController,
    UsageController,
    WhoamiController,
    CatalogueController,
    DescriptionController,
    DocsController,
    OperationsController,
  ],
  providers: [
    { provide: Allowances, useClass: ApiAllowances },
    { provide: APP_FILTER, useClass: FaultFilter },
    KeyGate,
    JobReader,
    PageReader,
    AcceptedJob,
    GetJobHandler,
    GetResultsPageHandler,
    GetErrorsPageHandler,
    usageReader,
    GetUsageHandler,
    ReadinessCheck,
    ServiceMetrics,
    PublishedDescription,
  ],
})
export class ApiModule {}
