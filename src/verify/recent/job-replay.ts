/**
 * Replays one job from its own streams up to a position. Each event comes after those that it needs: the rows
 * as asked, the submission, and each chunk's data and record before the chunk's completion.
 */
import { decodeJobEvent, jobStream, type JobEvent, type Submission } from '../../streams/job/job.events.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { rowsStream } from '../../streams/rows/rows.events.js';
import type {
  EventStore,
  Position,
  RecordedEvent,
  StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { JobId } from '../../../packages/contract/src/ids.js';

export type StreamsOfLog = Pick<EventStore, 'readStream'>;

interface JobRecord {
  readonly recorded: RecordedEvent;
  readonly event: JobEvent;
}

export class JobReplay {
  /** `gone`: the data of its rows were erased or never stored, or its submission was abandoned. */
  readonly state: 'open' | 'ended' | 'gone';
  /** Null if the data are not held for a dispute. `erased`: the rows were erased meanwhile. */
  readonly hold: { readonly erased: boolean } | null;

  private constructor(
    private readonly log: StreamsOfLog,
    private readonly submission: Submission | null,
    private readonly records: readonly JobRecord[],
    private readonly before: Position,
  ) {
    const has = (...types: readonly JobEvent['type'][]): boolean =>
      records.some(({ event }) => types.includes(event.type));
    const ended = has('JobCompleted', 'JobCancelled');
    const { held, erased } = retentionIn(records.map(({ event }) => event.type));
    this.hold = held ? { erased } : null;
    if (submission === null || (erased && !held) || (ended && !submission.stored)) this.state = 'gone';
    else this.state = ended ? 'ended' : 'open';
  }

  /** Null where the job's own stream has no event before the position. */
  static async of(log: StreamsOfLog, job: JobId, before: Position): Promise<JobReplay | null> {
    const records: JobRecord[] = [];
    for await (const recorded of eventsBefore(log, jobStream(job), before))
      records.push({ recorded, event: decodeJobEvent(recorded).event });
    const [first] = records;
    if (first === undefined) return null;
    const submission = first.event.type === 'JobSubmitted' ? first.event.data : null;
    return new JobReplay(log, submission, records, before);
  }

  /** Calls `see` with every event of the job before the position, once. */
  async run(see: (recorded: RecordedEvent) => void): Promise<void> {
    const { submission, records } = this;
    const [first] = records;
    if (submission === null || first === undefined) return records.forEach(({ recorded }) => see(recorded));
    const submitted = first.recorded.position;
    for (const chunk of submission.chunks.keys())
      for await (const recorded of eventsBefore(this.log, rowDataStream(submission.job_id, chunk), submitted))
        see(recorded);
    const waiting = new Set<number>();
    for (const { recorded, event } of records) {
      if (event.type === 'ChunkStarted') waiting.add(event.data.chunk);
      if (event.type === 'ChunkCompleted' && waiting.delete(event.data.chunk))
        await this.chunk(event.data.chunk, submitted, see);
      see(recorded);
    }
    for (const chunk of waiting) await this.chunk(chunk, submitted, see);
  }

  /** Calls `see` with a chunk's data and record, in log order. */
  private async chunk(
    chunk: number,
    submitted: Position,
    see: (recorded: RecordedEvent) => void,
  ): Promise<void> {
    const job = this.submission?.job_id;
    if (job === undefined) return;
    const events: RecordedEvent[] = [];
    for (const stream of [rowDataStream(job, chunk), rowsStream(job, chunk)])
      for await (const recorded of eventsBefore(this.log, stream, this.before))
        if (recorded.position > submitted) events.push(recorded);
    for (const recorded of events.sort((a, b) => (a.position < b.position ? -1 : 1))) see(recorded);
  }
}

/** True if the rows were erased and their data are held, by the types of a job's events in their order. */
export function retentionIn(types: Iterable<string>): { readonly erased: boolean; readonly held: boolean } {
  let [erased, held] = [false, false];
  for (const type of types) {
    if (type === 'JobRowsErased') erased = true;
    if (type === 'JobHeld') held = true;
    if (type === 'JobHoldEnded') held = false;
  }
  return { erased, held };
}

/** The events of a stream that lie before a position in the log. */
export async function* eventsBefore(
  log: StreamsOfLog,
  stream: StreamName,
  position: Position,
): AsyncGenerator<RecordedEvent> {
  for await (const recorded of storedEvents(log, stream)) {
    if (recorded.position >= position) return;
    yield recorded;
  }
}
