/**
 * One job told again from its own streams up to a position, in an order in which every event finds what it needs: the
 * rows as asked, the submission, and each chunk's data and record before the event that completes it.
 */
import { decodeJobEvent, jobStream, type JobEvent, type Submission } from '../../streams/job/job.events.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { rowsStream } from '../../streams/rows/rows.events.js';
import type {
  EventStore,
  Position,
  RecordedEvent,
  StreamName,
} from '../../platform/event-store/event-store.js';
import { storedEvents } from '../../platform/event-store/stored-events.js';
import type { JobId } from '../../shared/ids.js';

type Streams = Pick<EventStore, 'readStream'>;

interface Told {
  readonly recorded: RecordedEvent;
  readonly event: JobEvent;
}

export class JobReplay {
  /** `gone`: its rows are erased, or it was given up before it began. */
  readonly state: 'open' | 'ended' | 'gone';

  private constructor(
    private readonly log: Streams,
    private readonly submission: Submission | null,
    private readonly told: readonly Told[],
    private readonly before: Position,
  ) {
    const has = (...types: readonly JobEvent['type'][]): boolean =>
      told.some(({ event }) => types.includes(event.type));
    const ended = has('JobCompleted', 'JobCancelled');
    if (submission === null || has('JobRowsErased') || (ended && !submission.stored)) this.state = 'gone';
    else this.state = ended ? 'ended' : 'open';
  }

  /** Null where the job's own stream says nothing before the position. */
  static async of(log: Streams, job: JobId, before: Position): Promise<JobReplay | null> {
    const told: Told[] = [];
    for await (const recorded of storedEvents(log, jobStream(job))) {
      if (recorded.position >= before) break;
      told.push({ recorded, event: decodeJobEvent(recorded).event });
    }
    const [first] = told;
    if (first === undefined) return null;
    const submission = first.event.type === 'JobSubmitted' ? first.event.data : null;
    return new JobReplay(log, submission, told, before);
  }

  /** Every event of the job before the position, each once. */
  async run(see: (recorded: RecordedEvent) => void): Promise<void> {
    const { submission, told } = this;
    const [first] = told;
    if (submission === null || first === undefined) return told.forEach(({ recorded }) => see(recorded));
    const submitted = first.recorded.position;
    for (const chunk of submission.chunks.keys())
      for await (const asked of this.of(rowDataStream(submission.job_id, chunk)))
        if (asked.position < submitted) see(asked);
        else break;
    const waiting = new Set<number>();
    for (const { recorded, event } of told) {
      if (event.type === 'ChunkStarted') waiting.add(event.data.chunk);
      if (event.type === 'ChunkCompleted' && waiting.delete(event.data.chunk))
        await this.chunk(event.data.chunk, submitted, see);
      see(recorded);
    }
    for (const chunk of waiting) await this.chunk(chunk, submitted, see);
  }

  /** What was delivered and recorded of a chunk, in log order. */
  private async chunk(
    chunk: number,
    submitted: Position,
    see: (recorded: RecordedEvent) => void,
  ): Promise<void> {
    const job = this.submission?.job_id;
    if (job === undefined) return;
    const events: RecordedEvent[] = [];
    for (const stream of [rowDataStream(job, chunk), rowsStream(job, chunk)])
      for await (const recorded of this.of(stream)) if (recorded.position > submitted) events.push(recorded);
    for (const recorded of events.sort((a, b) => (a.position < b.position ? -1 : 1))) see(recorded);
  }

  private async *of(stream: StreamName): AsyncGenerator<RecordedEvent> {
    for await (const recorded of storedEvents(this.log, stream)) {
      if (recorded.position >= this.before) return;
      yield recorded;
    }
  }
}
