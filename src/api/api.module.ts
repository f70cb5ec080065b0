/** Assembles the controllers of the API. */
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccessHttpModule } from '../access/access-http.module.js';
import { BillingHttpModule } from '../billing/billing-http.module.js';
import { JobsHttpModule } from '../jobs/jobs-http.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { FaultFilter } from '../../packages/platform/src/http/faults.js';
import { CatalogueController } from './catalogue.controller.js';
import { ChangesController } from './changes.controller.js';
import { DescriptionController } from './description.controller.js';
import { DocsController } from './docs.controller.js';
import { HeadsController } from './heads.controller.js';
import { OperationsController } from './operations.controller.js';
import { ReceiptsController } from './receipts.controller.js';
import { StatementsController } from './statements/statements.controller.js';
import { ServiceMetrics } from './service-metrics.js';

@Module({
  imports: [AccessHttpModule, BillingHttpModule, JobsHttpModule, ReceiptsModule],
  controllers: [
    CatalogueController,
    ChangesController,
    DescriptionController,
    DocsController,
    HeadsController,
    OperationsController,
    ReceiptsController,
    StatementsController,
  ],
  providers: [{ provide: APP_FILTER, useClass: FaultFilter }, ServiceMetrics],
})
export class ApiModule {}
