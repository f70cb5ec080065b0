/** Provides a worker: the write side of jobs and the parts that run chunks, but not `ENRICHER`. */
import { Module } from '@nestjs/common';
import type { Entropy } from '../../../packages/platform/src/secrets/entropy.js';
import { ENTROPY, LOGGER } from '../../../packages/platform/src/nest/tokens.js';
import { Eraser } from '../retention/eraser.js';
import { JobCommandsModule } from '../job-commands.module.js';
import { JOB_PORTS, type JobPorts } from '../job-ports.js';
import { ChunkClaims } from './chunk-claims.js';
import { ChunkRunner } from './chunk-runner.js';
import { ClockCheck } from '../../../packages/platform/src/coordination/clock-check.js';
import { JobBook } from './job-book.js';
import { JobFollower } from './job-follower.js';
import { LateBlockRunner } from './late-block-runner.js';
import { WorkFinder } from './work-finder.js';
import { Worker } from './worker.js';
import { WORKER_NAME, WORKER_OPTIONS, type WorkLog, type WorkerOptions } from './worker-ports.js';

const workerName = {
  provide: WORKER_NAME,
  inject: [ENTROPY],
  useFactory: (entropy: Entropy): string => entropy.ulid(),
};

const chunkClaims = {
  provide: ChunkClaims,
  inject: [JOB_PORTS, WORKER_NAME, WORKER_OPTIONS],
  useFactory: ({ coordination }: JobPorts, name: string, { lease }: WorkerOptions): ChunkClaims =>
    new ChunkClaims(coordination, name, lease),
};

const clockCheck = {
  provide: ClockCheck,
  inject: [JOB_PORTS, LOGGER, WORKER_NAME],
  useFactory: ({ coordination, clock }: JobPorts, log: WorkLog, name: string): ClockCheck =>
    new ClockCheck({ coordination, clock, log, name, meanwhile: 'no work is taken on' }),
};

@Module({
  imports: [JobCommandsModule],
  providers: [
    workerName,
    chunkClaims,
    clockCheck,
    JobBook,
    JobFollower,
    WorkFinder,
    ChunkRunner,
    LateBlockRunner,
    Eraser,
    Worker,
  ],
})
export class WorkerModule {}
