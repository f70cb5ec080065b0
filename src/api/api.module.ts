/** Assembles the controllers of all capabilities. The catalogue's is here because blocks use no framework. */
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccessHttpModule } from '../access/access-http.module.js';
import { StatementsHttpModule } from '../billing/statements/statements-http.module.js';
import { UsageHttpModule } from '../billing/usage/usage-http.module.js';
import { JobsHttpModule } from '../jobs/jobs-http.module.js';
import { FaultFilter } from '../platform/http/faults.js';
import { CatalogueController } from './catalogue.controller.js';
import { DescriptionController } from './description.controller.js';
import { DocsController } from './docs.controller.js';
import { OperationsController } from './operations.controller.js';
import { ServiceMetrics } from './service-metrics.js';

@Module({
  imports: [AccessHttpModule, JobsHttpModule, StatementsHttpModule, UsageHttpModule],
  controllers: [CatalogueController, DescriptionController, DocsController, OperationsController],
  providers: [{ provide: APP_FILTER, useClass: FaultFilter }, ServiceMetrics],
})
export class ApiModule {}
