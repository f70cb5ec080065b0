/**
 * Chunks that are recorded and wait for live answers: each answer is filled in as it comes, what isn't there at the
 * deadline is given up, then the chunk is completed (Architecture 3.6).
 */
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { LiveAnswer, LiveChecker } from '../../enrichment/live-checker.js';
import { inParallel } from '../../platform/tasks/in-parallel.js';
import { Slots } from '../../platform/tasks/slots.js';
import type { BlockKey } from '../../shared/block-key.js';
import { isActive } from '../../streams/job/job.state.js';
import { FillBlocks, type LateAnswer } from '../commands.js';
import { ENRICHER, JOB_PORTS, type JobPorts } from '../job-ports.js';
import { isPending, type PendingRow } from '../record/chunk-record.js';
import type { LoadedRecord } from '../record/record-stream.js';
import { liveAnswer, type LiveTerms } from '../record/live-answers.js';
import { UNANSWERED } from '../record/row-json.js';
import type { LateChunk } from './chunk-runner.js';
import { JobBook } from './job-book.js';
import { WORKER_OPTIONS, WORK_METRICS, type WorkMetrics, type WorkerOptions } from './worker-ports.js';

/** Fills in one append: far below what one may carry. */
const FILLS_AT_ONCE = 200;

interface Question {
  readonly row: number;
  readonly block: BlockKey;
  readonly company_number: string;
}

@Injectable()
export class LateBlocks {
  private readonly stopping = new AbortController();
  /** Shared by all chunks: a large job must not ask a thousand questions at once. */
  private readonly slots: Slots;

  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'clock' | 'settings'>,
    @Inject(ENRICHER) private readonly checker: LiveChecker,
    @Inject(WORK_METRICS) private readonly metrics: WorkMetrics,
    @Inject(WORKER_OPTIONS) private readonly options: Pick<WorkerOptions, 'liveChecksAtOnce'>,
    private readonly commands: CommandBus,
    private readonly book: JobBook,
  ) {
    this.slots = new Slots(options.liveChecksAtOnce);
  }

  /** Checks under way are dropped; the worker that takes the chunk over repeats them. */
  stop(): void {
    this.stopping.abort();
  }

  /** The record with nothing pending, or as far as it came before the stop. */
  async settle({ id, attempt, context, loaded }: LateChunk): Promise<LoadedRecord> {
    const filler = new Filler(loaded, async (known, answers) => {
      const filled = await this.commands.execute(new FillBlocks(known, attempt, context, answers));
      this.metrics.blocksFilled(answers.length);
      return filled;
    });
    const terms: LiveTerms = { until: this.deadlineOf(id.job, id.chunk), signal: this.stopping.signal };
    await inParallel(questionsOf(loaded), this.options.liveChecksAtOnce, async (question) => {
      const answer = await this.slots.run(() => this.ask(question, loaded, id.job, terms));
      if (answer !== null) await filler.add({ ...question, ...answer });
    });
    if (this.stopping.signal.aborted) return filler.flushed();
    await Promise.all(questionsOf(await filler.flushed()).map((question) => filler.add(givenUp(question))));
    return filler.flushed();
  }

  /** On the clock of `performance.now()`: what is left of the time since the chunk was first started. */
  private deadlineOf(job: LateChunk['id']['job'], chunk: number): number {
    const { clock, settings } = this.ports;
    const state = this.book.get(job)?.state;
    const started = state !== undefined && isActive(state) ? state.chunks[chunk] : undefined;
    const since = started?.status === 'started' ? Date.parse(started.startedAt) : clock.now().getTime();
    const left = since + settings.liveDeadlineSeconds * 1_000 - clock.now().getTime();
    return performance.now() + left;
  }

  private async ask(
    { row, block, company_number }: Question,
    { state: record }: LoadedRecord,
    job: LateChunk['id']['job'],
    terms: LiveTerms,
  ): Promise<LiveAnswer | null> {
    const state = this.book.get(job)?.state;
    if (state === undefined || !isActive(state)) return null;
    const { options } = state.submission;
    const check = { job_id: job, row, block, company_number, options, editions: record.editions };
    return liveAnswer(this.checker, check, terms);
  }
}

const givenUp = ({ row, block }: Question): LateAnswer => ({
  row,
  block,
  outcome: { status: 'not_found', reason: UNANSWERED.reason },
  envelope: UNANSWERED,
});

function questionsOf({ state: record }: LoadedRecord): Question[] {
  const ofRow = ([row, { blocks, company_number }]: [number, PendingRow]): Question[] =>
    [...blocks].map((block) => ({ row, block, company_number: company_number ?? '' }));
  return [...record.pending].flatMap(ofRow);
}

/** Gathers answers while an append is under way, and appends them together. */
class Filler {
  private waiting: LateAnswer[] = [];
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private loaded: LoadedRecord,
    private readonly fill: (known: LoadedRecord, answers: readonly LateAnswer[]) => Promise<LoadedRecord>,
  ) {}

  /** Resolves when the answer is recorded. */
  async add(answer: LateAnswer): Promise<void> {
    this.waiting.push(answer);
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  async flushed(): Promise<LoadedRecord> {
    await this.writing;
    return this.loaded;
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const answers = this.waiting.splice(0, FILLS_AT_ONCE);
      if (!isPending(this.loaded.state)) return;
      this.loaded = await this.fill(this.loaded, answers);
    }
  }
}
