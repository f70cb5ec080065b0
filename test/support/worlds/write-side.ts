/** The write side of jobs over given ports, as every role has it: a Nest context of its modules. */
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Command } from '@nestjs/cqrs';
import { CommandBus } from '@nestjs/cqrs';
import type { Enricher, LiveChecker } from '../../../packages/enrichment/src/pipeline/enricher.js';
import { RETAINED_JOBS } from '../../../src/jobs/retention/retained-jobs.js';
import type { RetainedJobs } from '../../../src/jobs/retention/retained-jobs.js';
import { JobCommandsModule } from '../../../src/jobs/job-commands.module.js';
import type { JobPorts } from '../../../src/jobs/job-ports.js';
import { ENRICHER } from '../../../src/jobs/job-ports.js';
import { JobBook } from '../../../src/jobs/worker/job-book.js';
import type { OpenJobs } from '../../../src/jobs/worker/open-jobs.js';
import { OPEN_JOBS } from '../../../src/jobs/worker/open-jobs.js';
import type { WorkMetrics, WorkerOptions } from '../../../src/jobs/worker/worker-ports.js';
import {
  DEFAULT_OPTIONS,
  NO_METRICS,
  WORKER_OPTIONS,
  WORK_METRICS,
} from '../../../src/jobs/worker/worker-ports.js';
import { Worker } from '../../../src/jobs/worker/worker.js';
import { WorkerModule } from '../../../src/jobs/worker/worker.module.js';
import { openContext } from '../../../packages/platform/src/nest/context.js';
import * as tokens from '../../../packages/platform/src/nest/tokens.js';
import { FakeEnricher } from '../fake-enricher.js';

export type Answers = Enricher & LiveChecker;

const SILENT = { warn: () => undefined, error: () => undefined };

const portValues = (
  { store, coordination, clock, entropy, settings }: JobPorts,
  enricher: Answers,
): [symbol, unknown][] => [
  [tokens.EVENT_STORE, store],
  [tokens.COORDINATION, coordination],
  [tokens.CLOCK, clock],
  [tokens.ENTROPY, entropy],
  [tokens.SETTINGS, settings],
  [tokens.LOGGER, SILENT],
  [ENRICHER, enricher],
];

/** Opened with the first command. */
export class WriteSide {
  private opened: Promise<INestApplicationContext> | undefined;

  constructor(
    private readonly ports: JobPorts,
    private readonly enricher: Answers = new FakeEnricher(),
    private readonly retained: Pick<RetainedJobs, 'newestBefore'> = { newestBefore: async () => null },
  ) {}

  async execute<Result>(command: Command<Result>): Promise<Result> {
    return (await this.get(CommandBus)).execute(command);
  }

  async get<T>(service: Type<T>): Promise<T> {
    this.opened ??= openContext(
      [JobCommandsModule],
      new Map<symbol, unknown>([...portValues(this.ports, this.enricher), [RETAINED_JOBS, this.retained]]),
    );
    return (await this.opened).get(service, { strict: false });
  }
}

export interface WorkerSide {
  readonly ports: JobPorts;
  readonly enricher: Answers;
  readonly models: OpenJobs & RetainedJobs;
  readonly metrics?: Partial<WorkMetrics>;
  readonly options?: Partial<WorkerOptions>;
}

/** A worker over given ports. */
export class WorkerUnderTest {
  private opened: INestApplicationContext | undefined;

  constructor(private readonly side: WorkerSide) {}

  async start(): Promise<void> {
    await (await this.get(Worker)).start();
  }

  async stop(): Promise<void> {
    await this.opened?.get(Worker).stop();
  }

  /** Jobs that it knows of and that are not over. */
  get openJobCount(): number {
    return this.opened?.get(JobBook).size ?? 0;
  }

  async get<T>(service: Type<T>): Promise<T> {
    const { ports, enricher, models, metrics, options } = this.side;
    this.opened ??= await openContext(
      [WorkerModule],
      new Map<symbol, unknown>([
        ...portValues(ports, enricher),
        [WORK_METRICS, { ...NO_METRICS, ...metrics }],
        [WORKER_OPTIONS, { ...DEFAULT_OPTIONS, ...options }],
        [OPEN_JOBS, models],
        [RETAINED_JOBS, models],
      ]),
    );
    return this.opened.get(service, { strict: false });
  }
}
