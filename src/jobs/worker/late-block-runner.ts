/** Gets the live answers that recorded chunks wait for, until their deadline (Architecture 3.6). */
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
import type { JobId } from '../../../packages/contract/src/ids.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { isActive } from '../../streams/job/job.state.js';
import { FillBlocks } from '../commands.js';
import {
  type LateAnswer,
  FIRST_RETRY_MS,
  longerWait,
  NO_ANSWER,
  checkOnce,
  type CheckLimits,
} from '../record/live-answers.js';
import { ENRICHER, JOB_PORTS, type JobPorts } from '../job-ports.js';
import { isPending, type PendingRow } from '../record/chunk-record.js';
import type { LoadedRecord } from '../record/record-stream.js';
import type { LateChunk } from './chunk-runner.js';
import { JobBook } from './job-book.js';
import { WORKER_OPTIONS, WORK_METRICS, type WorkMetrics, type WorkerOptions } from './worker-ports.js';

/** The maximum number of answers in one append. It is far below the size limit of an append. */
const FILLS_AT_ONCE = 200;
/** After this time a check is given up, to be repeated in the next round. */
const ONE_TRY_MS = 90_000;

interface OpenBlock {
  readonly row: number;
  readonly block: BlockKey;
  readonly company_number: string;
  /** The last live answer, which a later check may improve; null: there is none. */
  readonly lastAnswer: LiveAnswer | null;
}

/** The data that the live checks of a chunk share. */
interface ChunkChecks extends CheckLimits {
  readonly job: JobId;
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

  /** Settles all pending blocks and returns the record. After `stop` it may still have pending blocks. */
  async settle({ id, attemptId, context, record }: LateChunk): Promise<LoadedRecord> {
    const filler = new Filler(record, async (earlierRecord, answers) => {
      const newRecord = await this.commands.execute(
        new FillBlocks(earlierRecord, attemptId, context, answers),
      );
      this.metrics.blocksFilled(answers.length);
      return newRecord;
    });
    const checks: ChunkChecks = {
      job: id.job,
      filler,
      deadlineMs: this.deadlineMsOf(id),
      signal: this.stopping.signal,
      checkOf: (openBlock) => this.checkOf(openBlock, id, record),
    };
    const openBlocks = await this.checkInRounds(openBlocksOf(record), checks);
    if (this.stopping.signal.aborted) return filler.flush();
    await Promise.all(
      openBlocks.map(async (openBlock) => filler.add(await this.finalAnswer(openBlock, checks))),
    );
    // No block should be pending by now. One that is ends without an answer, so that the chunk can complete.
    await Promise.all(
      openBlocksOf(await filler.flush()).map((openBlock) => filler.add(unansweredBlock(openBlock))),
    );
    return filler.flush();
  }

  /** Checks open blocks in rounds until the deadline, and returns those still open. A wait holds no slot. */
  private async checkInRounds(
    blocks: readonly OpenBlock[],
    checks: ChunkChecks,
  ): Promise<readonly OpenBlock[]> {
    const remainingMs = (): number => checks.deadlineMs - performance.now();
    let openBlocks = blocks;
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = longerWait(waitMs)) {
      const stillOpen: OpenBlock[] = [];
      await inParallel(openBlocks, this.options.liveChecksAtOnce, async (openBlock) => {
        const answer = await this.tryCheck(openBlock, checks);
        if (answer !== null && answer.again_in_ms === undefined)
          await checks.filler.add(lateAnswer(openBlock, answer));
        else stillOpen.push({ ...openBlock, lastAnswer: answer ?? openBlock.lastAnswer });
      });
      openBlocks = stillOpen;
      const soonestMs = Math.min(...openBlocks.map(({ lastAnswer }) => lastAnswer?.again_in_ms ?? 0));
      // Blocks whose next check would come after the deadline keep their answer.
      if (openBlocks.length === 0 || checks.signal.aborted || soonestMs >= remainingMs()) return openBlocks;
      await pause(Math.min(Math.max(waitMs, soonestMs), Math.max(0, remainingMs())), checks.signal);
      if (remainingMs() <= 0) return openBlocks;
    }
  }

  /** Returns the deadline by `performance.now()`, counted from the first start of the chunk. */
  private deadlineMsOf({ job, chunk }: ChunkId): number {
    const { clock, settings } = this.ports;
    const state = this.book.get(job)?.state;
    const chunkState = state !== undefined && isActive(state) ? state.chunks[chunk] : undefined;
    const nowMs = clock.now().getTime();
    const startMs = chunkState?.status === 'started' ? Date.parse(chunkState.startedAt) : nowMs;
    return performance.now() + startMs + settings.liveDeadlineSeconds * 1_000 - nowMs;
  }

  private async tryCheck(
    openBlock: OpenBlock,
    { job, checkOf, deadlineMs, signal }: ChunkChecks,
  ): Promise<LiveAnswer | null> {
    return this.slots.run(job, async () => {
      const check = checkOf(openBlock);
      const nowMs = performance.now();
      if (check === null || nowMs >= deadlineMs || signal.aborted) return null;
      const limits = { deadlineMs: Math.min(deadlineMs, nowMs + ONE_TRY_MS), signal };
      return checkOnce(this.checker, check, limits);
    });
  }

  /** Returns the last live answer, or the answer that the block gives without live lookups. */
  private async finalAnswer(openBlock: OpenBlock, { checkOf }: ChunkChecks): Promise<LateAnswer> {
    if (openBlock.lastAnswer !== null) return lateAnswer(openBlock, openBlock.lastAnswer);
    const check = checkOf(openBlock);
    const answer = check === null ? null : await this.checker.overdue(check).catch(nullUnlessStoreIsAway);
    return answer === null ? unansweredBlock(openBlock) : lateAnswer(openBlock, answer);
  }

  private checkOf(
    { row, block, company_number }: OpenBlock,
    { job, chunk }: ChunkId,
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

/** Returns null after a fault of a source, so the block is given up. Throws if a store failed. */
function nullUnlessStoreIsAway(error: unknown): null {
  if (error instanceof NoAnswerYetError && !(error instanceof UnreadableSourceError)) throw error;
  return null;
}

const unansweredBlock = (openBlock: OpenBlock): LateAnswer => lateAnswer(openBlock, NO_ANSWER);

function openBlocksOf({ state: record }: LoadedRecord): OpenBlock[] {
  const openBlocksOfRow = ([row, { blocks, company_number }]: [number, PendingRow]): OpenBlock[] =>
    [...blocks].map((block) => ({ row, block, company_number: company_number ?? '', lastAnswer: null }));
  return [...record.pendingRows].flatMap(openBlocksOfRow);
}

/** Collects the answers that come while an append is under way, and appends them together. */
class Filler {
  private unwrittenAnswers: LateAnswer[] = [];
  private lastWrite: Promise<void> = Promise.resolve();

  constructor(
    private record: LoadedRecord,
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
    return this.record;
  }

  private async write(): Promise<void> {
    while (this.unwrittenAnswers.length > 0) {
      const answers = this.unwrittenAnswers.splice(0, FILLS_AT_ONCE);
      if (!isPending(this.record.state)) return;
      this.record = await this.fill(this.record, answers);
    }
  }
}
