/** The write side of jobs: every command, and what the handlers stand on. What answers rows comes in as `ENRICHER`. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CancelJobHandler } from './cancel/cancel-job.handler.js';
import { EraseJobRowsHandler } from './retention/erase-job-rows.handler.js';
import { CompleteChunkHandler } from './record/complete-chunk.handler.js';
import { DeliverRowsHandler } from './record/deliver-rows.handler.js';
import { FillBlocksHandler } from './record/fill-blocks.handler.js';
import { RecordChunkHandler } from './record/record-chunk.handler.js';
import { RecordRepository } from './record/record-stream.js';
import { StartChunkHandler } from './record/start-chunk.handler.js';
import { InlineRunner } from './resolve/inline-run.js';
import { Replays } from './resolve/replays.js';
import { ResolveCompanyHandler } from './resolve/resolve-company.handler.js';
import { RunAtOnceHandler } from './resolve/run-at-once.handler.js';
import { IntakeModule } from './submit/intake.module.js';

@Module({
  imports: [CqrsModule, IntakeModule],
  providers: [
    RecordRepository,
    InlineRunner,
    Replays,
    ResolveCompanyHandler,
    RunAtOnceHandler,
    StartChunkHandler,
    DeliverRowsHandler,
    RecordChunkHandler,
    FillBlocksHandler,
    CompleteChunkHandler,
    CancelJobHandler,
    EraseJobRowsHandler,
  ],
  exports: [CqrsModule, IntakeModule, RecordRepository],
})
export class JobCommandsModule {}
