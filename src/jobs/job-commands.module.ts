/** Provides the write side of jobs: handlers and repositories. `ENRICHER` comes from elsewhere. */
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { handledBy } from '../platform/nest/stream-module.js';
import { startChunk } from '../streams/job/job.decider.js';
import { CancelJobHandler } from './cancel/cancel-job.handler.js';
import { EraseJobRowsHandler } from './retention/erase-job-rows.handler.js';
import { CompleteChunkHandler } from './record/complete-chunk.handler.js';
import { DeliverRowsHandler } from './record/deliver-rows.handler.js';
import { FillBlocksHandler } from './record/fill-blocks.handler.js';
import { RecordChunkHandler } from './record/record-chunk.handler.js';
import { RecordRepository } from './record/record-stream.js';
import { StartChunk } from './commands.js';
import { JobRepository } from './job-stream.js';
import { InlineRunner } from './resolve/inline-run.js';
import { Replays } from './resolve/replays.js';
import { ResolveCompanyHandler } from './resolve/resolve-company.handler.js';
import { RunAtOnceHandler } from './resolve/run-at-once.handler.js';
import { IntakeModule } from './submit/intake.module.js';

/** Records that a chunk's rows are being worked on (Architecture 3.3). */
const startChunkHandler = handledBy(JobRepository)(StartChunk, (jobs, { job, start, context }) =>
  jobs.decide(job, { context, purpose: start.attempt }, (state) => startChunk(state, start)),
);

@Module({
  imports: [CqrsModule, IntakeModule],
  providers: [
    RecordRepository,
    InlineRunner,
    Replays,
    ResolveCompanyHandler,
    RunAtOnceHandler,
    startChunkHandler,
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
