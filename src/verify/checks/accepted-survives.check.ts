/**
 * Invariant 8: what was accepted survives, and is finished. Unfinished jobs are counted and not reported,
 * since they may be running. Losses are reported: data that the log names and lacks, unless its rows were
 * erased or had `store=false`; data with other bytes than recorded; a gap in a stream; a deleted fact.
 */
import type { LoggedEvent } from '../../streams/index.js';
import { categoryOf, type RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { chunkOfStream, type DataRef } from '../../streams/rows/rows.events.js';
import { jobOfJobStream } from '../../streams/job/job.events.js';
import { Findings, type InvariantCheck } from '../invariant.js';
import { finding, offence } from '../offender.js';
import type { PassMemory, MissingData, Place } from '../pass-memory.js';
import type { OpenJob } from '../open-job.js';

/** Streams that are never deleted: their revisions begin at 0 and have no gap. */
const FOR_EVER: ReadonlySet<string> = new Set(['account', 'adjustments', 'idempotency', 'job', 'rows']);

export class AcceptedSurvives implements InvariantCheck {
  readonly findings = new Findings(8, 'what was accepted survives', 'accepted jobs');

  constructor(private readonly memory: Pick<PassMemory, 'open' | 'kept' | 'held' | 'claims'>) {}

  observe(entry: LoggedEvent, place: Place): void {
    if (place.first) this.unbroken(entry, place);
    const { event } = entry;
    switch (event.type) {
      case 'JobSubmitted':
        this.findings.checked++;
        return;
      case 'RowsRecorded':
        for (const ref of event.data.delivered) this.held(entry, place, { ref, attempt: event.data.attempt });
        return;
      case 'BlockFilled':
        if (event.data.delivered !== null)
          this.held(entry, place, { ref: event.data.delivered, attempt: event.data.attempt });
        return;
      case 'ChunkCompleted':
        return this.backed(entry, place);
      case 'JobCompleted':
      case 'JobCancelled':
        if (place.job !== undefined) this.asked(entry, place.job);
        return;
      case 'JobHeld':
        if (place.job?.submission.stored === false || (place.job === undefined && !this.isKept(entry)))
          this.findings.found(entry, 'rows are held that are not kept', {
            job: jobOfJobStream(entry.stream),
          });
        return;
      case 'JobRowsErased':
        if (place.job !== undefined)
          this.findings.found(entry, 'rows are erased before their job ended', { job: place.job.id });
        return;
      default:
        return;
    }
  }

  /** Returns true if the job has ended and its rows are neither erased nor were stored nowhere. */
  private isKept({ stream }: LoggedEvent): boolean {
    const job = jobOfJobStream(stream);
    return this.memory.kept.has(job) && this.memory.held.get(job)?.erased !== true;
  }

  /** Reports an event that this version of the program can't read. */
  unreadable(recorded: RecordedEvent, error: Error): void {
    const { stream, id: event_id } = recorded;
    this.findings.offend({ ...finding(error.message), stream, event_id });
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
      this.findings.found(entry, `revision ${expected} of ${entry.stream} is missing`);
  }

  private held(entry: LoggedEvent, { job, chunk }: Place, named: { ref: DataRef; attempt: string }): void {
    if (job === undefined || chunk === undefined) return;
    const { event_id, digest } = named.ref;
    const of = { job: job.id };
    const seen = chunk.seen.get(event_id);
    if (!job.submission.stored)
      this.findings.found(entry, 'data are named of a row that was to be stored nowhere', of);
    else if (seen === undefined)
      job.miss(offence(entry, `the data in event ${event_id} are not in the log`, of));
    else if (seen.digest !== digest)
      this.findings.found(entry, `the data in event ${event_id} are not those that were recorded`, of);
    else if (seen.attempt !== named.attempt)
      this.findings.found(entry, `the data in event ${event_id} are of another attempt`, of);
  }

  private backed(entry: LoggedEvent, { job, chunk }: Place): void {
    if (job === undefined || chunk === undefined || !job.submission.stored) return;
    if (chunk.backed.count < chunk.size)
      job.miss(
        offence(
          entry,
          `chunk ${chunk.index}: the log holds what was delivered of ${chunk.backed.count} of ${chunk.size} rows`,
          { job: job.id },
        ),
      );
  }

  private asked(entry: LoggedEvent, job: OpenJob): void {
    if (!job.submission.stored || job.askedAs === 'whole') return;
    const of = { job: job.id };
    if (job.askedAs === 'missing') job.miss(offence(entry, 'the rows as asked are not in the log', of));
    else this.findings.found(entry, 'the rows as asked differ from the chunks that were submitted', of);
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
