/** Provides the HTTP controllers of jobs and the readers that they use. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessHttpModule } from '../access/access-http.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { BudgetReport } from './caps/budget-report.js';
import { OpenResolveLimit } from './caps/open-resolves.js';
import { JobsModule } from './job-commands.module.js';
import { PageReader } from './pages/page-reader.js';
import { ResolveController } from './resolve/resolve.controller.js';
import { AcceptedJobAnswers } from './status/job-answer.js';
import { JobController } from './status/job.controller.js';
import { JobReader } from './status/job-reader.js';
import { SubmitController } from './submit/submit.controller.js';

@Module({
  imports: [AccessHttpModule, CqrsModule, JobsModule, ReceiptsModule],
  controllers: [ResolveController, SubmitController, JobController],
  providers: [JobReader, PageReader, AcceptedJobAnswers, BudgetReport, OpenResolveLimit],
})
export class JobsHttpModule {}
