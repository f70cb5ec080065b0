/**
 * A resolve inside its request: a job of one row, through the same functions and events as any other, in as few appends
 * as its promises allow (Architecture 3.9).
 */
import type { EnrichedRow, Enricher } from '../../enrichment/enricher.js';
import type { LiveChecker } from '../../enrichment/live-checker.js';
import type { Submission } from '../../streams/job/job.events.js';
import type { AskedRow } from '../../streams/rowdata/rowdata.events.js';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
  StreamDeletedError,
} from '../../platform/event-store/event-store.js';
import type { JobDecision } from '../../streams/job/job.decider.js';
import { completeChunk, startChunk, submit } from '../../streams/job/job.decider.js';
import type { JobPorts } from '../job-ports.js';
import type { JobState } from '../../streams/job/job.state.js';
import { evolve } from '../../streams/job/job.state.js';
import type { LoadedJob } from '../job-stream.js';
import { appendDecision, unread } from '../job-stream.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';
import { countsOf, isPending } from '../record/chunk-record.js';
import type { Delivered, Recorded } from '../record/chunk-recorder.js';
import { deliver, record } from '../record/chunk-recorder.js';
import type { PlannedChunk } from '../submit/chunk-plan.js';
import { cutAt } from '../submit/chunk-plan.js';
import type { SubmissionOrigin } from '../submit/submission-events.js';
import { rowsSubmitted, submissionContext } from '../submit/submission-events.js';
import { SubmissionWriter } from '../submit/submission-writer.js';
import { inlineAnswer, registerAnswer } from './inline-answer.js';
import { pendingBlocks } from './live-row.js';

export interface ResolvePorts extends JobPorts {
  readonly enricher: Enricher & LiveChecker;
}

export interface InlineRequest {
  readonly origin: SubmissionOrigin;
  readonly asked: AskedRow;
  readonly salt: string;
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

export class InlineRunner {
  private readonly writer: SubmissionWriter;

  constructor(private readonly ports: ResolvePorts) {
    this.writer = new SubmissionWriter(ports);
  }

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
      await this.writer.writeRows(request.origin, this.chunks(request), request.salt);
      return this.runBegun(request, attempt, null);
    }
    const row = await registerAnswer(this.ports.enricher, attempt, request.until);
    if (pendingBlocks(row).length > 0) {
      await this.writer.writeRows(request.origin, this.chunks(request), request.salt);
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
    const before = [...this.chunks(request)].map((chunk) => rowsSubmitted(origin, 0, chunk, salt));
    const data = { expected: 'no_stream' as const, lastTime: origin.time, before };
    const delivered = await deliver(this.ports, attempt, [row], data);
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
    const answering = inlineAnswer(this.ports.enricher, attempt, until, known);
    const job = await this.begin(origin, attempt);
    const row = await answering;
    if (typeof job === 'string') return { outcome: job };
    const delivered = await deliver(this.ports, attempt, [row], { expected: 0, lastTime: origin.time });
    return this.finish(attempt, job, delivered);
  }

  private async attemptOf({ origin, asked }: InlineRequest): Promise<ChunkAttempt> {
    const { submission } = origin;
    return {
      submission,
      chunk: 0,
      attempt: this.ports.entropy.ulid(),
      editions: await this.ports.enricher.currentEditions(submission.blocks),
      from: 0,
      rows: [asked],
      context: submissionContext(origin),
    };
  }

  private chunks({ origin, asked }: InlineRequest): Iterable<PlannedChunk> {
    return cutAt([asked], origin.submission.chunks);
  }

  private async begin(
    origin: SubmissionOrigin,
    attempt: ChunkAttempt,
  ): Promise<LoadedJob | 'beaten' | 'abandoned'> {
    const { submission, time } = origin;
    const author = { context: attempt.context, purpose: attempt.attempt, time };
    const begun = await appendDecision(this.ports, unread(submission.job_id), author, (state) =>
      submitAndStart(state, submission, attempt, time),
    );
    if (begun.outcome === 'refused') return 'abandoned';
    return begun.outcome === 'unchanged' ? 'beaten' : begun.job;
  }

  private async finish(attempt: ChunkAttempt, job: LoadedJob, delivered: Delivered): Promise<InlineRun> {
    const recorded = await record(this.ports.store, delivered);
    const [row] = recorded.rows;
    if (!recorded.won || row === undefined) return { outcome: 'beaten' };
    return { outcome: 'recorded', row, job: await this.complete(job, attempt, recorded) };
  }

  /**
   * The row is delivered and charged once it is recorded: a store that fails now doesn't keep the client from its
   * answer, and a worker closes the job later.
   */
  private async complete(job: LoadedJob, attempt: ChunkAttempt, { loaded }: Recorded): Promise<LoadedJob> {
    if (isPending(loaded.record)) return job;
    const end = { chunk: 0, attempt: attempt.attempt, counts: countsOf(loaded.record) };
    const author = { context: attempt.context, purpose: attempt.attempt };
    try {
      const completed = await appendDecision(this.ports, job, author, (state, time) =>
        completeChunk(state, end, time),
      );
      return completed.job;
    } catch (error) {
      if (error instanceof StoreUnavailableError || error instanceof OutcomeUnknownError) return job;
      throw error;
    }
  }
}
