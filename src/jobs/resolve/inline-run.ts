/**
 * A resolve inside its request: a job of one row, through the same functions and events as any other, in as few appends
 * as its promises allow (Architecture 3.9).
 */
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EnrichedRow, Enricher } from '../../enrichment/enricher.js';
import type { LiveChecker } from '../../enrichment/live-checker.js';
import type { Submission } from '../../streams/job/job.events.js';
import type { AskedRow } from '../../streams/rowdata/rowdata.events.js';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
  StreamDeletedError,
} from '../../platform/event-store/event-store.js';
import { startChunk, submit, type JobDecision } from '../../streams/job/job.decider.js';
import { evolve, type JobState } from '../../streams/job/job.state.js';
import { CompleteChunk, DeliverRows, RecordChunk, type Delivered, type Recorded } from '../commands.js';
import { ENRICHER, JOB_PORTS, type JobPorts } from '../job-ports.js';
import { JobRepository, type LoadedJob } from '../job-stream.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import { isPending } from '../record/chunk-record.js';
import { DataStreams, type LoadedData } from '../record/data-stream.js';
import type { Begun } from '../submit/acceptance.js';
import { rowsSubmitted, submissionContext, type SubmissionOrigin } from '../submit/submission-events.js';
import { SubmissionWriter } from '../submit/submission-writer.js';
import { inlineAnswer, registerAnswer } from './inline-answer.js';
import { pendingBlocks } from './live-row.js';

export interface InlineRequest extends Pick<Begun, 'origin' | 'salt' | 'chunks'> {
  readonly asked: AskedRow;
  /** When the answer must be ready, by `performance.now()`. */
  readonly until: number;
}

export type InlineRun =
  | {
      readonly outcome: 'recorded';
      readonly row: EnrichedRow;
      /** Not over while blocks are pending. */
      readonly job: LoadedJob;
    }
  /** Another process finishes or has finished this job. */
  | { readonly outcome: 'beaten' }
  | { readonly outcome: 'abandoned' };

/** Whether a worker could finish the row if this process died now. If so, what was asked is stored first. */
const canBeTakenOver = ({ stored, idempotent, collection }: Submission): boolean =>
  stored && (idempotent || collection === 'deferred');

/** JobSubmitted and the start of its only chunk, in one append, so that no other start can come between them. */
function submitAndStart(
  state: JobState,
  submission: Submission,
  attempt: ChunkAttempt,
  time: string,
): JobDecision {
  const submitting = submit(state, submission);
  if (submitting.outcome === 'refused' || submitting.events.length === 0) return submitting;
  const submitted = submitting.events.reduce((next, event) => evolve(next, { event, time }), state);
  const starting = startChunk(submitted, { chunk: 0, attempt: attempt.attempt, editions: attempt.editions });
  if (starting.outcome === 'refused') return starting;
  return { outcome: 'decided', events: [...submitting.events, ...starting.events] };
}

@Injectable()
export class InlineRunner {
  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'entropy'>,
    @Inject(ENRICHER) private readonly enricher: Enricher & LiveChecker,
    private readonly commands: CommandBus,
    private readonly jobs: JobRepository,
    private readonly data: DataStreams,
    private readonly writer: SubmissionWriter,
  ) {}

  async run(request: InlineRequest): Promise<InlineRun> {
    try {
      return await this.runOnce(request);
    } catch (error) {
      // The submission was closed after a day, and its data deleted.
      if (error instanceof StreamDeletedError) return { outcome: 'abandoned' };
      throw error;
    }
  }

  private async runOnce(request: InlineRequest): Promise<InlineRun> {
    const attempt = await this.attemptOf(request);
    const { submission } = request.origin;
    if (!submission.stored) return this.runBegun(request, attempt, null);
    if (canBeTakenOver(submission)) {
      await this.writer.writeRows(request.origin, request.chunks, request.salt);
      return this.runBegun(request, attempt, null);
    }
    const row = await registerAnswer(this.enricher, attempt, request.until);
    if (pendingBlocks(row).length > 0) {
      await this.writer.writeRows(request.origin, request.chunks, request.salt);
      return this.runBegun(request, attempt, row);
    }
    return this.runAtOnce(request, attempt, row);
  }

  /**
   * The client can't come back for it and nothing in it is slow, so what was asked and the answer are appended
   * together.
   */
  private async runAtOnce(
    request: InlineRequest,
    attempt: ChunkAttempt,
    row: EnrichedRow,
  ): Promise<InlineRun> {
    const { origin, salt } = request;
    const before = [...request.chunks].map((chunk) => rowsSubmitted(origin, 0, chunk, salt));
    const start = { at: this.dataAt(origin, 'no_stream'), before };
    const delivered = await this.commands.execute(new DeliverRows(attempt, [row], start));
    const job = await this.begin(origin, attempt);
    return typeof job === 'string' ? { outcome: job } : this.finish(attempt, job, delivered);
  }

  /** What was asked is written down, or never will be: the job begins, then its row is worked on. */
  private async runBegun(
    request: InlineRequest,
    attempt: ChunkAttempt,
    known: EnrichedRow | null,
  ): Promise<InlineRun> {
    const { origin, until } = request;
    const answering = inlineAnswer(this.enricher, attempt, until, known);
    const job = await this.begin(origin, attempt);
    const row = await answering;
    if (typeof job === 'string') return { outcome: job };
    const start = { at: this.dataAt(origin, 0) };
    return this.finish(attempt, job, await this.commands.execute(new DeliverRows(attempt, [row], start)));
  }

  private async attemptOf({ origin, asked }: InlineRequest): Promise<ChunkAttempt> {
    const { submission } = origin;
    return {
      submission,
      chunk: 0,
      attempt: this.ports.entropy.ulid(),
      editions: await this.enricher.currentEditions(submission.blocks),
      from: 0,
      rows: [asked],
      context: submissionContext(origin),
    };
  }

  /** The data stream of the row: no other process has written to it. */
  private dataAt({ submission, time }: SubmissionOrigin, revision: LoadedData['revision']): LoadedData {
    return { ...this.data.unread({ job: submission.job_id, chunk: 0 }), revision, time };
  }

  private async begin(
    origin: SubmissionOrigin,
    attempt: ChunkAttempt,
  ): Promise<LoadedJob | 'beaten' | 'abandoned'> {
    const { submission, time } = origin;
    const author = { context: attempt.context, purpose: attempt.attempt, time };
    const begun = await this.jobs.decide(this.jobs.unread(submission.job_id), author, (state) =>
      submitAndStart(state, submission, attempt, time),
    );
    if (begun.outcome === 'refused') return 'abandoned';
    return begun.outcome === 'unchanged' ? 'beaten' : begun.loaded;
  }

  private async finish(attempt: ChunkAttempt, job: LoadedJob, delivered: Delivered): Promise<InlineRun> {
    const recorded = await this.commands.execute(new RecordChunk(delivered));
    const [row] = recorded.rows;
    if (!recorded.won || row === undefined) return { outcome: 'beaten' };
    return { outcome: 'recorded', row, job: await this.complete(job, attempt, recorded) };
  }

  /**
   * The row is delivered and charged once it is recorded: a store that fails now doesn't keep the client from its
   * answer, and a worker closes the job later.
   */
  private async complete(job: LoadedJob, attempt: ChunkAttempt, { loaded }: Recorded): Promise<LoadedJob> {
    if (isPending(loaded.state)) return job;
    try {
      const completed = await this.commands.execute(new CompleteChunk(job, loaded, attempt.context));
      return completed.loaded;
    } catch (error) {
      if (error instanceof StoreUnavailableError || error instanceof OutcomeUnknownError) return job;
      throw error;
    }
  }
}
