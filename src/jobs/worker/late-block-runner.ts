/**
 * Gets the live answers that recorded chunks wait for (Architecture 3.6). Each answer is filled in as it
 * comes, and checks that failed are repeated until the deadline. Then blocks without an answer are given up.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type LiveAnswer,
  type LiveCheck,
  type LiveChecker,
  NoAnswerYetError,
  UnreadableSourceError,
} from '../../../packages/enrichment/src/index.js';
import { inParallel } from '../../../packages/platform/src/tasks/in-parallel.js';
import { FairSlots } from '../../../packages/platform/src/tasks/fair-slots.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { isActive } from '../../streams/job/job.state.js';
import { FillBlocks } from '../commands.js';
import type { LateAnswer } from '../record/late-answer.js';
import { ENRICHER, JOB_PORTS, type JobPorts } from '../job-ports.js';
import { isPending, type PendingRow } from '../record/chunk-record.js';
import type { LoadedRecord } from '../record/record-stream.js';
import {
  FIRST_RETRY_MS,
  longerWait,
  NO_ANSWER,
  checkOnce,
  type CheckLimits,
} from '../record/live-answers.js';
import type { LateChunk } from './chunk-runner.js';
import { JobBook } from './job-book.js';
import { WORKER_OPTIONS, WORK_METRICS, type WorkMetrics, type WorkerOptions } from './worker-ports.js';

/** The maximum number of answers in one append. It is far below the size limit of an append. */
const FILLS_AT_ONCE = 200;
/** Milliseconds after which a check is given up, to be repeated in the next round. */
const ONE_TRY_MS = 90_000;

interface OpenBlock {
  readonly row: number;
  readonly block: BlockKey;
  readonly company_number: string;
  /** The last live answer, which a later check may improve; null: there is none. */
  readonly lastAnswer: LiveAnswer | null;
}

/** The data that the live checks of a chunk share. */
interface SharedChecks extends CheckLimits {
  readonly job: LateChunk['id']['job'];
  readonly filler: Filler;
  /** Returns the check of a block; null once the job has ended. */
  readonly checkOf: (openBlock: OpenBlock) => LiveCheck | null;
}

@Injectable()
export class LateBlockRunner {
  private readonly stopping = new AbortController();
  /** All chunks share these slots, and jobs take turns: a large job can't start a thousand checks at once. */
  private readonly slots: FairSlots;

  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'clock' | 'settings'>,
    @Inject(ENRICHER) private readonly checker: LiveChecker,
    @Inject(WORK_METRICS) private readonly metrics: WorkMetrics,
    @Inject(WORKER_OPTIONS) private readonly options: Pick<WorkerOptions, 'liveChecksAtOnce'>,
    private readonly commands: CommandBus,
    private readonly book: JobBook,
  ) {
    this.slots = new FairSlots(options.liveChecksAtOnce);
  }

  /** Aborts the checks under way. The worker that takes the chunk over repeats them. */
  stop(): void {
    this.stopping.abort();
  }

  /** Settles all pending blocks and returns the record. After `stop`, blocks of it may still be pending. */
  async settle({ id, attempt, context, loaded }: LateChunk): Promise<LoadedRecord> {
    const filler = new Filler(loaded, async (record, answers) => {
      const newRecord = await this.commands.execute(new FillBlocks(record, attempt, context, answers));
      this.metrics.blocksFilled(answers.length);
      return newRecord;
    });
    const shared: SharedChecks = {
      job: id.job,
      filler,
      until: this.deadlineOf(id.job, id.chunk),
      signal: this.stopping.signal,
      checkOf: (openBlock) => this.checkOf(openBlock, id, loaded),
    };
    const openBlocks = await this.checkInRounds(openBlocksOf(loaded), shared);
    if (this.stopping.signal.aborted) return filler.flush();
    await Promise.all(
      openBlocks.map(async (openBlock) => filler.add(await this.finalAnswer(openBlock, shared))),
    );
    await Promise.all(
      openBlocksOf(await filler.flush()).map((openBlock) => filler.add(unansweredBlock(openBlock))),
    );
    return filler.flush();
  }

  /** Checks open blocks in rounds until the deadline; returns those still open. Waiting holds no slot. */
  private async checkInRounds(
    blocks: readonly OpenBlock[],
    shared: SharedChecks,
  ): Promise<readonly OpenBlock[]> {
    const remainingMs = (): number => shared.until - performance.now();
    let openBlocks = blocks;
    for (let wait = FIRST_RETRY_MS; ; wait = longerWait(wait)) {
      const stillOpen: OpenBlock[] = [];
      await inParallel(openBlocks, this.options.liveChecksAtOnce, async (openBlock) => {
        const answer = await this.tryCheck(openBlock, shared);
        if (answer !== null && answer.again_in_ms === undefined)
          await shared.filler.add(lateAnswer(openBlock, answer));
        else stillOpen.push({ ...openBlock, lastAnswer: answer ?? openBlock.lastAnswer });
      });
      openBlocks = stillOpen;
      const soonest = Math.min(...openBlocks.map(({ lastAnswer }) => lastAnswer?.again_in_ms ?? 0));
      const nextWait = Math.max(wait, soonest);
      // Blocks whose next check would come after the deadline keep their answer.
      if (openBlocks.length === 0 || shared.signal.aborted || soonest >= remainingMs()) return openBlocks;
      await pause(Math.min(nextWait, Math.max(0, remainingMs())), shared.signal);
      if (remainingMs() <= 0) return openBlocks;
    }
  }

  /** Returns the deadline by `performance.now()`, counted from the first start of the chunk. */
  private deadlineOf(job: LateChunk['id']['job'], chunk: number): number {
    const { clock, settings } = this.ports;
    const state = this.book.get(job)?.state;
    const chunkState = state !== undefined && isActive(state) ? state.chunks[chunk] : undefined;
    const since = chunkState?.status === 'started' ? Date.parse(chunkState.startedAt) : clock.now().getTime();
    const remainingMs = since + settings.liveDeadlineSeconds * 1_000 - clock.now().getTime();
    return performance.now() + remainingMs;
  }

  private async tryCheck(
    openBlock: OpenBlock,
    { job, checkOf, until, signal }: SharedChecks,
  ): Promise<LiveAnswer | null> {
    return this.slots.run(job, async () => {
      const check = checkOf(openBlock);
      const now = performance.now();
      if (check === null || now >= until || signal.aborted) return null;
      return checkOnce(this.checker, check, { until: Math.min(until, now + ONE_TRY_MS), signal });
    });
  }

  /**
   * Returns the final answer at the deadline: the last live answer, or the answer that the block gives
   * without live lookups.
   */
  private async finalAnswer(openBlock: OpenBlock, { checkOf }: SharedChecks): Promise<LateAnswer> {
    if (openBlock.lastAnswer !== null) return lateAnswer(openBlock, openBlock.lastAnswer);
    const check = checkOf(openBlock);
    const answer = check === null ? null : await this.checker.overdue(check).catch(nullUnlessStoreIsAway);
    return answer === null ? unansweredBlock(openBlock) : lateAnswer(openBlock, answer);
  }

  private checkOf(
    { row, block, company_number }: OpenBlock,
    { job, chunk }: LateChunk['id'],
    { state: record }: LoadedRecord,
  ): LiveCheck | null {
    const state = this.book.get(job)?.state;
    if (state === undefined || !isActive(state)) return null;
    const { operation, stored, account_id: account } = state.submission;
    const chunkState = state.chunks[chunk];
    return {
      job_id: job,
      row,
      block,
      company_number,
      job: state.submission,
      editions: record.editions,
      since: chunkState?.status === 'started' ? chunkState.startedAt : state.submittedAt,
      terms: { priority: operation === 'resolve' ? 'resolve' : 'job', keep: stored, account },
    };
  }
}

const lateAnswer = ({ row, block }: OpenBlock, { outcome, envelope }: LiveAnswer): LateAnswer => ({
  row,
  block,
  outcome,
  envelope,
});

/**
 * Returns null after a fault of a source: the block is given up. Throws if a store failed: the chunk runs
 * again.
 */
function nullUnlessStoreIsAway(error: unknown): null {
  if (error instanceof NoAnswerYetError && !(error instanceof UnreadableSourceError)) throw error;
  return null;
}

const unansweredBlock = (openBlock: OpenBlock): LateAnswer => lateAnswer(openBlock, NO_ANSWER);

function openBlocksOf({ state: record }: LoadedRecord): OpenBlock[] {
  const openBlocksOfRow = ([row, { blocks, company_number }]: [number, PendingRow]): OpenBlock[] =>
    [...blocks].map((block) => ({ row, block, company_number: company_number ?? '', lastAnswer: null }));
  return [...record.pending].flatMap(openBlocksOfRow);
}

/** Collects the answers that come while an append is under way, and appends them together. */
class Filler {
  private unwrittenAnswers: LateAnswer[] = [];
  private lastWrite: Promise<void> = Promise.resolve();

  constructor(
    private loaded: LoadedRecord,
    private readonly fill: (record: LoadedRecord, answers: readonly LateAnswer[]) => Promise<LoadedRecord>,
  ) {}

  /** Resolves when the answer is recorded, or dropped because the record has no pending block. */
  async add(answer: LateAnswer): Promise<void> {
    this.unwrittenAnswers.push(answer);
    this.lastWrite = this.lastWrite.then(() => this.write());
    return this.lastWrite;
  }

  async flush(): Promise<LoadedRecord> {
    await this.lastWrite;
    return this.loaded;
  }

  private async write(): Promise<void> {
    while (this.unwrittenAnswers.length > 0) {
      const answers = this.unwrittenAnswers.splice(0, FILLS_AT_ONCE);
      if (!isPending(this.loaded.state)) return;
      this.loaded = await this.fill(this.loaded, answers);
    }
  }
}
