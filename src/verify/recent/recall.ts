/**
 * Reads back what the log says before a checkpoint. A check that goes on from a checkpoint begins with an
 * empty memory. Before it sees an event, it reads what it must know of the event's job, claim, account or
 * stream from their own streams. So only the position is kept from one run to the next, and the cost depends
 * on what was under way at the checkpoint, not on the length of the log.
 */
import { accountStream } from '../../streams/account/account.events.js';
import { idempotencyStreams } from '../../streams/idempotency/idempotency.events.js';
import { decodeJobEvent, jobOfJobStream, jobStream } from '../../streams/job/job.events.js';
import { decode } from '../../streams/index.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { chunkOfStream } from '../../streams/rows/rows.events.js';
import {
  LOG_START,
  STREAM_DELETED,
  categoryOf,
  type EventStore,
  type Position,
  type RecordedEvent,
  type StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import { logPages, storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import { PassMemory } from '../pass-memory.js';
import { JobReplay, eventsBefore, retentionIn, type StreamsOfLog } from './job-replay.js';

/** Takes in an earlier event without judging it. */
type Remember = (recorded: RecordedEvent) => void;

const EVENTS_PER_PAGE = 500;
/**
 * The types of events that begin a job. If one is at revision 0, the job has no earlier events, except its
 * claim and its rows as asked.
 */
const FIRST: ReadonlySet<string> = new Set(['RowsSubmitted', 'JobSubmitted', 'SubmissionAbandoned']);

export class Recall {
  /** Streams and jobs whose events before the checkpoint are known. */
  private readonly looked = new Set<string>();

  constructor(
    private readonly log: Pick<EventStore, 'readAll' | 'readStream'>,
    private readonly memory: PassMemory,
    private readonly remember: Remember,
  ) {}

  /** Returns true if earlier events may have to be read before this one is seen. */
  needs({ stream, type, metadata }: RecordedEvent): boolean {
    switch (categoryOf(stream)) {
      case 'job':
        return type === 'JobSubmitted' || !this.looked.has(jobOfJobStream(stream));
      case 'rows':
      case 'rowdata':
        return !this.looked.has(chunkOfStream(stream).job);
      default: {
        const account = metadata['account'];
        const knows = account === undefined || this.looked.has(accountStream(Number(account) as AccountId));
        return !knows || !this.looked.has(stream);
      }
    }
  }

  /** Reads the earlier events for this one. */
  async before(recorded: RecordedEvent): Promise<void> {
    const { stream, metadata } = recorded;
    const account = metadata['account'];
    if (account !== undefined) await this.account(Number(account) as AccountId, recorded.position);
    switch (categoryOf(stream)) {
      case 'job':
        await this.job(jobOfJobStream(stream), recorded);
        if (recorded.type === 'JobSubmitted') await this.submission(recorded);
        return;
      case 'rows':
      case 'rowdata':
        return this.job(chunkOfStream(stream).job, recorded);
      case 'idempotency':
        return this.claims(stream, recorded);
      case 'account':
        return;
      default:
        return this.lastOf(stream, recorded);
    }
  }

  /** Reads the account's stream, for its keys. */
  private async account(account: AccountId, before: Position): Promise<void> {
    const stream = accountStream(account);
    if (!this.isNew(stream)) return;
    await this.rememberBefore(stream, before);
  }

  private async job(job: JobId, recorded: RecordedEvent): Promise<void> {
    if (!this.isNew(job)) return;
    // Nothing lies before the first event of a job, or before the first data of a new submission.
    if (recorded.revision === 0 && FIRST.has(recorded.type)) return;
    const replay = await JobReplay.of(this.log, job, recorded.position);
    if (replay === null) {
      if (recorded.revision > 0 && recorded.type !== STREAM_DELETED)
        await this.rememberBefore(recorded.stream, recorded.position);
      return;
    }
    if (replay.state === 'open') return replay.run(this.remember);
    if (replay.state !== 'ended') return;
    this.memory.kept.set(job, null);
    if (replay.hold !== null) this.memory.held.set(job, replay.hold);
  }

  /** Reads the rows as asked and the idempotency key's claim, if they lie before the checkpoint. */
  private async submission(recorded: RecordedEvent): Promise<void> {
    const { event } = decodeJobEvent(recorded);
    if (event.type !== 'JobSubmitted') return;
    const { job_id, chunks, stored, idempotent, account_id } = event.data;
    const askedChunks = this.memory.asked.get(job_id);
    for (const chunk of stored ? chunks.keys() : [])
      if (askedChunks?.has(chunk) !== true)
        await this.rememberBefore(rowDataStream(job_id, chunk), recorded.position);
    if (idempotent && !this.memory.claims.unfinished.has(job_id))
      await this.claimOf(job_id, account_id, recorded.position);
  }

  /** Searches all claims of the account: a job doesn't name its claim's stream, as its key isn't stored. */
  private async claimOf(job: JobId, account: AccountId, before: Position): Promise<void> {
    const claims = { after: LOG_START, categories: ['idempotency'], limit: EVENTS_PER_PAGE };
    for await (const { events } of logPages(this.log, claims, before))
      for (const recorded of events) {
        if (recorded.metadata['account'] !== String(account)) continue;
        if (idempotencyStreams.decode(recorded).event.data.submission.job_id !== job) continue;
        this.looked.add(recorded.stream);
        return this.remember(recorded);
      }
  }

  /** Reads the earlier claims of a key. The job that held it last decides whether the key is free. */
  private async claims(stream: StreamName, recorded: RecordedEvent): Promise<void> {
    if (!this.isNew(stream) || recorded.revision === 0) return;
    let holder: JobId | null = null;
    for await (const earlier of eventsBefore(this.log, stream, recorded.position)) {
      this.remember(earlier);
      holder = idempotencyStreams.decode(earlier).event.data.submission.job_id;
    }
    if (holder === null || this.memory.open.has(holder)) return;
    const replay = await JobReplay.of(this.log, holder, recorded.position);
    if (this.isNew(holder)) return replay?.run(this.remember);
    // The walk saw the job to its end before it knew which key the job held.
    if (await this.frees(stream, recorded.position, replay)) this.memory.claims.abandoned(holder);
    else this.memory.claims.take(holder);
  }

  /** True if the end of the job that held the key last freed it. Replays both in a separate memory. */
  private async frees(stream: StreamName, before: Position, replay: JobReplay | null): Promise<boolean> {
    const memory = new PassMemory();
    const take: Remember = (recorded) => memory.take(decode(recorded), recorded);
    for await (const earlier of eventsBefore(this.log, stream, before)) take(earlier);
    await replay?.run(take);
    return memory.claims.isFree(stream);
  }

  /** Reads the event before this one: of other streams only the last revision and time are needed. */
  private async lastOf(stream: StreamName, { revision, position }: RecordedEvent): Promise<void> {
    if (!this.isNew(stream) || revision === 0) return;
    const slice = await this.log.readStream(stream, { from: revision - 1, limit: 1 });
    const [last] = slice.status === 'found' ? slice.events : [];
    if (last !== undefined && last.position < position) this.remember(last);
  }

  private isNew(subject: string): boolean {
    if (this.looked.has(subject)) return false;
    this.looked.add(subject);
    return true;
  }

  private async rememberBefore(stream: StreamName, before: Position): Promise<void> {
    for await (const earlier of eventsBefore(this.log, stream, before)) this.remember(earlier);
  }
}

/** Reads from the log if the rows of a job are erased at this moment, and if their data are held. */
async function retentionNow(log: StreamsOfLog, job: JobId): Promise<ReturnType<typeof retentionIn>> {
  const types: string[] = [];
  for await (const { type } of storedEvents(log, jobStream(job))) types.push(type);
  return retentionIn(types);
}

/** Returns true if the rows of a job are shown no more at this moment. */
export const isErased = async (log: StreamsOfLog, job: JobId): Promise<boolean> =>
  (await retentionNow(log, job)).erased;

/** Returns true if the data of a job's rows may be gone at this moment. */
export async function isFree(log: StreamsOfLog, job: JobId): Promise<boolean> {
  const { erased, held } = await retentionNow(log, job);
  return erased && !held;
}

/** Forgets which data of these jobs are missing, so that they aren't reported. */
export async function forgetMissing(
  { open, kept }: PassMemory,
  isForgotten: (job: JobId) => boolean | Promise<boolean>,
): Promise<void> {
  for (const job of open.values())
    if (job.missing !== null && (await isForgotten(job.id))) job.missing = null;
  for (const [job, missing] of kept) if (missing !== null && (await isForgotten(job))) kept.set(job, null);
}
