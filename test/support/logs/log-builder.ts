/**
 * Writes logs the way the handlers do, without them: for tests of what reads the log. Every step is one append through
 * the codecs of `src/streams`; `append` writes anything at all, which is how a breach is planted.
 */
import type { BlockOutcome } from '../../../packages/contract/src/row.js';
import type { RowCounts, Submission } from '../../../src/streams/job/job.events.js';
import { jobStream } from '../../../src/streams/job/job.events.js';
import { accountStream } from '../../../src/streams/account/account.events.js';
import type { EventContext, EventShape } from '../../../src/streams/envelope.js';
import { jsonEvent, metadataOf } from '../../../src/streams/envelope.js';
import { idempotencyStream } from '../../../src/streams/idempotency/idempotency.events.js';
import { digestOf, packedRowsDelivered, rowDataStream } from '../../../src/streams/rowdata/rowdata.events.js';
import type { DataRef, RowRecord } from '../../../src/streams/rows/rows.events.js';
import { ROWS_PER_PACK, blockEventId, rowsStream } from '../../../src/streams/rows/rows.events.js';
import { packRows } from '../../../src/streams/rows/pack-rows.js';
import { unitsOfFill } from '../../../src/billing/charge-rules.js';
import type {
  EventStore,
  NewEvent,
  StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import { rowsOfChunk } from '../../../src/streams/job/chunk-bounds.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { derivedId } from '../../../src/streams/derived-id.js';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';
import { ACCOUNT, KEY } from './job-builders.js';
import type { RowStory } from './row-stories.js';
import { BOTH, contentOf, countsOf, packsOf, recordOf } from './row-stories.js';

export class LogBuilder {
  /** The time that the next event carries; tests move it. */
  time = '2026-11-21T12:00:00.000Z';
  requestId = 'req_1';
  /** What the client calls a row, and the name that it asks by; tests make them hostile. */
  asked: (row: number) => object = (row) => ({ ref: `r${row}`, company_number: '01234567' });
  private appends = 0;

  constructor(readonly store: EventStore) {}

  /** Any events, as the next of their stream. */
  async append(stream: StreamName, ...events: readonly NewEvent[]): Promise<void> {
    await this.store.append(stream, 'any', events);
  }

  event(
    fact: EventShape<string, object>,
    of: Partial<EventContext> & { id?: string; time?: string } = {},
  ): NewEvent {
    const context = { requestId: this.requestId, actor: 'worker', account: ACCOUNT, ...of };
    const id = of.id ?? derivedId('built', this.appends++);
    return jsonEvent(fact, id, metadataOf(context, of.time ?? this.time));
  }

  async openAccount(account: AccountId = ACCOUNT, key: KeyId = KEY): Promise<void> {
    const data = { account_id: account, blocks: ['company_identity', 'industry'] };
    const opened = this.event({ type: 'AccountOpened', data }, { account, actor: 'operator' });
    await this.append(accountStream(account), opened);
    await this.issueKey(account, key);
  }

  async issueKey(account: AccountId, key: KeyId): Promise<void> {
    const data = {
      key_id: key,
      name: 'production',
      environment: 'live',
      scopes: ['read', 'enrich'],
      secret_hash: '00',
      max_rows: null,
      requests_per_minute: 600,
      resolve_per_minute: 60,
    };
    const issued = this.event({ type: 'KeyIssued', data }, { account, actor: 'operator' });
    await this.append(accountStream(account), issued);
  }

  private by({ account_id: account, key_id }: Submission): EventContext {
    return { requestId: this.requestId, actor: `key:${key_id}`, account };
  }

  async claim(submission: Submission, keyHash = 'cafe'): Promise<void> {
    const data = { fingerprint: 'f', request_id: this.requestId, time: this.time, submission };
    await this.append(
      idempotencyStream(submission.account_id, keyHash),
      this.event({ type: 'IdempotencyKeyClaimed', data }, this.by(submission)),
    );
  }

  async ask(submission: Submission): Promise<void> {
    if (!submission.stored) return;
    for (const chunk of submission.chunks.keys()) {
      const { from, count } = rowsOfChunk(submission, chunk);
      const rows = Array.from({ length: count }, (_, i) => this.asked(from + i));
      const data = { job_id: submission.job_id, chunk, from, salt: 's', rows };
      await this.append(
        rowDataStream(submission.job_id, chunk),
        this.event({ type: 'RowsSubmitted', data }, this.by(submission)),
      );
    }
  }

  async submit(submission: Submission): Promise<void> {
    await this.ask(submission);
    await this.job(submission, { type: 'JobSubmitted', data: submission });
  }

  /** An event of the job's own stream. */
  async job(submission: Submission, ...facts: readonly EventShape<string, object>[]): Promise<void> {
    const events = facts.map((fact) => this.event(fact, this.by(submission)));
    await this.append(jobStream(submission.job_id), ...events);
  }

  async start(submission: Submission, chunk: number, attempt = 'a1'): Promise<void> {
    await this.job(submission, {
      type: 'ChunkStarted',
      data: { chunk, attempt, editions: { companies: 'e1' } },
    });
  }

  /** The data of a chunk, packed, every other pack deflated; what the record is to name. */
  async deliver(
    submission: Submission,
    chunk: number,
    stories: readonly RowStory[],
    attempt = 'a1',
  ): Promise<readonly DataRef[]> {
    if (!submission.stored) return [];
    const { from } = rowsOfChunk(submission, chunk);
    const building = packsOf(stories).map((pack, index) => {
      const first = from + index * ROWS_PER_PACK;
      const head = { job_id: submission.job_id, chunk, attempt, salt: `s${first}`, from: first };
      return packedRowsDelivered(head, contentOf(pack, first), {
        deflateFrom: (chunk + index) % 2 === 0 ? 0 : Infinity,
        id: derivedId('RowsDelivered', submission.job_id, first, attempt),
        metadata: metadataOf(
          { requestId: this.requestId, actor: 'worker', account: submission.account_id },
          this.time,
        ),
      });
    });
    const packs = await Promise.all(building);
    await this.append(rowDataStream(submission.job_id, chunk), ...packs);
    return packs.map(({ id, data }) => ({ event_id: id, digest: digestOf(data) }));
  }

  /** The chunk's record, in one append. */
  async record(
    submission: Submission,
    chunk: number,
    stories: readonly RowStory[],
    refs: readonly DataRef[],
    attempt = 'a1',
  ): Promise<void> {
    await this.recordRows(submission, chunk, stories.map(recordOf), refs, attempt);
  }

  /** A record of rows that may say anything. */
  async recordRows(
    submission: Submission,
    chunk: number,
    rows: readonly RowRecord[],
    refs: readonly DataRef[],
    attempt = 'a1',
  ): Promise<void> {
    const { from } = rowsOfChunk(submission, chunk);
    const packs = packsOf(rows).map((pack, index) => {
      const ref = refs[index];
      const header = {
        job_id: submission.job_id,
        chunk,
        attempt,
        from: from + index * ROWS_PER_PACK,
        count: pack.length,
        editions: { companies: 'e1' },
        delivered: ref === undefined ? [] : [ref],
        unkept_digest: submission.stored ? null : 'd',
      };
      return this.event(
        { type: 'RowsRecorded', data: packRows(header, pack) },
        { account: submission.account_id },
      );
    });
    await this.append(rowsStream(submission.job_id, chunk), ...packs);
  }

  /** A late block's data, then its fill and charge in one append. */
  async fill(
    submission: Submission,
    at: { chunk: number; row: number; block: BlockKey },
    outcome: BlockOutcome,
  ): Promise<void> {
    const { job_id, account_id: account } = submission;
    const { chunk, row, block } = at;
    const delivered = this.event(
      {
        type: 'BlockDelivered',
        data: { job_id, chunk, row, block, attempt: 'a1', salt: 's', envelope: outcome },
      },
      { account },
    );
    await this.append(rowDataStream(job_id, chunk), delivered);
    const ref = { event_id: delivered.id, digest: digestOf(delivered.data) };
    const fill = { job_id, chunk, row, block, outcome, attempt: 'a1', delivered: ref };
    const charge = { job_id, row, block, units: 1 as const };
    await this.append(
      rowsStream(job_id, chunk),
      this.event(
        { type: 'BlockFilled', data: fill },
        { account, id: blockEventId(job_id, row, block, 'BlockFilled') },
      ),
      ...(unitsOfFill(fill) === 0
        ? []
        : [
            this.event(
              { type: 'BlockCharged', data: charge },
              { account, id: blockEventId(job_id, row, block, 'BlockCharged') },
            ),
          ]),
    );
  }

  async complete(submission: Submission, chunk: number, counts: RowCounts): Promise<void> {
    await this.job(submission, { type: 'ChunkCompleted', data: { chunk, attempt: 'a1', counts } });
  }

  async end(submission: Submission, counts: RowCounts, skipped?: number): Promise<void> {
    const expires_at = '2026-12-21T12:00:00.000Z';
    const data = { counts, expires_at };
    await this.job(
      submission,
      skipped === undefined
        ? { type: 'JobCompleted', data }
        : { type: 'JobCancelled', data: { ...data, skipped } },
    );
  }

  /** A chunk from its start to its completion. */
  async work(submission: Submission, chunk: number, stories: readonly RowStory[]): Promise<RowCounts> {
    await this.start(submission, chunk);
    await this.record(submission, chunk, stories, await this.deliver(submission, chunk, stories));
    const counts = countsOf(stories);
    await this.complete(submission, chunk, counts);
    return counts;
  }

  /** A whole job, each row of which goes the way of `story`. */
  async run(submission: Submission, story: (row: number) => RowStory = () => BOTH): Promise<void> {
    await this.submit(submission);
    const all = Array.from({ length: submission.rows }, (_, row) => story(row));
    for (const chunk of submission.chunks.keys()) {
      const { from, count } = rowsOfChunk(submission, chunk);
      await this.work(submission, chunk, all.slice(from, from + count));
    }
    await this.end(submission, countsOf(all));
  }

  /** Ends the retention of the job's rows: the fact, then the deletion of every data stream. */
  async erase(submission: Submission): Promise<void> {
    await this.job(submission, { type: 'JobRowsErased', data: { reason: 'expired' } });
    for (const chunk of submission.chunks.keys())
      await this.store.deleteStream(rowDataStream(submission.job_id, chunk));
  }
}
