/**
 * Keeps what `verify` remembers of the log: jobs that have not ended, their chunks that are not complete (a
 * few bits a row), submissions that were begun, and one small entry for each job whose rows are kept until
 * their retention ends. Rows of a complete chunk take no memory. A late block keeps its chunk open, so its
 * row is still known at the fill. Nothing may be added to a complete chunk; a check sees such an event
 * without memory of the chunk.
 */
import type { LoggedEvent } from '../streams/index.js';
import type { RecordedEvent, StreamName } from '../../packages/platform/src/event-store/event-store.js';
import { categoryOf } from '../../packages/platform/src/event-store/event-store.js';
import { jobOfJobStream, jobStream, type Submission } from '../streams/job/job.events.js';
import { addRowCounts } from '../streams/job/row-counts.js';
import { rowDataStream, type RowDataEvent, type RowsSubmitted } from '../streams/rowdata/rowdata.events.js';
import { chunkOfStream, rowsStream } from '../streams/rows/rows.events.js';
import { accountOfStream } from '../streams/account/account.events.js';
import type { AccountId, JobId, KeyId } from '../../packages/contract/src/ids.js';
import { foldData, foldRows } from './chunk-fold.js';
import { OpenJob, type AskedChunks, type MissingData, type OpenChunk } from './open-job.js';
import type { IdempotencyKeyClaimed } from '../streams/idempotency/idempotency.events.js';
import { freesKey } from './row-failures.js';

type StreamHead = Pick<LoggedEvent, 'revision' | 'time'>;

/** The job, chunk and stream of an event, as the log described them before the event. */
export interface Place {
  /** Undefined where the job has not been submitted, or has ended. */
  readonly job: OpenJob | undefined;
  /** Undefined where there is no such chunk, or where it is complete. */
  readonly chunk: OpenChunk | undefined;
  /** The stream's last event before this one, while it is remembered. */
  readonly previous: StreamHead | undefined;
  readonly recorded: RecordedEvent;
  /** True if this is the first logical event of the stored one. */
  readonly isFirst: boolean;
}

export class PassMemory {
  readonly open = new Map<JobId, OpenJob>();
  readonly claims = new Claims();
  /** Every key ever issued: a few an account. */
  readonly keys = new Map<KeyId, AccountId>();
  readonly asked = new Map<JobId, AskedChunks>();
  /** Jobs that ended and whose rows must still be kept, with the data that were missing. */
  readonly kept = new Map<JobId, MissingData | null>();
  /** Jobs whose data are held for a dispute, and whether their rows were erased. */
  readonly held = new Map<JobId, { readonly erased: boolean }>();
  private readonly heads = new Map<StreamName, StreamHead>();

  /** @param first the first logical event of the stored one */
  private place(first: LoggedEvent, recorded: RecordedEvent): Place {
    const { stream, event } = first;
    const around = { previous: this.heads.get(stream), recorded, isFirst: true };
    switch (categoryOf(stream)) {
      case 'job': {
        const job = this.open.get(jobOfJobStream(stream));
        const chunk = 'chunk' in event.data ? job?.chunk(event.data.chunk) : undefined;
        return { ...around, job, chunk };
      }
      case 'rows':
      case 'rowdata': {
        const { job: id, chunk } = chunkOfStream(stream);
        const job = this.open.get(id);
        return { ...around, job, chunk: job?.chunk(chunk) };
      }
      default:
        return { ...around, job: undefined, chunk: undefined };
    }
  }

  /**
   * Takes in all logical events of a stored one.
   * @param see is called with each of them and its place, before it is taken in
   */
  take(
    entries: readonly LoggedEvent[],
    recorded: RecordedEvent,
    see: (entry: LoggedEvent, place: Place) => void = () => undefined,
  ): void {
    const [first] = entries;
    if (first === undefined) return;
    let place = this.place(first, recorded);
    const behind = { ...place, isFirst: false };
    for (const entry of entries) {
      see(entry, place);
      this.fold(entry, place);
      if (place.isFirst && this.holdsHeadOf(entry.stream))
        this.heads.set(entry.stream, { revision: entry.revision, time: entry.time });
      place = behind;
    }
  }

  private holdsHeadOf(stream: StreamName): boolean {
    switch (categoryOf(stream)) {
      case 'job':
        return this.open.has(jobOfJobStream(stream));
      case 'rows':
      case 'rowdata': {
        const { job, chunk } = chunkOfStream(stream);
        return this.asked.has(job) || this.open.get(job)?.chunk(chunk) !== undefined;
      }
      default:
        return true;
    }
  }

  private fold({ event, stream, revision }: LoggedEvent, place: Place): void {
    const { job, chunk } = place;
    switch (event.type) {
      case 'IdempotencyKeyClaimed':
        return this.claims.made(stream, event.data);
      case 'JobSubmitted':
        return this.submit(jobOfJobStream(stream), event.data);
      case 'SubmissionAbandoned':
        return this.abandon(jobOfJobStream(stream));
      case 'ChunkStarted':
        job?.started.add(event.data.chunk);
        return;
      case 'ChunkCompleted':
        if (job !== undefined && chunk !== undefined) this.complete(job, chunk);
        return;
      case 'JobCancelRequested':
        if (job !== undefined) job.cancelRequested = true;
        return;
      case 'JobCancelled':
      case 'JobCompleted':
        if (job !== undefined) this.end(job);
        return;
      case 'JobHeld':
        this.held.set(jobOfJobStream(stream), { erased: false });
        return;
      case 'JobHoldEnded':
        return this.endHold(jobOfJobStream(stream));
      case 'JobRowsErased':
        return this.endRows(jobOfJobStream(stream));
      case 'RowsRecorded':
      case 'RowResolved':
      case 'RowFailed':
      case 'RowCharged':
      case 'BlockFilled':
      case 'BlockCharged':
        if (chunk !== undefined) foldRows(chunk, event, revision);
        if (job !== undefined && event.type === 'RowFailed') job.lastFailure = event.data.reason;
        return;
      case 'RowsSubmitted':
        return this.addAsked(event.data);
      case 'RowsDelivered':
      case 'BlockDelivered':
        return this.addData(stream, event, place);
      case 'KeyIssued':
        this.keys.set(event.data.key_id, accountOfStream(stream));
        return;
      default:
        // Of all other events only the stream's last revision and time are remembered.
        return;
    }
  }

  /** Takes in data of an open chunk, or of a submission that was begun. */
  private addData(stream: StreamName, event: RowDataEvent, { chunk, recorded }: Place): void {
    const id = chunkOfStream(stream);
    const holder = chunk ?? this.asked.get(id.job)?.get(id.chunk);
    if (holder !== undefined) foldData(holder, event, recorded);
  }

  /** The rows are shown no more. Their data stay while a hold stands. */
  private endRows(job: JobId): void {
    if (this.held.has(job)) this.held.set(job, { erased: true });
    else this.kept.delete(job);
  }

  private endHold(job: JobId): void {
    if (this.held.get(job)?.erased === true) this.kept.delete(job);
    this.held.delete(job);
  }

  private addAsked({ job_id: job, chunk, from, rows }: RowsSubmitted['data']): void {
    if (this.open.has(job) || this.kept.has(job)) return;
    const chunks: AskedChunks = this.asked.get(job) ?? new Map<number, never>();
    chunks.set(chunk, { from, count: rows.length, seen: new Map() });
    this.asked.set(job, chunks);
  }

  private submit(id: JobId, submission: Submission): void {
    const before = { claim: this.claims.take(id), asked: this.asked.get(id) };
    this.asked.delete(id);
    this.open.set(id, new OpenJob(id, submission, before));
  }

  private abandon(job: JobId): void {
    for (const chunk of this.asked.get(job)?.keys() ?? []) this.heads.delete(rowDataStream(job, chunk));
    this.asked.delete(job);
    this.claims.abandoned(job);
  }

  private complete(job: OpenJob, chunk: OpenChunk): void {
    job.counts = addRowCounts(job.counts, chunk.counted);
    job.completed.add(chunk.index);
    job.chunks.delete(chunk.index);
    this.forget(job.id, chunk.index);
  }

  private end(job: OpenJob): void {
    job.submission.chunks.forEach((_from, chunk) => this.forget(job.id, chunk));
    this.heads.delete(jobStream(job.id));
    this.open.delete(job.id);
    if (job.claim !== null && !this.claims.ended(job)) this.heads.delete(job.claim);
    if (job.submission.stored) this.kept.set(job.id, job.missing);
  }

  private forget(job: JobId, chunk: number): void {
    this.heads.delete(rowsStream(job, chunk));
    this.heads.delete(rowDataStream(job, chunk));
  }
}

interface Claim {
  readonly stream: StreamName;
  readonly data: IdempotencyKeyClaimed['data'];
}

/** Claims of idempotency keys that the walk knows: held by a job, or free again (Architecture 4.10). */
class Claims {
  /** Claims whose job has not been submitted yet. */
  readonly unfinished = new Map<JobId, Claim>();
  /** Streams whose last claim was released: a new one may follow. */
  private readonly free = new Set<StreamName>();

  isFree(stream: StreamName): boolean {
    return this.free.has(stream);
  }

  made(stream: StreamName, data: Claim['data']): void {
    this.free.delete(stream);
    this.unfinished.set(data.submission.job_id, { stream, data });
  }

  /** Removes a job's claim from the unfinished ones. Returns its stream, or null where the job has none. */
  take(job: JobId): StreamName | null {
    const claim = this.unfinished.get(job);
    this.unfinished.delete(job);
    return claim?.stream ?? null;
  }

  abandoned(job: JobId): void {
    const stream = this.take(job);
    if (stream !== null) this.free.add(stream);
  }

  /** Takes in the end of the job that held a key. Returns true if that frees the key. */
  ended(job: OpenJob): boolean {
    const { operation, collection } = job.submission;
    const isUnanswered = job.lastFailure !== null && freesKey(job.lastFailure);
    const isFreed = operation === 'resolve' && collection !== 'pages' && isUnanswered;
    if (isFreed && job.claim !== null) this.free.add(job.claim);
    return isFreed;
  }
}
