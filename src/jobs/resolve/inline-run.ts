/** Runs a resolve inside its request, as a job of one row in few appends (Architecture 3.9). */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EnrichedRow, Enricher, LiveChecker } from '../../../packages/enrichment/src/index.js';
import { firstLeaf, type EventLeaf } from '../../seals/sealed-tree.js';
import { submitAndStart } from '../../streams/job/job.decider.js';
import type { Submission } from '../../streams/job/job.events.js';
import { rowsStream } from '../../streams/rows/rows.events.js';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
  StreamDeletedError,
} from '../../../packages/platform/src/event-store/event-store.js';
import { LOGGER } from '../../../packages/platform/src/nest/tokens.js';
import { CompleteChunk, DeliverRows, RecordChunk, RecordWholeJob } from '../commands.js';
import type { DeliveredChunk, ChunkAttempt } from '../record/chunk-attempt.js';
import { ENRICHER, JOB_PORTS, type JobPorts } from '../job-ports.js';
import { JobRepository, type LoadedJob } from '../job-stream.js';
import { isPending } from '../record/chunk-record.js';
import { DataStreams, type LoadedDataStream } from '../record/data-stream.js';
import type { LoadedRecord } from '../record/record-stream.js';
import type { OnEnrichmentFault } from '../record/row-answers.js';
import type { BegunSubmission } from '../submit/acceptance.js';
import { rowsSubmitted, submissionContext, type SubmissionOrigin } from '../submit/submission-events.js';
import { SubmissionWriter } from '../submit/submission-writer.js';
import { chunkFields, type WorkLog } from '../worker/worker-ports.js';
import { answerInline, answerFromRegister, pendingBlocks } from './inline-answer.js';

export interface InlineRequest extends Pick<BegunSubmission, 'origin' | 'salt' | 'chunks'> {
  readonly row: SubmittedRow;
  /** The answer must be ready at this moment, by `performance.now()`. */
  readonly deadlineMs: number;
}

export type InlineRun =
  | {
      readonly outcome: 'recorded';
      readonly row: EnrichedRow;
      /** The job has not ended while blocks are pending. */
      readonly job: LoadedJob;
      readonly receipt_event: EventLeaf | null;
    }
  /** Another process finishes this job, or has finished it. */
  | { readonly outcome: 'recorded_by_another' }
  | { readonly outcome: 'abandoned' };

/** Returns true if a worker could finish the row after this process died. Such a row is stored first. */
const canBeTakenOver = ({ stored, idempotent, collection }: Submission): boolean =>
  stored && (idempotent || collection === 'deferred');

@Injectable()
export class InlineRunner {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'entropy'>,
    @Inject(ENRICHER) private readonly enricher: Enricher & LiveChecker,
    @Inject(LOGGER) private readonly log: WorkLog,
    private readonly commands: CommandBus,
    private readonly jobs: JobRepository,
    private readonly dataStreams: DataStreams,
    private readonly writer: SubmissionWriter,
  ) {}

  async run(request: InlineRequest): Promise<InlineRun> {
    try {
      return await this.runOnce(request);
    } catch (error) {
      // The submission was closed after a day, and its data were deleted.
      if (error instanceof StreamDeletedError) return { outcome: 'abandoned' };
      throw error;
    }
  }

  private async runOnce(request: InlineRequest): Promise<InlineRun> {
    const attempt = await this.newAttempt(request);
    const { submission } = request.origin;
    if (canBeTakenOver(submission)) {
      await this.writer.writeRows(request.origin, request.chunks, request.salt);
      return this.runStarted(request, attempt, null);
    }
    // No other process could answer the row: the job begins only once an answer is certain.
    const waitingRequest = { deadlineMs: request.deadlineMs, onFault: this.faultLogger(attempt) };
    const row = await answerFromRegister(this.enricher, attempt, waitingRequest);
    if (!submission.stored) return this.runStarted(request, attempt, row);
    if (pendingBlocks(row).length > 0) {
      await this.writer.writeRows(request.origin, request.chunks, request.salt);
      return this.runStarted(request, attempt, row);
    }
    return this.runAtOnce(request, attempt, row);
  }

  /** Writes the whole job at once: its row is answered, and no other process could have taken it over. */
  private async runAtOnce(
    { origin, salt, chunks }: InlineRequest,
    attempt: ChunkAttempt,
    answer: EnrichedRow,
  ): Promise<InlineRun> {
    const submittedRows = [...chunks].map((chunk, index) => rowsSubmitted(origin, index, chunk, salt));
    const outcome = await this.commands.execute(new RecordWholeJob(origin, attempt, submittedRows, [answer]));
    if (outcome.outcome === 'recorded_by_another') return outcome;
    const { record, needsCompletion, rows, receipt_event } = outcome;
    const [row = answer] = rows;
    const job = needsCompletion ? await this.complete(outcome.job, attempt, record) : outcome.job;
    return { outcome: 'recorded', row, job, receipt_event };
  }

  /** Starts the job while its row is answered. The caller has written the submitted row, if it is stored. */
  private async runStarted(
    request: InlineRequest,
    attempt: ChunkAttempt,
    rowFromRegister: EnrichedRow | null,
  ): Promise<InlineRun> {
    const { origin, deadlineMs } = request;
    const waitingRequest = { deadlineMs, requestedAt: origin.time, onFault: this.faultLogger(attempt) };
    const answerPromise = answerInline(this.enricher, attempt, waitingRequest, rowFromRegister);
    answerPromise.catch(() => undefined); // awaited below
    const job = await this.begin(origin, attempt);
    const row = await answerPromise;
    if (typeof job === 'string') return { outcome: job };
    const deliverCommand = new DeliverRows(attempt, [row], this.submittedDataStream(origin));
    return this.finish(attempt, job, await this.commands.execute(deliverCommand));
  }

  /** Logs faults of enrichment. Clients see only a reason code, or that they should repeat the request. */
  private faultLogger({ submission, chunk }: ChunkAttempt): OnEnrichmentFault {
    return (error) =>
      this.log.error({ ...chunkFields(submission.job_id, chunk), err: error }, 'enrichment threw');
  }

  private async newAttempt({ origin, row }: InlineRequest): Promise<ChunkAttempt> {
    const { submission } = origin;
    return {
      submission,
      chunk: 0,
      attemptId: this.ports.entropy.ulid(),
      editions: await this.enricher.currentEditions(submission.blocks),
      firstRow: 0,
      rows: [row],
      context: submissionContext(origin),
    };
  }

  /** Returns the row's data stream. It holds only the submitted row, which this process wrote. */
  private submittedDataStream({ submission, time }: SubmissionOrigin): LoadedDataStream {
    return { ...this.dataStreams.emptyStream({ job: submission.job_id, chunk: 0 }), revision: 0, time };
  }

  private async begin(
    origin: SubmissionOrigin,
    attempt: ChunkAttempt,
  ): Promise<LoadedJob | 'recorded_by_another' | 'abandoned'> {
    const { submission, time } = origin;
    const author = { context: attempt.context, purpose: attempt.attemptId, time };
    const decision = await this.jobs.decide(this.jobs.emptyStream(submission.job_id), author, (state) =>
      submitAndStart(state, attempt, time),
    );
    if (decision.outcome === 'refused') return 'abandoned';
    return decision.outcome === 'unchanged' ? 'recorded_by_another' : decision.loaded;
  }

  private async finish(attempt: ChunkAttempt, job: LoadedJob, chunk: DeliveredChunk): Promise<InlineRun> {
    const { record, hasWon, rows } = await this.commands.execute(new RecordChunk(chunk));
    const [row] = rows;
    if (!hasWon || row === undefined) return { outcome: 'recorded_by_another' };
    const receipt_event = firstLeaf({
      stream: rowsStream(job.id, attempt.chunk),
      events: chunk.recordEvents,
    });
    const endedJob = await this.complete(job, attempt, record);
    return { outcome: 'recorded', row, job: endedJob, receipt_event };
  }

  /** Completes the job. If the store fails, a worker does: the row is charged, so the client gets it. */
  private async complete(job: LoadedJob, attempt: ChunkAttempt, record: LoadedRecord): Promise<LoadedJob> {
    if (isPending(record.state)) return job;
    try {
      return (await this.commands.execute(new CompleteChunk(job, record, attempt.context))).loaded;
    } catch (error) {
      if (error instanceof StoreUnavailableError || error instanceof OutcomeUnknownError) return job;
      throw error;
    }
  }
}
