/**
 * What the log said before a checkpoint, of the things that events behind it touch. A check that goes on from a
 * checkpoint begins with an empty memory; before an event is seen, what must be known of its job, claim, account or
 * stream is read from their own streams. So nothing but the position has to be kept from one run to the next, and the
 * cost is that of what was under way at the checkpoint, not of the log.
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
} from '../../platform/event-store/event-store.js';
import { lastEvent, logPages, storedEvents } from '../../platform/event-store/stored-events.js';
import type { AccountId, JobId } from '../../shared/ids.js';
import { PassMemory } from '../pass-memory.js';
import { JobReplay } from './job-replay.js';

export type RecalledLog = Pick<EventStore, 'readAll' | 'readStream'>;

/** Takes an earlier event in, unjudged. */
export type Remember = (recorded: RecordedEvent) => void;

const PAGE = 500;
/** At revision 0 a job has no past: all that may stand before its submission are its claim and its rows as asked. */
const FIRST: ReadonlySet<string> = new Set(['RowsSubmitted', 'JobSubmitted', 'SubmissionAbandoned']);

export class Recall {
  /** Streams and jobs of which everything before the checkpoint is known. */
  private readonly looked = new Set<string>();

  constructor(
    private readonly log: RecalledLog,
    private readonly memory: PassMemory,
    private readonly remember: Remember,
  ) {}

  /** Whether something of the past may have to be read before the event is seen. */
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

  /** Reads what `needs` asks for; every event read lies before this one. */
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

  /** Its keys. */
  private async account(account: AccountId, before: Position): Promise<void> {
    const stream = accountStream(account);
    if (!this.isNew(stream)) return;
    for await (const earlier of this.earlier(stream, before)) this.remember(earlier);
  }

  private async job(job: JobId, recorded: RecordedEvent): Promise<void> {
    if (!this.isNew(job)) return;
    // The first event of a job, and a fresh submission's first data, have nothing before them.
    if (recorded.revision === 0 && FIRST.has(recorded.type)) return;
    const replay = await JobReplay.of(this.log, job, recorded.position);
    if (replay === null) {
      if (recorded.revision > 0 && recorded.type !== STREAM_DELETED)
        for await (const earlier of this.earlier(recorded.stream, recorded.position)) this.remember(earlier);
      return;
    }
    if (replay.state === 'open') return replay.run(this.remember);
    if (replay.state === 'ended') this.memory.kept.set(job, null);
  }

  /** The rows as asked and the idempotency key's claim, where they stand before the checkpoint. */
  private async submission(recorded: RecordedEvent): Promise<void> {
    const { event } = decodeJobEvent(recorded);
    if (event.type !== 'JobSubmitted') return;
    const { job_id, chunks, stored, idempotent, account_id } = event.data;
    const asked = this.memory.asked.get(job_id);
    for (const chunk of stored ? chunks.keys() : [])
      if (asked?.has(chunk) !== true)
        for await (const earlier of this.earlier(rowDataStream(job_id, chunk), recorded.position))
          this.remember(earlier);
    if (idempotent && !this.memory.claims.unfinished.has(job_id))
      await this.claimOf(job_id, account_id, recorded.position);
  }

  /** Nothing leads from a job to its claim, whose key is stored nowhere: the account's claims are searched. */
  private async claimOf(job: JobId, account: AccountId, before: Position): Promise<void> {
    const claims = { after: LOG_START, categories: ['idempotency'], limit: PAGE };
    for await (const { events } of logPages(this.log, claims, before))
      for (const recorded of events) {
        if (recorded.metadata['account'] !== String(account)) continue;
        if (idempotencyStreams.decode(recorded).event.data.submission.job_id !== job) continue;
        this.looked.add(recorded.stream);
        return this.remember(recorded);
      }
  }

  /** A key that was claimed before: whether it is free follows from what became of the job that held it last. */
  private async claims(stream: StreamName, recorded: RecordedEvent): Promise<void> {
    if (!this.isNew(stream) || recorded.revision === 0) return;
    let holder: JobId | null = null;
    for await (const earlier of this.earlier(stream, recorded.position)) {
      this.remember(earlier);
      holder = idempotencyStreams.decode(earlier).event.data.submission.job_id;
    }
    if (holder === null || this.memory.open.has(holder)) return;
    const replay = await JobReplay.of(this.log, holder, recorded.position);
    if (this.isNew(holder)) return replay?.run(this.remember);
    // The job was seen to its end already, before it was known which key it held.
    if (await this.frees(stream, recorded.position, replay)) this.memory.claims.abandoned(holder);
    else this.memory.claims.take(holder);
  }

  /** Whether the key is free again once the job that held it last is over; told in a memory of its own. */
  private async frees(stream: StreamName, before: Position, replay: JobReplay | null): Promise<boolean> {
    const memory = new PassMemory();
    const take: Remember = (recorded) => memory.take(decode(recorded), recorded);
    for await (const earlier of this.earlier(stream, before)) take(earlier);
    await replay?.run(take);
    return memory.claims.isFree(stream);
  }

  /** Of other streams only their last revision and time have to be known. */
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

  private async *earlier(stream: StreamName, before: Position): AsyncGenerator<RecordedEvent> {
    for await (const recorded of storedEvents(this.log, stream)) {
      if (recorded.position >= before) return;
      yield recorded;
    }
  }
}

/** Whether the rows of a job are erased by now. */
export const isErased = async (log: Pick<EventStore, 'readStream'>, job: JobId): Promise<boolean> =>
  (await lastEvent(log, jobStream(job)))?.type === 'JobRowsErased';

/** Forgets what was missing of jobs whose rows are erased by now: that is why it was missing. */
export async function forgiveErased(log: RecalledLog, { open, kept }: PassMemory): Promise<void> {
  for (const job of open.values())
    if (job.missing !== null && (await isErased(log, job.id))) job.missing = null;
  for (const [job, missing] of kept) if (missing !== null && (await isErased(log, job))) kept.set(job, null);
}

/** What was reported as missing is not reported again. */
export function forgetMissing({ open, kept }: PassMemory): void {
  for (const job of open.values()) job.missing = null;
  for (const [job, missing] of kept) if (missing !== null) kept.set(job, null);
}
