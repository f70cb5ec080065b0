/**
 * Invariant 8: what was accepted survives, and is finished. Unfinished jobs are counted and not reported,
 * since they may be running. Losses are reported: data that the log names and lacks, unless its rows were
 * erased or had `store=false`; data with other bytes than recorded; a gap in a stream; a deleted fact.
 */
import type { LoggedEvent } from '../../streams/index.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { categoryOf, type RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { chunkOfStream, type DataRef } from '../../streams/rows/rows.events.js';
import { jobOfJobStream } from '../../streams/job/job.events.js';
import { Findings, type InvariantCheck } from '../invariant.js';
import { finding, offence } from '../offender.js';
import type { PassMemory, Place } from '../pass-memory.js';
import type { MissingData, OpenJob } from '../open-job.js';

/** Streams that are never deleted: their revisions begin at 0 and have no gap. */
const FOR_EVER: ReadonlySet<string> = new Set(['account', 'adjustments', 'idempotency', 'job', 'rows']);

export class AcceptedSurvives implements InvariantCheck {
  readonly findings = new Findings(8, 'what was accepted survives', 'accepted jobs');

  constructor(private readonly memory: Pick<PassMemory, 'open' | 'kept' | 'held' | 'claims'>) {}

  observe(entry: LoggedEvent, place: Place): void {
    if (place.isFirst) this.unbroken(entry, place);
    const { event } = entry;
    switch (event.type) {
      case 'JobSubmitted':
        this.findings.checked++;
        return;
      case 'RowsRecorded':
        for (const ref of event.data.delivered)
          this.dataNamed(entry, place, { ...ref, attempt: event.data.attempt });
        return;
      case 'BlockFilled':
        if (event.data.delivered !== null)
          this.dataNamed(entry, place, { ...event.data.delivered, attempt: event.data.attempt });
        return;
      case 'ChunkCompleted':
        return this.chunkCompleted(entry, place);
      case 'JobCompleted':
      case 'JobCancelled':
        if (place.job !== undefined) this.jobEnded(entry, place.job);
        return;
      case 'JobHeld': {
        const job_id = jobOfJobStream(entry.stream);
        if (place.job === undefined ? !this.isKept(job_id) : !place.job.submission.stored)
          this.findings.blame(entry, 'rows are held that are not kept', { job_id });
        return;
      }
      case 'JobRowsErased':
        if (place.job !== undefined)
          this.findings.blame(entry, 'rows are erased before their job ended', { job_id: place.job.id });
        return;
      default:
        return;
    }
  }

  /** Returns true if the job has ended and its rows are still to be shown. */
  private isKept(job: JobId): boolean {
    return this.memory.kept.has(job) && this.memory.held.get(job)?.erased !== true;
  }

  /** Reports an event that this version of the program can't read. */
  unreadable({ stream, id: event_id }: RecordedEvent, error: unknown): void {
    this.findings.offend({ ...finding(errorMessage(error)), stream, event_id });
  }

  /** Checks the deletion of a stream. Facts are never deleted, and data only after their rows were erased. */
  deleted({ stream, id: event_id }: RecordedEvent): void {
    const category = categoryOf(stream);
    const offend = (detail: string): void => this.findings.offend({ ...finding(detail), stream, event_id });
    if (FOR_EVER.has(category)) offend('a stream of facts was deleted');
    if (category !== 'rowdata') return;
    const { job } = chunkOfStream(stream);
    if (this.memory.open.has(job) || this.memory.kept.has(job))
      offend('rows were deleted that are still to be kept');
  }

  private unbroken(entry: LoggedEvent, { previous, chunk }: Place): void {
    const category = categoryOf(entry.stream);
    if (!FOR_EVER.has(category)) return;
    // The walk forgets the last revision of a complete stream. Other checks find events that are added to it
    // later.
    const begins = category === 'account' || (category === 'rows' && chunk !== undefined);
    const expected = previous !== undefined ? previous.revision + 1 : begins ? 0 : entry.revision;
    if (entry.revision !== expected)
      this.findings.blame(entry, `revision ${expected} of ${entry.stream} is missing`);
  }

  /** Compares data that a record names with the data in the log. */
  private dataNamed(
    entry: LoggedEvent,
    { job, chunk }: Place,
    { event_id, digest, attempt }: DataRef & { readonly attempt: string },
  ): void {
    if (job === undefined || chunk === undefined) return;
    const of = { job_id: job.id };
    const seen = chunk.seen.get(event_id);
    if (!job.submission.stored)
      this.findings.blame(entry, 'data are named of a row that was to be stored nowhere', of);
    else if (seen === undefined)
      job.miss(offence(entry, `the data in event ${event_id} are not in the log`, of));
    else if (seen.digest !== digest)
      this.findings.blame(entry, `the data in event ${event_id} are not those that were recorded`, of);
    else if (seen.attempt !== attempt)
      this.findings.blame(entry, `the data in event ${event_id} are of another attempt`, of);
  }

  private chunkCompleted(entry: LoggedEvent, { job, chunk }: Place): void {
    if (job === undefined || chunk === undefined || !job.submission.stored) return;
    const { index, size, backed } = chunk;
    const detail = `chunk ${index}: the log holds what was delivered of ${backed.count} of ${size} rows`;
    if (backed.count < size) job.miss(offence(entry, detail, { job_id: job.id }));
  }

  private jobEnded(entry: LoggedEvent, job: OpenJob): void {
    if (!job.submission.stored || job.askedRows === 'whole') return;
    const of = { job_id: job.id };
    if (job.askedRows === 'missing') job.miss(offence(entry, 'the rows as asked are not in the log', of));
    else this.findings.blame(entry, 'the rows as asked differ from the chunks that were submitted', of);
  }

  end(): string {
    const { open, kept, claims } = this.memory;
    for (const missing of kept.values()) this.lost(missing);
    for (const { missing } of open.values()) this.lost(missing);
    const unfinished = `${open.size} ${open.size === 1 ? 'job is' : 'jobs are'} unfinished`;
    const begun = claims.unfinished.size;
    return begun === 0 ? unfinished : `${unfinished}, ${begun} submissions begun and not finished`;
  }

  private lost(missing: MissingData | null): void {
    if (missing === null) return;
    const { example, total } = missing;
    const detail = total === 1 ? example.detail : `${example.detail} (and ${total - 1} more of this job)`;
    this.findings.offend({ ...example, detail });
  }
}
