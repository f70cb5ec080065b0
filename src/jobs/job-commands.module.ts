/** Provides the write side of jobs: handlers and repositories. Another module must provide `ENRICHER`. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { cancelJobHandler } from './cancel/cancel-job.handler.js';
import { EraseJobRowsHandler } from './retention/erase-job-rows.handler.js';
import { EndJobHoldHandler, HoldJobRowsHandler } from './retention/hold-job-rows.handler.js';
import { DeliverRowsHandler } from './record/deliver-rows.handler.js';
import { FillBlocksHandler } from './record/fill-blocks.handler.js';
import {
  completeChunkHandler,
  recordChunkHandler,
  startChunkHandler,
} from './record/chunk-commands.handler.js';
import { RecordRepository } from './record/record-stream.js';
import { InlineRunner } from './resolve/inline-run.js';
import { Replays } from './resolve/replays.js';
import { ResolveCompanyHandler } from './resolve/resolve-company.handler.js';
import { RecordWholeJobHandler } from './resolve/record-whole-job.handler.js';
import { IntakeModule } from './submit/intake.module.js';
import { EnricherModule } from './enricher.module.js';

@Module({
  imports: [CqrsModule, IntakeModule],
  providers: [
    RecordRepository,
    InlineRunner,
    Replays,
    ResolveCompanyHandler,
    RecordWholeJobHandler,
    startChunkHandler,
    DeliverRowsHandler,
    recordChunkHandler,
    FillBlocksHandler,
    completeChunkHandler,
    cancelJobHandler,
    EraseJobRowsHandler,
    HoldJobRowsHandler,
    EndJobHoldHandler,
  ],
  exports: [CqrsModule, IntakeModule, RecordRepository],
})
export class JobCommandsModule {}

/** Provides the commands of jobs to the API and to operators. The importing process provides the ports. */
@Module({ imports: [EnricherModule, JobCommandsModule], exports: [JobCommandsModule] })
export class JobsModule {}
