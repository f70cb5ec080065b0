/** Runs one chunk. If another worker began it, goes on after what the log has (Architecture 3.3 to 3.5). */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type EnrichedRow, type Enricher, RowBodies } from '../../../packages/enrichment/src/index.js';
import type { EventContext } from '../../streams/envelope.js';
import { decodeRowDataEvent, rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { StreamDeletedError } from '../../../packages/platform/src/event-store/event-store.js';
import { NotNowError } from '../../../packages/platform/src/errors/not-now-error.js';
import { LOGGER } from '../../../packages/platform/src/nest/tokens.js';
import { SharedLock } from '../../../packages/platform/src/tasks/shared-lock.js';
import { spanFrom } from '../../../packages/platform/src/telemetry/tracing.js';
import type { ActiveJob, ChunkState } from '../../streams/job/job.state.js';
import { isActive, isEnded, isOnlyEndMissing } from '../../streams/job/job.state.js';
import { rowsOfChunk } from '../../streams/job/chunk-bounds.js';
import { CompleteChunk, DeliverRows, RecordChunk, StartChunk, type RecordOutcome } from '../commands.js';
import { ENRICHER, JOB_PORTS, type JobPorts } from '../job-ports.js';
import type { LoadedJob } from '../job-stream.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import type { ChunkId } from '../../streams/stream-ids.js';
import { isPending } from '../record/chunk-record.js';
import { RecordRepository, type LoadedRecord } from '../record/record-stream.js';
import { failAllRows, answerBatch, answerRow, type OnEnrichmentFault } from '../record/row-answers.js';
import { ChunkClaims, DEATHS_UNTIL_ROW_BY_ROW, type ChunkClaim } from './chunk-claims.js';
import { JobBook } from './job-book.js';
import { WORK_METRICS, chunkFields, type WorkLog, type WorkMetrics } from './worker-ports.js';
import { isDeepStrictEqual } from 'node:util';
import { findLostRows, trialOrder } from './deadly-rows.js';

/** A recorded chunk that waits for live answers, together with its lease. */
export interface LateChunk {
  readonly id: ChunkId;
  readonly claim: ChunkClaim;
  readonly attemptId: string;
  readonly context: EventContext;
  readonly record: LoadedRecord;
}

export type ChunkRun =
  | { readonly outcome: 'completed' }
  /** A cancel skipped the chunk, or it was already completed. */
  | { readonly outcome: 'nothing_to_do' }
  /** Another worker holds the chunk, or this machine can't get the editions of the chunk now. */
  | { readonly outcome: 'not_now' }
  /** The chunk is recorded, but blocks are pending. */
  | { readonly outcome: 'late'; readonly lateChunk: LateChunk };

/** Returns true if a client that lost its connection can come back for the row (Contract 2.11). */
const canClientComeBack = ({ submission }: ActiveJob): boolean =>
  submission.stored && (submission.idempotent || submission.collection !== 'inline');

@Injectable()
export class ChunkRunner {
  /** Batches share this lock. A row that may kill the worker holds it exclusively. */
  private readonly lock = new SharedLock();

  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'store' | 'entropy'>,
    @Inject(ENRICHER) private readonly enricher: Enricher,
    @Inject(WORK_METRICS) private readonly metrics: WorkMetrics,
    @Inject(LOGGER) private readonly log: WorkLog,
    private readonly commands: CommandBus,
    private readonly records: RecordRepository,
    private readonly book: JobBook,
    private readonly claims: ChunkClaims,
  ) {}

  /** Runs the chunk, in the trace of the request that submitted the job. */
  run(id: ChunkId): Promise<ChunkRun> {
    return spanFrom(this.book.get(id.job)?.traceparent, 'chunk', chunkFields(id.job, id.chunk), () =>
      this.claimAndRun(id),
    );
  }

  private async claimAndRun(id: ChunkId): Promise<ChunkRun> {
    const state = this.book.get(id.job)?.state;
    if (state === undefined || !isActive(state)) return { outcome: 'nothing_to_do' };
    const chunk = state.chunks[id.chunk];
    if (chunk === undefined) return { outcome: 'nothing_to_do' };
    if (chunk.status === 'completed') {
      // If all chunks are completed, only the end of the job is missing. Completing this
      // chunk again writes it.
      if (isOnlyEndMissing(state)) await this.complete(id, null, await this.records.load(id));
      return { outcome: 'nothing_to_do' };
    }
    const startedEditions = chunk.status === 'started' ? chunk.editions : null;
    // Editions are fetched before the lease, because a fetch can take minutes. Meanwhile another worker may
    // lease the chunk.
    const isPrepared = await this.enricher.prepare?.(startedEditions, state.submission.blocks);
    if (isPrepared === false) return { outcome: 'not_now' };
    const claim = await this.claims.claim(id, chunk.status === 'waiting');
    if (claim === null) return { outcome: 'not_now' };
    let run: ChunkRun | undefined;
    try {
      run = await this.runClaimed(id, claim, chunk);
      return run;
    } catch (error) {
      if (!(error instanceof StreamDeletedError)) throw error;
      // The job ended and its rows were erased while this worker was paused.
      await this.book.load(id.job);
      return (run = { outcome: 'nothing_to_do' });
    } finally {
      if (run?.outcome !== 'late') await this.claims.release(id, claim, run !== undefined);
    }
  }

  private async runClaimed(id: ChunkId, claim: ChunkClaim, chunk: ChunkState): Promise<ChunkRun> {
    const attemptId = this.ports.entropy.ulid();
    const isTakeover = chunk.status === 'started';
    const earlierRecord = isTakeover ? await this.records.load(id) : null;
    if (earlierRecord !== null && earlierRecord.state.attemptId !== null)
      return this.continueFromRecord(id, claim, attemptId, earlierRecord);
    const attempt = await this.start(id, attemptId, chunk);
    if (attempt === null) return { outcome: 'nothing_to_do' };
    const startedAtMs = performance.now();
    const { record, hasWon } = await this.record(id, claim, attempt);
    this.metrics.chunkRecorded({
      rows: attempt.rows.length,
      units: record.state.units,
      durationMs: performance.now() - startedAtMs,
      hasWon,
      isTakeover,
    });
    return this.continueFromRecord(id, claim, attemptId, record);
  }

  /** Records that the rows are being worked on. Returns null if a cancel or another worker was first. */
  private async start(id: ChunkId, attemptId: string, chunk: ChunkState): Promise<ChunkAttempt | null> {
    const { enricher } = this;
    const job = this.book.get(id.job);
    if (job === undefined || !isActive(job.state)) return null;
    const earlierEditions =
      chunk.status === 'started' && (await enricher.holds(chunk.editions)) ? chunk.editions : null;
    const editions = earlierEditions ?? (await enricher.currentEditions(job.state.submission.blocks));
    const start = { chunk: id.chunk, attempt: attemptId, editions };
    const startResult = await this.book.write(id.job, (newest) =>
      this.commands.execute(new StartChunk(newest, start, contextOf(newest))),
    );
    if (startResult.outcome === 'refused') return null;
    const { submission } = job.state;
    const { from: firstRow, count } = rowsOfChunk(submission, id.chunk);
    const submittedRows = await this.readSubmittedRows(id);
    if (submittedRows === null && submission.inline_until === null)
      throw new NotNowError('the submitted rows of an accepted job could not be read');
    // The resolve died before it stored its row: only the number of rows is known.
    const rows = submittedRows ?? Array.from({ length: count }, (): SubmittedRow => ({}));
    return {
      submission,
      chunk: id.chunk,
      attemptId,
      editions,
      firstRow,
      rows,
      context: contextOf(job),
    };
  }

  private async record(id: ChunkId, claim: ChunkClaim, attempt: ChunkAttempt): Promise<RecordOutcome> {
    const answers = await this.answer(id, claim, attempt);
    const deliveredChunk = await this.commands.execute(new DeliverRows(attempt, answers));
    return this.commands.execute(new RecordChunk(deliveredChunk));
  }

  private async answer(
    id: ChunkId,
    claim: ChunkClaim,
    attempt: ChunkAttempt,
  ): Promise<readonly EnrichedRow[]> {
    const { enricher, log } = this;
    const state = this.book.get(id.job)?.state;
    const isUnfinishedResolve = attempt.submission.inline_until !== null;
    if (isUnfinishedResolve && state !== undefined && isActive(state) && !canClientComeBack(state))
      return failAllRows(attempt, 'worker_lost');
    const onFault = (error: unknown): void =>
      log.error({ ...chunkFields(id.job, id.chunk), err: error }, 'enrichment threw');
    if (claim.deaths < DEATHS_UNTIL_ROW_BY_ROW) {
      return this.lock.shared(() => answerBatch(enricher, attempt, onFault));
    }
    log.warn({ ...chunkFields(id.job, id.chunk), deaths: claim.deaths }, 'taking a chunk row by row');
    const tools = { enricher, claims: this.claims, lock: this.lock, onFault };
    return answerCarefully(tools, { id, deaths: claim.deaths }, attempt);
  }

  /** Continues from a record: late blocks first, then the end of the chunk. */
  private async continueFromRecord(
    id: ChunkId,
    claim: ChunkClaim,
    attemptId: string,
    record: LoadedRecord,
  ): Promise<ChunkRun> {
    if (isPending(record.state)) {
      const job = this.book.get(id.job);
      const context = job === undefined ? null : contextOf(job);
      if (context === null) return { outcome: 'nothing_to_do' };
      return { outcome: 'late', lateChunk: { id, claim, attemptId, context, record } };
    }
    await this.complete(id, claim, record);
    return { outcome: 'completed' };
  }

  /** Completes the chunk; the last chunk ends the job. Counts come from the record. */
  async complete(id: ChunkId, claim: ChunkClaim | null, record: LoadedRecord): Promise<void> {
    const writeOutcome = await this.book.write(id.job, (job) =>
      this.commands.execute(new CompleteChunk(job, record, contextOf(job))),
    );
    if (writeOutcome.outcome === 'appended') this.reportEndedJob(writeOutcome.loaded);
    if (claim !== null && claim.deaths >= DEATHS_UNTIL_ROW_BY_ROW) await this.claims.clearSuspects(id);
  }

  private reportEndedJob({ state }: LoadedJob): void {
    if (!isEnded(state) || state.status === 'erased') return;
    const { status, submittedAt, finishedAt } = state;
    const durationMs = Date.parse(finishedAt) - Date.parse(submittedAt);
    this.metrics.jobEnded({ status, durationMs });
  }

  /** Reads the submitted rows. Returns null if none were written. @throws StreamDeletedError */
  private async readSubmittedRows({ job, chunk }: ChunkId): Promise<readonly SubmittedRow[] | null> {
    const stream = rowDataStream(job, chunk);
    const slice = await this.ports.store.readStream(stream, { limit: 1 });
    if (slice.status === 'deleted') throw new StreamDeletedError(stream);
    const [first] = slice.status === 'found' ? slice.events : [];
    if (first === undefined) return null;
    const { event } = decodeRowDataEvent(first);
    return event.type === 'RowsSubmitted' ? event.data.rows : null;
  }
}

const contextOf = ({ requestId, state }: LoadedJob): EventContext => ({
  requestId,
  actor: 'worker',
  ...(isActive(state) ? { account: state.submission.account_id } : {}),
});

interface CarefulTools {
  readonly enricher: Enricher;
  readonly claims: ChunkClaims;
  /** A row that is tried holds the lock exclusively, so that no other work can kill this process. */
  readonly lock: SharedLock;
  readonly onFault: OnEnrichmentFault;
}

/**
 * Answers the rows of a chunk one by one, after workers died on it. Each row is marked while it is worked on,
 * so that it fails no other row (Architecture 3.4), and each answer is kept for the next worker. Rows that
 * `findLostRows` names fail with `worker_lost`.
 * @returns the answers in the order of the rows
 */
export async function answerCarefully(
  { enricher, claims, lock, onFault }: CarefulTools,
  { id, deaths }: { readonly id: ChunkId } & Pick<ChunkClaim, 'deaths'>,
  attempt: ChunkAttempt,
): Promise<readonly EnrichedRow[]> {
  const [suspects, keptAnswers] = await Promise.all([claims.readSuspects(id), claims.readKeptAnswers(id)]);
  const isAnswered = keptAnswers.some(
    (answer) => answer.row === suspects.row && answer.deaths >= suspects.deaths,
  );
  // A worker that released the chunk while a row was marked did not die: the number of deaths has not grown.
  const isDeadly = suspects.row !== null && !isAnswered && deaths > suspects.deaths;
  const newDeaths = isDeadly ? [{ row: suspects.row, deaths: suspects.deaths }] : [];
  const rowsAtDeath = [...suspects.rowsAtDeath, ...newDeaths];
  const lostRows = [...new Set([...suspects.lostRows, ...findLostRows(rowsAtDeath, keptAnswers)])];
  const mark = (row: number | null): Promise<void> =>
    claims.markSuspect(id, { row, deaths, rowsAtDeath, lostRows });

  const { editions, firstRow, rows } = attempt;
  const answerByRow = new Map(
    keptAnswers.flatMap(({ row, answer, editions: answeredFrom }) =>
      isDeepStrictEqual(answeredFrom, editions) ? [[row, answer]] : [],
    ),
  );
  const tryRow = async (row: number): Promise<EnrichedRow> => {
    await mark(row);
    try {
      const answer = await answerRow(enricher, attempt, row - firstRow, onFault);
      if (attempt.submission.stored) await claims.keepAnswer(id, { row, deaths, editions, answer });
      else await mark(null);
      return answer;
    } catch (error) {
      // This worker did not die on the row.
      await mark(null).catch(() => undefined);
      throw error;
    }
  };
  for (const [index, row] of rows.entries())
    if (lostRows.includes(firstRow + index))
      answerByRow.set(firstRow + index, RowBodies.failedRow(firstRow + index, row, 'worker_lost'));
  const openRows = rows.map((_row, index) => firstRow + index).filter((row) => !answerByRow.has(row));
  for (const row of trialOrder(openRows, rowsAtDeath))
    answerByRow.set(row, await lock.exclusive(() => tryRow(row)));
  return rows.flatMap((_row, index) => answerByRow.get(firstRow + index) ?? []);
}
